/// `swiftui-causes` and `swiftui-full-causes`: the edges of the cause graph, one per row.
///
/// Both have the same edges; the full table also has the times of nodes. The nodes are completed when all files are
/// read, because only then it is known which of them are updates.
final class XctraceCauses: XctraceTable {
    let schemas = ["swiftui-causes", "swiftui-full-causes"]
    let lanes: [Lane] = [.causes, .edges]
    let otherColumns = ["value-type", "layout-info"]
    let signature = ["source-node", "destination-node"]
    private let timestamp = IntegerColumn("timestamp")
    private let sourceID = IDColumn("source-node-event-id")
    private let source = NodeColumn("source-node", isNeeded: true)
    private let targetID = IDColumn("destination-node-event-id")
    private let target = NodeColumn("destination-node", isNeeded: true)
    private let label = WordColumn("label")
    private let changed = WordColumn("changed-properties")
    private let process = ProcessColumn("process")
    var columns: [XctraceColumn] { [timestamp, sourceID, source, targetID, target, label, changed, process] }

    private let nodes = XctraceCauseNodes()
    private let roots: XctraceRootCauses
    private var hasRows = false
    private let namedHandles = Memo<NameID, UInt32>()
    private let lists = Memo<NameID, ListID>()

    init(_ roots: XctraceRootCauses) { self.roots = roots }

    func begin(_ schema: String, number: Int) { hasRows = true }

    func read(_ row: XctraceRow, _ builder: TraceBuilder) throws(RowProblem) -> XctraceRowFate {
        let time = try row[timestamp]
        let at = time == nil ? UpdateColumns.untimed : try builder.start(time)
        let (from, to) = try sourceID.isInTable && targetID.isInTable ? ids(row, builder) : names(row, builder)
        let process = row.process(self.process)
        nodes.note(from, row[source], row.values, process)
        nodes.note(to, row[target], row.values, process)
        for detail in row.details { nodes.note(detail, from, to, builder) }
        let edge = EdgeRecord(
            from: from, to: to, at: at, label: label(of: row[label]),
            changed: properties(row[changed], builder))
        builder.appendEdge(edge, offset: row.offset, file: row.file)
        return .imported
    }

    func finish(_ builder: TraceBuilder) {
        if !hasRows { roots.link(builder) }
        nodes.settle(builder)
    }

    // MARK: Ends

    private func ids(_ row: XctraceRow, _ builder: TraceBuilder) throws(RowProblem) -> (UInt32, UInt32) {
        guard let from = try row[sourceID] else {
            throw RowProblem(.missingField, "the source node's event id is missing", .from)
        }
        guard let to = try row[targetID] else {
            throw RowProblem(.missingField, "the destination node's event id is missing", .to)
        }
        guard from != to else { throw RowProblem(.selfEdge, "the edge leads from \(from) to itself", .to) }
        return (builder.handle(from), builder.handle(to))
    }

    /// Finds the nodes by name in tables without ids; such edges are marked, because equal names need not mean equal
    /// nodes.
    private func names(_ row: XctraceRow, _ builder: TraceBuilder) throws(RowProblem) -> (UInt32, UInt32) {
        let (from, to) = (row.text(source), row.text(target))
        guard from.isPresent, to.isPresent else { throw RowProblem(.missingField, "a node's name is missing") }
        guard from != to else {
            throw RowProblem(
                .selfEdge, "the edge leads from '\((builder.names.text(from) ?? "").prefix(40))' to itself")
        }
        builder.records.counters.add(.joinedByName)
        return (handle(named: from, builder), handle(named: to, builder))
    }

    private func handle(named name: NameID, _ builder: TraceBuilder) -> UInt32 {
        namedHandles(name) { builder.anonymousHandle(as: .none) }
    }

    // MARK: Words

    private func label(of word: NameID) -> NameID {
        switch word {
        case .none, NameID(.updateTitle): NameID(.update)
        case NameID(.creationTitle): NameID(.creation)
        default: word
        }
    }

    /// The changed properties as a list; none for a missing or empty cell, which says nothing about them.
    private func properties(_ text: NameID, _ builder: TraceBuilder) -> ListID {
        guard text.isPresent else { return .none }
        return lists(text) {
            let items = Self.items(builder.names.text(text) ?? "").map { builder.names.intern($0) }
            return items.isEmpty ? .none : builder.records.lists.intern(items)
        }
    }

    /// Splits a text at commas outside brackets.
    static func items(_ text: String) -> [String] {
        var items: [String] = []
        var depth = 0
        var item = Substring()
        for character in text {
            if character == ",", depth == 0 {
                items.append(String(item.trimmingSpaces))
                item = ""
                continue
            }
            if "<([".contains(character) { depth += 1 }
            if ">)]".contains(character) { depth -= 1 }
            item.append(character)
        }
        items.append(String(item.trimmingSpaces))
        return items.filter { !$0.isEmpty }
    }
}

/// The column `root-causes` of the update tables, for inputs without cause tables: a cause for each text, and an edge
/// from it to every update that names it.
///
/// Equal texts need not mean equal causes, so these edges are counted among those joined by name. If the input has
/// cause tables, which are more precise, the column is ignored.
final class XctraceRootCauses {
    private struct Mention: BitwiseCopyable {
        var row: UInt32
        var text: NameID
    }

    /// Causes are distinct by process, and by burst of updates: times without updates separate bursts.
    private struct Key: Hashable {
        var text: NameID
        var process: NameID
        var burst: Int
    }

    /// Updates that follow each other within this time may belong to one change.
    private static let oneChangeNs: Int64 = 1_000_000

    private let mentions = Column<Mention>()

    /// Notes the root cause of the update in the last row.
    func note(_ text: NameID, _ builder: TraceBuilder) {
        guard text.isPresent else { return }
        mentions.append(Mention(row: UInt32(builder.records.updates.count - 1), text: text))
    }

    /// Appends the causes and edges; called when all updates are read and before they are sorted.
    func link(_ builder: TraceBuilder) {
        let updates = builder.records.updates
        let causes = Memo<Key, UInt32>()
        var (burst, until) = (0, Int64.min)
        for place in sortedIndexes(count: mentions.count, by: { isEarlier(mentions[$0], mentions[$1], updates) }) {
            let mention = mentions[Int(place)]
            let row = Int(mention.row)
            if updates.start[row] > until.addingSaturating(Self.oneChangeNs) { burst += 1 }
            until = max(until, updates.start[row].addingSaturating(max(0, updates.duration[row])))
            if updates.id[row] == 0 { updates.id[row] = builder.anonymousHandle(as: .update) }
            let key = Key(text: mention.text, process: updates.process[row], burst: burst)
            let cause = causes(key) { append(key, builder) }
            let edge = EdgeRecord(
                from: cause, to: updates.id[row], at: updates.start[row], label: NameID(.update), changed: .none)
            builder.appendEdge(edge, offset: 0, file: 0)
        }
        if mentions.count > 0 {
            builder.records.counters.add(.joinedByName, ImportCounters.rootCauses, by: mentions.count)
        }
    }

    /// Whether one starts earlier; nil for equal starts.
    private func isEarlier(_ left: Mention, _ right: Mention, _ updates: UpdateColumns) -> Bool? {
        let (first, second) = (updates.start[Int(left.row)], updates.start[Int(right.row)])
        return first == second ? nil : first < second
    }

    /// Appends a cause without a time, shared by all updates of one change that name it.
    private func append(_ key: Key, _ builder: TraceBuilder) -> UInt32 {
        let handle = builder.anonymousHandle(as: .cause)
        let (kind, name, wrapper) = Self.cause(key.text, builder.names)
        builder.records.causes.append(
            CauseRecord(
                id: handle, name: name, kind: kind, kindWord: .none, origin: .unknown, wrapper: wrapper,
                start: UpdateColumns.untimed, process: key.process))
        return handle
    }

    /// The cause in a text: the words before the colon give its kind.
    private static func cause(_ text: NameID, _ names: NameTable) -> (CauseKind, NameID, PropertyWrapper) {
        switch XctraceNodeRole(names.text(text) ?? "", names) {
        case .cause(let kind, let name, let wrapper): (kind, name, wrapper)
        case .interaction: (.gesture, text, .none)
        case .check: (.update, text, .none)
        case .unclear: (.other, text, .none)
        }
    }
}

/// `swiftui-changes`: changes in SwiftUI's graph with their origin. They become events among the signposts: the name is
/// the change, the message is the app's own function closest to it, if one is on the stack.
final class XctraceChanges: XctraceTable {
    let schemas = ["swiftui-changes"]
    let otherColumns = ["id"]
    private let time = TimeColumn("timestamp", isNeeded: true)
    private let description = WordColumn("description", isNeeded: true)
    private let stack = StackColumn("backtrace")
    private let process = ProcessColumn("process")
    private let thread = ThreadColumn("thread")
    var columns: [XctraceColumn] { [time, description, stack, process, thread] }

    func read(_ row: XctraceRow, _ builder: TraceBuilder) throws(RowProblem) -> XctraceRowFate {
        let (time, description) = (try row[self.time], row[self.description])
        guard description.isPresent else { throw RowProblem(.missingField, "the description is missing", .name) }
        builder.records.signposts.append(
            SignpostRecord(
                name: description, category: NameID(.changes), process: row.process(process, thread),
                thread: row[thread], message: caller(row[stack], builder), start: time))
        return .imported
    }

    private func caller(_ stack: UInt32, _ builder: TraceBuilder) -> NameID {
        let nodes = builder.records.stacks.nodes
        var node = stack
        while node != 0 {
            if nodes[Int(node)].isApp { return nodes[Int(node)].frame }
            node = nodes.parent(Int(node))
        }
        return .none
    }
}
