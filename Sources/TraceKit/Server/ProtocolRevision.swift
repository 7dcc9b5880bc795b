/// The revisions of the Model Context Protocol that are spoken, oldest first.
enum ProtocolRevision: String, CaseIterable, Sendable {
    case november2024 = "2024-11-05"
    case march2025 = "2025-03-26"
    case june2025 = "2025-06-18"
    case november2025 = "2025-11-25"
    /// Without a handshake: every request says which revision it is of.
    case july2026 = "2026-07-28"

    /// What `initialize` is answered with where the client asks for a revision that is not known.
    static let newestWithHandshake = november2025

    static let versionKey = "io.modelcontextprotocol/protocolVersion"
    static let capabilitiesKey = "io.modelcontextprotocol/clientCapabilities"
    static let serverKey = "io.modelcontextprotocol/serverInfo"

    /// The newest first: clients take the first that they know.
    static var supported: JSONValue { .texts(allCases.reversed().map(\.rawValue)) }

    var isStateless: Bool { self == .july2026 }
    var takesBatches: Bool { self == .march2025 }
    /// Hints of what a tool does, and words beside progress.
    var hasAnnotations: Bool { self != .november2024 }
    /// Schemas of outputs, structured content, links to resources and titles.
    var hasStructuredContent: Bool { hasAnnotations && self != .march2025 }
}
