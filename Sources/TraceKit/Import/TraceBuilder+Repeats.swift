/// Rows that several files of a trace have in common: a table copied out of Instruments besides the full export of the
/// same recording.
///
/// A row is a repetition if an earlier file used its id for the same thing (an update of the same view, or a cause,
/// interaction or group, that begins at the same time). The more complete one is kept, and completed with the other
/// one.
extension TraceBuilder {
    /// The first rows of the current file, and the number of tables with rows of each lane without ids.
    struct FileRows {
        fileprivate var first = Counts()
        fileprivate var lanes: [Lane: Int] = [:]
        fileprivate(set) var tables: [Lane: Int] = [:]
        /// The rows of earlier files by handle of their id, created when an id is used again.
        fileprivate var rows: [UInt32: Int] = [:]
        fileprivate var groups: [UInt32: Int] = [:]
        fileprivate var indexed = Counts()
        /// The number of repeated rows.
        fileprivate(set) var repeated = 0
    }

    struct Counts: Equatable {
        var updates = 0
        var causes = 0
        var interactions = 0
        var groups = 0
    }

    private static let plainLanes: [Lane] = [.hitches, .hangs, .signposts, .samples]
    /// The largest rounding: tables of Instruments show microseconds, logs milliseconds.
    private static let rounding: Int64 = 1_000_000

    func beginFile() {
        fileRows.first = Counts(
            updates: updates.count, causes: causes.count, interactions: records.interactions.count,
            groups: records.groups.count)
        for lane in Self.plainLanes { fileRows.lanes[lane] = records.count(lane) }
    }

    func endFile(isTable: Bool) {
        guard isTable else { return }
        for lane in Self.plainLanes where records.count(lane) > fileRows.lanes[lane] ?? 0 {
            fileRows.tables[lane, default: 0] += 1
        }
    }

    // MARK: Rows with ids

    /// Returns the row of an earlier file with this id, if it is the same update.
    func repeatedUpdate(_ id: UInt64, start: Int64, _ key: ViewKey) -> Int? {
        guard let row = earlierRow(id, .update), isAtOnce(updates.start[row], start) else { return nil }
        return records.views[Int(updates.view[row])].name == key.name ? row : nil
    }

    func isRepeated(_ cause: CauseRecord, _ id: UInt64) -> Bool {
        guard let row = earlierRow(id, .cause) else { return false }
        return causes[row].name == cause.name && isAtOnce(causes[row].start, cause.start)
    }

    func isRepeated(_ interaction: InteractionRecord, _ id: UInt64) -> Bool {
        guard let row = earlierRow(id, .interaction) else { return false }
        let known = records.interactions[row]
        return known.kind == interaction.kind && isAtOnce(known.start, interaction.start)
    }

    func isRepeated(_ group: GroupRecord) -> Bool {
        guard fileRows.first.groups > 0 else { return false }
        index()
        return fileRows.groups[group.id].map { isAtOnce(records.groups[$0].start, group.start) } ?? false
    }

    private func earlierRow(_ id: UInt64, _ definition: Definition) -> Int? {
        guard fileRows.first != Counts(), let handle = ids.find(id), definitions[Int(handle)] == definition else {
            return nil
        }
        index()
        return fileRows.rows[handle]
    }

    /// Indexes the rows of earlier files by their ids; each row once, and only when an id is used again.
    private func index() {
        let (first, known) = (fileRows.first, fileRows.indexed)
        guard first != known else { return }
        for row in known.updates..<first.updates where updates.id[row] != 0 { fileRows.rows[updates.id[row]] = row }
        for row in known.causes..<first.causes where causes[row].id != 0 { fileRows.rows[causes[row].id] = row }
        for row in known.interactions..<first.interactions { fileRows.rows[records.interactions[row].id] = row }
        for row in known.groups..<first.groups { fileRows.groups[records.groups[row].id] = row }
        fileRows.indexed = first
    }

    private func isAtOnce(_ first: Int64, _ second: Int64) -> Bool {
        first == second || first >= 0 && second >= 0 && abs(first - second) < Self.rounding
    }

    /// Counts the current row as a repetition. Importers count it as imported, like any other.
    func countRepeated() {
        rowsImported -= 1
        fileRows.repeated += 1
        records.counters.add(.skippedRepeatedRow)
    }

    // MARK: Rows without ids

    /// Drops rows that two tables have in common. The lanes are sorted.
    func dropRepeats() {
        for (lane, tables) in fileRows.tables where tables > 1 {
            let count = records.count(lane)
            switch lane {
            case .hitches: records.hitches = once(records.hitches)
            case .hangs: records.hangs = once(records.hangs)
            case .signposts: dropRepeats(records.signposts)
            case .samples:
                let samples = records.samples
                let isKept = samples.indices.map { $0 == 0 || records.isRecord(samples[$0 - 1], before: samples[$0]) }
                samples.keep { isKept[$0] }
            default: break
            }
            let dropped = count - records.count(lane)
            rowsImported -= dropped
            fileRows.repeated += dropped
            if dropped > 0 { records.counters.add(.skippedRepeatedRow, by: dropped) }
        }
        guard fileRows.repeated > 0 else { return }
        let isOne = fileRows.repeated == 1
        tell(
            .note,
            "\(Decimal.counted(fileRows.repeated, "row")) \(isOne ? "is" : "are") in two files of the trace: the fuller one of each is kept, once"
        )
    }

    private func once<Record: LaneRecord>(_ rows: [Record]) -> [Record] {
        rows.enumerated().filter { $0.offset == 0 || records.isRecord(rows[$0.offset - 1], before: $0.element) }.map(
            \.element)
    }

    private func dropRepeats<Record: LaneRecord>(_ rows: Column<Record>) {
        let isKept = rows.indices.map { $0 == 0 || records.isRecord(rows[$0 - 1], before: rows[$0]) }
        rows.keep { isKept[$0] }
    }
}
