/// Labels of diagrams.
enum DiagramText {
    /// Mermaid reads `#code;` as the character; everything that could be syntax is written so.
    static func mermaid(_ name: String) -> String {
        VisibleText.escape(name).unicodeScalars.map { scalar in
            switch scalar {
            case "a"..."z", "A"..."Z", "0"..."9", " ", ".", ",", ":", "_", "-", "(", ")", "@": String(scalar)
            case _ where scalar.value > 0x7F: String(scalar)
            default: "#\(scalar.value);"
            }
        }.joined()
    }

    /// By scalars: a quote that a mark combines with ends the text for Graphviz too. Labels know the entities of HTML.
    static func dot(_ name: String) -> String {
        var result = ""
        for scalar in VisibleText.escape(name).unicodeScalars {
            switch scalar {
            case "\"", "\\": result += "\\\(scalar)"
            case "&": result += "&amp;"
            case "#" where result.utf8.last == UInt8(ascii: "#"): result += "&#35;"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}
