/// The two cause tables: every edge of the cause graph, with its ends either in short or in full.
enum XctraceCauses {
    enum Form: String {
        case short = "swiftui-causes"
        case full = "swiftui-full-causes"
    }

    private static let columns = [
        Column("timestamp", "Timestamp", "event-time"),
        Column("source-node-event-id", "Source Node Event ID", "uint32"),
        Column("source-node", "Source Node", "typed-array"),
        Column("destination-node-event-id", "Destination Node Event ID", "uint32"),
        Column("destination-node", "Destination Node", "typed-array"), Column("label", "Label", "string"),
        Column("value-type", "Value Type", "string"), Column("changed-properties", "Changed Properties", "string"),
        Column("layout-info", "Layout Info", "string"), Column("process", "Process", "process"),
    ]

    static func write(_ story: Story, _ form: Form, index: Int, in directory: String) throws {
        let table = try XctraceTable(form.rawValue, columns: columns, index: index, in: directory)
        let graph = CauseGraph(story)
        let process = Cell.process(story.trace)
        for edge in graph.edges {
            guard let source = graph.nodes[edge.from], let target = graph.nodes[edge.to] else { continue }
            table.row([
                .time("event-time", edge.at), .number("uint32", source.id), cell(source, form),
                .number("uint32", target.id), cell(target, form),
                .string(edge.label == .creation ? "Creation" : "Update"), .none,
                .string(edge.changed?.joined(separator: ", ")), .none, process,
            ])
        }
        try table.finish()
    }

    /// The name, colour and symbol of a node; in full also its id and times. Causes and interactions have a
    /// timestamp, updates a start.
    private static func cell(_ node: CauseGraph.Node, _ form: Form) -> Cell {
        var members: [Cell] = [.string(node.name), .string(node.color), .string(node.symbol), .none, .none]
        if form == .full {
            let time = Cell.time("event-time", node.start)
            members += [.number("uint32", node.id), node.isUpdate ? .none : time, node.isUpdate ? time : .none]
            members.append(.optionalDuration(node.duration))
        }
        return .typedArray(members)
    }
}

/// A story's nodes by id, and all its edges: the explicit ones and those that a bare `cause` stands for.
struct CauseGraph {
    struct Node {
        var id: NodeID
        var name: String
        /// Blue for the app's own, gray for the system's.
        var color: String
        var symbol: String
        var isUpdate: Bool
        var start: Nanoseconds
        var duration: Nanoseconds?
    }

    private(set) var nodes: [NodeID: Node] = [:]
    private(set) var edges: [Edge]

    init(_ story: Story) {
        edges = story.edges
        for interaction in story.interactions { add(interaction) }
        for cause in story.causes { add(cause) }
        for update in story.updates { add(update) }
        addBareCauses(of: story)
        edges.sort { ($0.at, $0.from, $0.to) < ($1.at, $1.from, $1.to) }
    }

    private mutating func add(_ interaction: Interaction) {
        nodes[interaction.id] = Node(
            id: interaction.id, name: InstrumentsWords.name(of: interaction), color: "blue", symbol: "hand.tap",
            isUpdate: false, start: interaction.start, duration: interaction.duration)
    }

    private mutating func add(_ cause: Cause) {
        nodes[cause.id] = Node(
            id: cause.id, name: InstrumentsWords.name(of: cause), color: cause.origin == .app ? "blue" : "gray",
            symbol: InstrumentsWords.symbol(of: cause.kind), isUpdate: false, start: cause.start, duration: nil)
    }

    private mutating func add(_ update: Update) {
        let skipped = update.phase == .check ? " [skipped]" : ""
        nodes[update.id] = Node(
            id: update.id, name: InstrumentsWords.description(of: update) + skipped,
            color: update.module == "SwiftUI" ? "gray" : "blue", symbol: "square.stack.3d.up", isUpdate: true,
            start: update.start, duration: update.duration)
    }

    /// An edge without a time of its own has its source's start; an explicit edge between the same two replaces it.
    private mutating func addBareCauses(of story: Story) {
        var explicit: [NodeID: [NodeID]] = [:]
        for edge in story.edges { explicit[edge.to, default: []].append(edge.from) }
        let links = story.causes.map { ($0.cause, $0.id) } + story.updates.map { ($0.cause, $0.id) }
        for (source, target) in links {
            guard let source, let start = nodes[source]?.start, explicit[target]?.contains(source) != true else {
                continue
            }
            edges.append(Edge(from: source, to: target, label: .update, at: start, changed: nil))
        }
    }
}
