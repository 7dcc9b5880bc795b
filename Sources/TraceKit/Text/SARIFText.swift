/// What the results in SARIF 2.1.0 share.
enum SARIFText {
    /// A log of one run; `rules` are written inside of its tool, `body` beside that.
    static func log(rules: (inout JSONText) -> Void, _ body: (inout JSONText) -> Void) -> String {
        var json = JSONText()
        json.object { json in
            json.value(
                "$schema", "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json")
            json.value("version", "2.1.0")
            json.array("runs") { json in
                json.object { json in
                    json.object("tool") { json in
                        json.object("driver") { json in
                            json.value("name", "trace-analyze")
                            json.array("rules") { rules(&$0) }
                        }
                    }
                    body(&json)
                }
            }
        }
        return json.text + "\n"
    }

    static func location(_ place: Place, _ json: inout JSONText) {
        json.object("physicalLocation") { json in
            json.object("artifactLocation") { $0.value("uri", uri(place.file)) }
            json.object("region") { $0.value("startLine", place.line ?? 1) }
        }
    }

    /// A plain text message: braces would be placeholders and brackets links (SARIF 2.1.0, 3.11.5 and 3.11.6).
    static func message(_ text: String) -> String {
        var result = ""
        for scalar in VisibleText.escape(text).unicodeScalars {
            switch scalar {
            case "{", "}": result += "\(scalar)\(scalar)"
            case "[", "]", "\\": result += "\\\(scalar)"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }

    /// A path as a URI reference: relative ones stay relative.
    static func uri(_ path: String) -> String { (path.hasPrefix("/") ? "file://" : "") + AddressText.path(path) }
}
