/// Reads a recording of Instruments directly. The readers for exported tables read its tables, by the mnemonics of
/// their columns.
struct BundleReader {
    private let files: BundleFiles
    private let readers: [XctraceReader]
    private let builder: TraceBuilder
    private let file: Int
    private(set) var state: XctraceState
    /// The SwiftUI tables with rows that were read.
    private var guessed: Set<String> = []

    init(
        _ files: BundleFiles, _ readers: [XctraceReader], _ builder: TraceBuilder, file: Int, _ state: XctraceState
    ) {
        (self.files, self.readers, self.builder, self.file, self.state) = (files, readers, builder, file, state)
    }

    mutating func read() throws(TraceError) {
        state.documentCount += 1
        try checkRequirements()
        let numbers = BundleTables.runs(files)
        guard !numbers.isEmpty else {
            if BundleAge.looksOld(files) { throw BundleAge.problem(files, at: files.name) }
            throw TraceError(
                .input, "the recording holds no run", at: Place(file: files.name), fix: "copy the whole recording")
        }
        let facts = BundleFacts(files)
        warn(facts.warnings)
        let runs = try runs(numbers, facts)
        let number = try choose(runs)
        // A deleted run leaves its folder behind.
        for run in runs where run.contents.number != number {
            if let failure = run.failure { warn(failure, "run \(run.contents.number) is left out") }
        }
        state.run = number
        state.runs.formUnion(numbers)
        XctraceContents(runs: runs.map(\.contents)).take(into: builder, &state, file: files.name)
        guard let run = runs.first(where: { $0.contents.number == number }) else { return }
        let list = try tables(of: run)
        if builder.options.listsTables { return listTables(run) }
        try readTables(list, facts, run)
    }

    private func warn(_ diagnostics: [Diagnostic]) { builder.records.warnings += diagnostics }

    private func warn(_ error: TraceError, _ cost: String) { builder.records.warnings.append(error.warning(cost)) }

    // MARK: Requirements

    private func checkRequirements() throws(TraceError) {
        let path = BundleAge.requirements
        guard let bytes = try files.bytes(path) else { return warn(files.missing(path), "its version is not checked") }
        guard case .dictionary(let needs) = try XMLPlist.read(bytes, name: files.path(path)) else {
            throw files.wrong(path, "the recording's list of requirements is damaged")
        }
        guard let layout = BundleAge.layout(needs), layout != BundleAge.known else { return }
        if layout < BundleAge.known { throw BundleAge.problem(files, at: files.path(path), layout: layout) }
        throw TraceError(
            .input, "this is a recording of a newer layout (\(layout)), which is not known",
            at: Place(file: files.path(path)),
            fix: "export it with xcrun xctrace export")
    }

    // MARK: Runs

    /// A run with its tables and their numbers of rows, as far as known.
    struct Run {
        var contents: XctraceContents.Run
        var tables: BundleTables?
        /// The reason why it has no tables.
        var failure: TraceError?
        var rows: [String: Int] = [:]
        var problems: [String: TraceError] = [:]

        var hasTables: Bool { tables?.tables.isEmpty == false }
    }

    private func runs(_ numbers: [Int], _ facts: BundleFacts) throws(TraceError) -> [Run] {
        var runs: [Run] = []
        for number in numbers {
            var run = Run(contents: try facts.run(number))
            do throws(TraceError) {
                let tables = try BundleTables(files, run: number)
                run.tables = tables
                for table in tables.tables { look(at: table, &run) }
            } catch {
                run.failure = error
            }
            runs.append(run)
        }
        return runs
    }

    private func look(at table: BundleTables.Table, _ run: inout Run) {
        do throws(TraceError) {
            let count = try BundleStore(files, table).rowCount
            run.rows[table.folder] = count
            run.contents.add(table.schema, rows: Int64(count))
        } catch {
            run.problems[table.folder] = error
            run.contents.add(table.schema, rows: nil)
        }
        run.contents.noteHangs(table.schema, threshold: table.attributes["hangs-threshold"].flatMap { Int64($0) })
    }

    /// Chooses the requested run, otherwise the first with rows that can be read, otherwise the first.
    private func choose(_ runs: [Run]) throws(TraceError) -> Int {
        let numbers = runs.map { "\($0.contents.number)" }.joined(separator: ", ")
        if let number = builder.options.run {
            guard runs.contains(where: { $0.contents.number == number }) else {
                throw RecordingContents.noRun(number, files.name, numbers)
            }
            return number
        }
        let useful = runs.first { run in
            run.tables?.tables.contains { reader(of: $0.schema) != nil && run.rows[$0.folder] ?? 0 > 0 } == true
        }
        return (useful ?? runs.first(where: \.hasTables) ?? runs[0]).contents.number
    }

    /// The tables of the chosen run. Throws if they are unknown, because an empty answer would be wrong.
    private func tables(of run: Run) throws(TraceError) -> BundleTables {
        if let failure = run.failure { throw failure }
        guard run.hasTables, let tables = run.tables else {
            throw TraceError(
                .input, "run \(run.contents.number) of the recording lists no tables: nothing of it can be read",
                at: Place(file: files.name),
                fix: "copy the whole recording; open and save one of Instruments 11 or older with a newer Instruments")
        }
        return tables
    }

    /// The reader for the tables of a schema. SwiftUI's tables are not verified, so they are read only on request.
    private func reader(of schema: String) -> XctraceReader? {
        if RecordedTables.isSwiftUI(schema), !builder.options.guessesSwiftUI { return nil }
        return readers.first { $0.table.schemas.contains(schema) }
    }

    // MARK: Tables

    /// Lists the tables without reading any row.
    private func listTables(_ run: Run) {
        for table in run.tables?.tables ?? [] {
            let (count, reader) = (run.rows[table.folder] ?? 0, reader(of: table.schema))
            if let problem = run.problems[table.folder] {
                warn(problem, "the table \(table.schema) cannot be read")
                if let reader { builder.lose(table.schema, reader.table.lanes) }
            } else if let reader {
                builder.records.lanes.formUnion(reader.table.lanes)
                builder.records.counters.add(.schemaRows, table.schema, by: count)
                if count == 0 { builder.records.counters.add(.emptySchema, table.schema) }
            }
        }
        nameSwiftUI(run)
    }

    private mutating func readTables(_ list: BundleTables, _ facts: BundleFacts, _ run: Run) throws(TraceError) {
        let uniquing = BundleUniquing(files, list, builder.names)
        let threads = BundleThreads(uniquing, builder.names)
        var setup = BundleSetup(files, list, uniquing, threads)
        try setup.read(facts, builder)
        let stacks = BundleStacks(files, uniquing, setup.images, builder.records)
        let parts = XctraceCells(builder.records)
        let cells = BundleCells(uniquing, threads, stacks, parts.values)
        let row = XctraceRow(parts, builder, file: file)
        for table in list.tables {
            let rows = run.rows[table.folder] ?? 0
            guard let reader = reader(of: table.schema) else {
                builder.skip(rows, .skippedSchema, table.schema)
                if let problem = run.problems[table.folder] { warn(problem, "the table \(table.schema) is left out") }
                continue
            }
            if table.schema == "time-sample", builder.records.samples.count > 0 {
                passOver(table, rows)
            } else {
                try readTable(table, reader, cells, row, rows, run.problems[table.folder])
            }
        }
        warn(stacks.warnings + [stacks.namesNote].compactMap { $0 })
        nameSwiftUI(run)
    }

    private func nameSwiftUI(_ run: Run) {
        let tables = (run.tables?.tables ?? []).filter { RecordedTables.isSwiftUI($0.schema) }
        let rows = tables.map { (schema: $0.schema, count: run.rows[$0.folder] ?? 0) }.filter { $0.count > 0 }
        let isGuessed = builder.options.guessesSwiftUI && !builder.options.listsTables
        guard let first = rows.first else {
            if isGuessed {
                tell("the recording holds no rows of SwiftUI's tables: --experimental-swiftui reads nothing")
            }
            return
        }
        let list = { (rows: [(schema: String, count: Int)]) in
            rows.map { "\($0.schema) (\($0.count) rows)" }.joined(separator: ", ")
        }
        let fix = "export them on a Mac: \(RecordedTables.export(first.schema, run: Int64(run.contents.number)))"
        let others = isGuessed ? rows.filter { reader(of: $0.schema) == nil } : rows
        if !others.isEmpty {
            tell("the tables of SwiftUI are not read from a recording itself: \(list(others))", fix: fix)
        }
        let guessed = rows.filter { self.guessed.contains($0.schema) }
        guard !guessed.isEmpty else { return }
        builder.records.formats.append(RecordedTables.guessedFormat)
        tell(
            "read by guess, as --experimental-swiftui asks for, and not verified on any recording: \(list(guessed)); "
                + "compare with an export before you trust a figure", fix: fix)
    }

    private func tell(_ text: String, fix: String? = nil) {
        builder.tell(.warning, at: Place(file: files.name), text, fix: fix)
    }

    private mutating func readTable(
        _ table: BundleTables.Table, _ reader: XctraceReader, _ cells: BundleCells, _ row: XctraceRow, _ count: Int,
        _ problem: TraceError?
    ) throws(TraceError) {
        builder.records.lanes.formUnion(reader.table.lanes)
        let store: BundleStore
        do throws(TraceError) {
            if let problem { throw problem }
            store = try BundleStore(columnsOf: table, files)
        } catch {
            if error.kind == .interrupted { throw error }
            return leaveOut(table, reader, count, error)
        }
        let schema = XctraceSchema(
            table.schema, store.columns.map(\.mnemonic), at: Place(file: files.path(table.folder)), readers)
        var rows = XctraceRows(schema, reader, row)
        guard count > 0 else { return rows.finish(&state) }
        leaveOutUnreadable(store, schema, cells)
        if let missing = schema.missing {
            return leaveOut(
                table, reader, count, files.wrong(table.folder, "the table \(table.schema) needs \(missing)"))
        }
        rows.begin(&state)
        if RecordedTables.isSwiftUI(table.schema) { guessed.insert(table.schema) }
        try readRows(of: store, &rows, cells, row)
    }

    /// Leaves out the columns with unreadable values, and names them in a warning.
    private func leaveOutUnreadable(_ store: BundleStore, _ schema: XctraceSchema, _ cells: BundleCells) {
        var lost: [String: (error: TraceError, columns: [String])] = [:]
        for (place, column) in store.columns.enumerated() where schema.shapes[place] != .none {
            let name = "\(store.table.schema).\(column.mnemonic)"
            if column.cell.kind == .unsupported {
                builder.records.counters.add(.unknownColumn, "\(name) (\(column.type.prefix(60)): unsupported)")
            } else if let problem = cells.problem(column.cell.kind) {
                lost[problem.diagnostic.text, default: (problem, [])].columns.append(name)
            } else {
                continue
            }
            schema.shapes[place] = .none
        }
        for (_, entry) in lost.sorted(by: { $0.key < $1.key }) {
            warn(entry.error, "columns that are lost: \(entry.columns.joined(separator: ", "))")
        }
    }

    /// Skips the table from which `time-profile` was made: that one comes first, so the stacks of this one need not be
    /// read.
    private mutating func passOver(_ table: BundleTables.Table, _ rows: Int) {
        builder.records.counters.add(.schemaRows, table.schema, by: rows)
        builder.skip(rows, .skippedRepeatedLane, table.schema)
        state.note(table.schema, rows: rows, rejected: 0)
    }

    /// Leaves out a table that cannot be read, and reports its rows.
    private mutating func leaveOut(
        _ table: BundleTables.Table, _ reader: XctraceReader, _ rows: Int, _ error: TraceError
    ) {
        builder.lose(table.schema, reader.table.lanes)
        builder.skip(rows, .skippedUnreadable, table.schema)
        warn(error, "the table \(table.schema) is left out\(rows > 0 ? " with \(rows) rows" : "")")
    }

    // MARK: Rows

    private mutating func readRows(
        of store: BundleStore, _ rows: inout XctraceRows, _ cells: BundleCells, _ row: XctraceRow
    ) throws(TraceError) {
        let (builder, schema, path) = (builder, rows.schema, files.path("\(store.table.folder)/bulkstore"))
        let read = (0..<schema.slots.count).filter { schema.shapes[$0] != .none }.map { place in
            (cell: store.columns[place].cell, slot: schema.slots[place], place: place)
        }
        var missing = [Int](repeating: 0, count: store.columns.count)
        func take(_ stored: BundleStore.Row) {
            rows.next()
            for column in read {
                let value = cells.value(column.cell, stored)
                if value.tag == .missing { missing[column.place] += 1 }
                row.cells[column.slot] = value
            }
            row.offset = stored.offset
            rows.take(at: Place(file: path, byte: stored.offset), raw: "row \(stored.number + 1)")
        }
        var damage: TraceError?
        do throws(TraceError) {
            try store.read(take) { () throws(TraceError) in try builder.options.interruption?.check() }
        } catch {
            if error.kind == .interrupted { throw error }
            damage = error
        }
        builder.skip(store.rowCount - rows.count, .skippedUnreadable, schema.name)
        for (place, count) in missing.enumerated() where count > 0 {
            builder.records.counters.add(
                .missingReference, "\(schema.name).\(store.columns[place].mnemonic)", by: count)
        }
        rows.finish(&state, isWhole: damage == nil)
        if let damage {
            builder.lose(schema.name, rows.reader.table.lanes)
            builder.noteDamage(damage.diagnostic)
            warn(damage, "\(rows.count) of \(store.rowCount) rows of the table \(schema.name) were read")
        }
    }
}
