/// A signpost's subsystem and category, and its name where that is given too.
public struct SignpostFilter: Equatable, Sendable {
    public var subsystem: String
    public var category: String
    public var name: String?

    public init(subsystem: String, category: String, name: String? = nil) {
        self.subsystem = subsystem
        self.category = category
        self.name = name
    }

    /// `SUBSYSTEM:CATEGORY` or `SUBSYSTEM:CATEGORY:NAME`; nil for anything else.
    public init?(_ text: String) {
        let parts = text.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false).map(String.init)
        guard parts.count >= 2, !parts[1].isEmpty else { return nil }
        self.init(subsystem: parts[0], category: parts[1], name: parts.count == 3 ? parts[2] : nil)
    }

    /// The value of `--body-signposts` for no signpost at all.
    public static let none = "none"

    /// As it is given.
    var text: String { "\(subsystem):\(category)\(name.map { ":\($0)" } ?? "")" }

    /// Whether it is of these too.
    func includes(_ other: SignpostFilter) -> Bool {
        subsystem == other.subsystem && category == other.category && (name == nil || name == other.name)
    }
}
