/// The column `root-causes` of the update tables, for inputs without the cause tables: a cause for each text, and an
/// edge from it to every update that names it.
///
/// Equal texts need not be equal causes, so these edges are counted like all that are joined by name. Where the
/// input holds cause tables, they say more and the column is left alone.
final class XctraceRootCauses {
    private struct Mention: BitwiseCopyable {
        var row: UInt32
        var text: NameID
    }

    /// Causes of two processes are two causes.
    private struct Key: Hashable {
        var text: NameID
        var process: NameID
    }

    private let mentions = Column<Mention>()

    /// Takes what the update in the last row names.
    @inline(__always)
    func note(_ text: NameID, _ builder: TraceBuilder) {
        guard text.isPresent else { return }
        mentions.append(Mention(row: UInt32(builder.records.updates.count - 1), text: text))
    }

    /// Called when all updates are there, and before they are sorted.
    func link(_ builder: TraceBuilder) {
        let updates = builder.records.updates
        var causes: [Key: UInt32] = [:]
        for index in 0..<mentions.count {
            let (row, text) = (Int(mentions[index].row), mentions[index].text)
            if updates.id[row] == 0 { updates.id[row] = builder.anonymousHandle(as: .update) }
            let key = Key(text: text, process: updates.process[row])
            let cause = causes[key] ?? append(key, builder)
            causes[key] = cause
            let edge = EdgeRecord(
                from: cause, to: updates.id[row], at: updates.start[row], label: NameID(.update), changed: .none)
            builder.appendEdge(edge, offset: 0, file: 0)
        }
        if mentions.count > 0 { builder.records.counters.add(.joinedByName, "root-causes", by: mentions.count) }
    }

    /// One cause stands for all of its times, so it has none of its own.
    private func append(_ key: Key, _ builder: TraceBuilder) -> UInt32 {
        let handle = builder.anonymousHandle(as: .cause)
        let (kind, name) = Self.cause(key.text, builder.names)
        builder.records.causes.append(
            CauseRecord(
                id: handle, name: name, kind: kind, kindWord: .none, origin: .unknown, start: UpdateColumns.untimed,
                process: key.process))
        return handle
    }

    /// What the text is of: the words before the colon tell it.
    private static func cause(_ text: NameID, _ names: NameTable) -> (CauseKind, NameID) {
        switch XctraceNodeRole(names.text(text) ?? "", names) {
        case .cause(let kind, let name): (kind, name)
        case .interaction: (.gesture, text)
        case .check: (.update, text)
        case .unclear: (.other, text)
        }
    }
}
