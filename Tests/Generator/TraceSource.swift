/// A trace that can be written: a story, which is held in memory, or a stream of any number of records, which is made
/// anew for every walk through it.
protocol TraceSource {
    var trace: Recording { get }
    /// Whether the trace may be longer than memory: writers then remember nothing that grows with it, and write
    /// records without what surrounds them.
    var isStream: Bool { get }
    /// The kinds that a document has lists of, in their order.
    var kinds: [Record.Kind] { get }
    /// In the order in which an app would log them.
    func records() -> AnyIterator<Record>
    /// Every edge of the cause graph, explicit or the `cause` of a record, by time.
    func links() -> AnyIterator<Link>
    /// The updates whose bodies ran, and what only Instruments' table says of them.
    func detailedUpdates() -> AnyIterator<(Update, UpdateDetails)>
}

/// An edge of the cause graph with its ends.
struct Link {
    var source: CauseNode
    var target: CauseNode
    var edge: Edge
}

/// A node of the cause graph, as Instruments shows it.
struct CauseNode {
    var id: NodeID
    var name: String
    var isSystem: Bool
    var symbol: String
    var isUpdate: Bool
    var start: Nanoseconds
    var duration: Nanoseconds?

    init(_ interaction: Interaction) {
        self.init(
            id: interaction.id, name: InstrumentsWords.name(of: interaction), isSystem: false, symbol: "hand.tap",
            isUpdate: false, start: interaction.start, duration: interaction.duration)
    }

    init(_ cause: Cause) {
        self.init(
            id: cause.id, name: InstrumentsWords.name(of: cause), isSystem: cause.origin == .system,
            symbol: InstrumentsWords.symbol(of: cause.kind), isUpdate: false, start: cause.start, duration: nil)
    }

    init(_ update: Update) {
        let skipped = update.phase == .check ? " [skipped]" : ""
        self.init(
            id: update.id, name: InstrumentsWords.description(of: update) + skipped,
            isSystem: update.module == "SwiftUI", symbol: "square.stack.3d.up", isUpdate: true, start: update.start,
            duration: update.duration)
    }

    private init(
        id: NodeID, name: String, isSystem: Bool, symbol: String, isUpdate: Bool, start: Nanoseconds,
        duration: Nanoseconds?
    ) {
        (self.id, self.name, self.isSystem, self.symbol) = (id, name, isSystem, symbol)
        (self.isUpdate, self.start, self.duration) = (isUpdate, start, duration)
    }
}

/// Cells of `swiftui-updates` that no other format has anything for.
struct UpdateDetails {
    var hierarchy = Cell.none
    var rootCauses = Cell.none
    var downstreamEvents = Cell.none
    var node = Cell.none
    var fullNode = Cell.none
}
