/// State shared by the calls of one server. Used only by the worker thread.
final class ServerSession {
    /// A result that was too long for an answer.
    private struct Shelved {
        let number: Int
        let text: String
    }

    private static let mostShelved = 16
    private static let longestShelved = 2 << 20

    let roots: ServerRoots
    let sources: ServerSources
    let traces: OpenTraces
    let schema: SchemaGuide
    let topics: [HelpTopics.Topic]
    /// Accepted problems.
    let accepted: [AcceptedNote]
    /// Called on another thread if a query no longer polls for interruption; ends the process.
    var onOverdue: (@Sendable (TraceError) -> Void)?
    private var shelf: [Shelved] = []
    private var shelved = 0

    init(
        _ roots: ServerRoots, sourceRoots: [String] = [], _ reading: TracePipeline.Options = .init(),
        _ accepted: [AcceptedNote] = []
    ) throws(TraceError) {
        (self.roots, self.accepted) = (roots, accepted)
        sources = try ServerSources(roots, sourceRoots)
        traces = OpenTraces(roots, reading)
        schema = try SchemaGuide.read()
        topics = HelpTopics.all(schema)
    }

    private static let results = "tracekit://result/"

    /// Keeps a result and returns its URI; nil if it is too long to be useful.
    func keep(_ result: JSONValue) -> String? {
        let text = result.line
        guard text.utf8.count <= Self.longestShelved else { return nil }
        shelved += 1
        shelf.append(Shelved(number: shelved, text: text))
        if shelf.count > Self.mostShelved { shelf.removeFirst() }
        return "\(Self.results)\(shelved)"
    }

    struct Resource {
        let mimeType: String
        let text: String
        /// Whether it is the same for every client at any time.
        let isPublic: Bool
    }

    /// Nil if there is no such resource.
    func resource(_ uri: String) -> Resource? {
        if uri.hasPrefix(Self.results), let number = Int(uri.dropFirst(Self.results.count)) {
            return shelf.first { $0.number == number }.map {
                Resource(mimeType: "application/json", text: $0.text, isPublic: false)
            }
        }
        return topics.first { $0.uri == uri }.map {
            Resource(mimeType: "text/plain", text: $0.lines.joined(separator: "\n") + "\n", isPublic: true)
        }
    }
}
