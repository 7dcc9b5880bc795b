/// Texts that are everybody's by their whole shape: models of devices, versions of systems, times, hashes.
///
/// A text that only begins like one is none. Digits and letters are those of ASCII: what combines with them is no shape.
enum KnownShapes {
    /// `iPhone 17 Pro`, `iPhone17,1`, `iPad Air 11-inch (M3)`, `Simulated iPad mini`.
    static func isModel(_ name: String) -> Bool {
        let chip = #"M[1-9](?: (?:Pro|Max|Ultra))?"#
        let size = #"[1-3][0-9](?:\.[0-9])?-inch"#
        let notes =
            #"(?: \((?:"# + chip + "|A[0-9]{2}(?: Pro)?|" + size + #"|[1-9][0-9]?(?:st|nd|rd|th) generation"#
            + #"|(?:"# + size + #", )?(?:"# + chip + #", )?20[0-9]{2}|[3-4][0-9]mm)\))*"#
        let models = [
            #"(?:iPhone|iPad|iPod|Watch|AppleTV|AudioAccessory|RealityDevice|Mac|MacBook|MacBookPro|MacBookAir"#
                + #"|Macmini|MacPro|iMac|iMacPro|VirtualMac)[1-9][0-9]?,[1-9][0-9]?"#,
            #"iPhone(?: (?:[1-9][0-9]?(?:[ces]| mini| Plus| Pro| Pro Max)?|X|XR|XS|XS Max|SE|Air))?"#,
            #"iPad(?: (?:mini|Air|Pro))?(?: [1-9][0-9]?)?(?: "# + size + ")?",
            #"iPod touch"#, #"Mac(?: (?:mini|Pro|Studio))?"#, #"MacBook(?: (?:Air|Pro|Neo))?(?: "# + size + ")?",
            #"iMac(?: Pro)?(?: "# + size + ")?",
            #"Apple Watch(?: (?:Series [1-9][0-9]?|SE(?: [1-9])?|Ultra(?: [1-9])?))?"#,
            #"Apple TV(?: (?:4K|HD))?"#, #"Apple Vision Pro"#, "arm64|arm64e|x86_64",
        ]
        let model = "(?:" + models.joined(separator: "|") + ")" + notes
        return matches(name, #"(?:Simulated )?"# + model + #"(?: Simulator)?"#)
    }

    /// `iOS 26.1`, `iPhone OS 26.1 (23B85)`, `26.1`.
    static func isSystem(_ text: String) -> Bool {
        let names =
            "iOS|iPadOS|macOS|watchOS|tvOS|visionOS|xrOS|bridgeOS|OS X|Mac OS X|iPhone OS|Mac Catalyst"
            + "|(?:iOS|watchOS|tvOS|visionOS) Simulator|Version"
        let build = "[1-9][0-9]?[A-Z][0-9]{1,5}[a-z]?"
        return matches(
            text, "(?:(?:" + names + #") )?[1-9][0-9]?(?:\.[0-9]{1,2}){0,3}(?: \((?:Build )?"# + build + #"\))?"#)
            || matches(text, names)
    }

    /// A day, or a time as ISO 8601 and the log have it.
    static func isTime(_ text: String) -> Bool {
        matches(
            text,
            #"[0-9]{4}-[0-9]{2}-[0-9]{2}(?:[T ][0-9]{2}:[0-9]{2}(?::[0-9]{2}(?:[.,][0-9]{1,9})?)?"#
                + #"(?: ?(?:Z|[+-][0-9]{2}:?[0-9]{2}))?)?"#)
    }

    /// Whole numbers with commas between them.
    static func isNumbers(_ text: String) -> Bool { matches(text, "[0-9]{1,18}(?:,[0-9]{1,18})*") }

    static func isHash(_ text: String) -> Bool { matches(text, "[0-9a-f]{32,128}") }

    private static func matches(_ text: String, _ pattern: String) -> Bool {
        guard text.utf8.count <= 200, text.utf8.allSatisfy({ $0 < 0x80 }),
            let regex = try? Regex(pattern)
        else { return false }
        return text.wholeMatch(of: regex) != nil
    }
}
