/// Collects the records of one trace from any number of files, and checks them.
///
/// Rules for all formats are checked here: sentinels, negative durations, repeated ids, unknown words. Ids are
/// converted to handles at once, so that records may refer forward; `finish` resolves them, sorts the records and
/// accounts for every row (rows seen = imported + rejected + skipped).
final class TraceBuilder {
    static let sentinel = UpdateColumns.sentinel

    /// The kind of record that has an id.
    enum Definition: UInt8, BitwiseCopyable { case none, interaction, cause, update }

    let options: ImportOptions
    let records = TraceRecords()
    /// The long lanes of `records`; accessing them through `records` would retain it for every call.
    let (updates, edges): (UpdateColumns, Column<EdgeRecord>)
    let (causes, signposts): (Column<CauseRecord>, Column<SignpostRecord>)
    private let viewIndex: DenseIndex<ViewKey>
    let ids: IDIndex
    let groupIDs: IDIndex
    /// The definitions by id handle.
    let definitions = Column<Definition>(repeating: .none, count: 1)
    let groupDefined = Column<Bool>(repeating: false, count: 1)
    /// Edges from the `cause` shorthand: (from, to) handles.
    let shorthandFrom = Column<UInt32>()
    let shorthandTo = Column<UInt32>()
    /// The place of each explicit edge in its file, to reject one without nodes.
    let edgeOffsets = Column<Int>()
    let edgeFiles = Column<UInt16>()
    /// Evidence about bodies from consoles and logs; joined to the updates in `finish`.
    let evidence: BodyEvidence
    let viewNames: ViewNames
    /// The fields of each kind of record, by its raw value.
    let kindFields = Column<FieldSet>()
    /// The fields of updates that most exporters leave out.
    let optionalFields: FieldSet

    /// The rows of earlier files.
    var fileRows = FileRows()

    var rowsSeen = 0
    var rowsImported = 0
    var rowsRejected = 0
    /// The number of parts of files read by other builders.
    var partsAbsorbed = 0
    /// The first rejected row of each lane, and of each table of an export.
    private(set) var firstRejected: [String: (place: Place, message: String)] = [:]
    /// Lanes and tables with rejected rows that were readable all the same.
    var readLanes: Set<String> = []
    /// Lanes that lost a table or list.
    private(set) var lostLanes: Set<Lane> = []
    /// Tables of an export whose rows were all rejected, with their numbers.
    var unreadTables: [String: Int] = [:]
    /// The input's headings or keys for the times of updates.
    var timeNames: [Field: String] = [:]
    /// Whether wall-clock times without a zone were read.
    var hasLocalTimes = false
    /// The user's action in which each update ran, from own rows.
    let interactionsOfUpdates = SparseColumn<NameID>(absent: .none)
    /// Whether own rows were read, whose clock may be any.
    var hasOwnRows = false
    /// Whether texts gave reasons of bodies: the names of properties, or of the enclosing views.
    var hasReasons = false
    /// The sources of updates, each with the row at which it ends, in reading order.
    var updateSources: [(end: Int, name: String)] = []
    /// Signposts with one name for many things, which their messages name.
    var spokenSignposts: Set<SignpostKind> = []
    /// The number of logs whose times count from their own first line.
    var ownClocks = 0
    /// The number of rows whose end contradicts start and duration.
    var contradictingEnds = 0
    /// The error for exports that are only a table of contents.
    var contentsAlone: TraceError?
    /// Indexes of rejects of which only the offset in their file is known so far.
    private var lateRejects: [Int] = []
    /// The most rejects kept with their text; further ones are only counted.
    static let keptRejects = 10_000

    init(_ options: ImportOptions = ImportOptions()) {
        self.options = options
        (updates, edges) = (records.updates, records.edges)
        (causes, signposts) = (records.causes, records.signposts)
        viewIndex = DenseIndex(keys: records.views)
        ids = IDIndex(ids: records.ids)
        groupIDs = IDIndex(ids: records.groupIDs)
        for kind in RecordKind.allCases {
            kindFields.append(kind == .update ? kind.fields.union(FieldSet(.interaction)) : kind.fields)
        }
        optionalFields = updates.optional.reduce(into: FieldSet(.interaction)) { $0.insert($1.field) }
        viewNames = ViewNames(records.names)
        evidence = BodyEvidence(records, viewNames)
    }

    var names: NameTable { records.names }

    // MARK: Ids

    func handle(_ id: UInt64) -> UInt32 {
        let handle = ids.handle(of: id)
        if Int(handle) >= definitions.count { definitions.put(.none, at: Int(handle), filler: .none) }
        return handle
    }

    /// The handle of a record's own id; an id belongs to the first record that has it.
    func define(_ id: UInt64, as definition: Definition) throws(RowProblem) -> UInt32 {
        let handle = handle(id)
        guard definitions[Int(handle)] == .none else {
            throw RowProblem(.duplicateID, "the id \(id) was used before; ids are unique over all records", .id)
        }
        definitions[Int(handle)] = definition
        return handle
    }

    /// A handle for a record that has causes but no id of its own.
    func anonymousHandle(as definition: Definition) -> UInt32 {
        let handle = UInt32(records.ids.count)
        records.ids.append(0)
        records.isAnonymous[Int(handle)] = true
        definitions.pad(to: Int(handle), with: .none)
        definitions.append(definition)
        return handle
    }

    func groupHandle(_ id: UInt64) -> UInt32 {
        let handle = groupIDs.handle(of: id)
        if Int(handle) >= groupDefined.count { groupDefined.pad(to: Int(handle) + 1, with: false) }
        return handle
    }

    func view(_ key: ViewKey) -> UInt32 { UInt32(viewIndex.number(of: key)) }

    /// The view whose body has this name.
    func bodyView(_ raw: NameID, module: NameID = .none) -> UInt32 {
        view(ViewKey(name: viewNames[raw], rawName: raw, module: module, kind: .body, kindWord: .none))
    }

    // MARK: Checks

    /// Checks a duration that may be missing: -1 if it is, or for a sentinel, and never negative otherwise.
    func optionalDuration(_ value: Int64?, _ field: Field = .duration) throws(RowProblem) -> Int64 {
        guard let value, value < Self.sentinel else { return -1 }
        guard value >= 0 else { throw RowProblem(.negative, "the \(field.key) is negative (\(value) ns)", field) }
        return value
    }

    func duration(_ value: Int64?) throws(RowProblem) -> Int64 {
        let duration = try optionalDuration(value)
        guard duration >= 0 else { throw RowProblem(.missingField, "the duration is missing", .duration) }
        return duration
    }

    func start(_ value: Int64?) throws(RowProblem) -> Int64 {
        guard let value, value < Self.sentinel else { throw RowProblem(.missingField, "the start is missing", .start) }
        guard value >= 0 else {
            throw RowProblem(.negative, "the start is before the trace begins (\(value) ns)", .start)
        }
        return value
    }

    /// Counts rows that a rule skips.
    func skip(_ rows: Int, _ rule: ImportCounters.Name, _ detail: String) {
        rowsSeen += rows
        if rows > 0 { records.counters.add(rule, detail, by: rows) }
    }

    // MARK: Messages

    func tell(_ level: Diagnostic.Level, at place: Place? = nil, _ message: String, fix: String? = nil) {
        records.warnings.append(Diagnostic(level, at: place, message, fix: fix))
    }

    /// The only file of the trace, or the first of several.
    var firstPlace: Place? { records.sourceFiles.first.map { Place(file: $0) } }

    /// Keeps the complete rows of an input that could not be read to its end; throws the error if there are none.
    func keep(_ error: TraceError, rowsBefore: Int) throws(TraceError) {
        guard error.kind == .input, rowsSeen > rowsBefore else { throw error }
        noteDamage(error.diagnostic)
    }

    // MARK: Rejects

    /// Notes that an input could not be read to its end. Only the first such input is reported.
    func noteDamage(_ damage: Diagnostic) {
        guard records.damage == nil else { return }
        records.metadata.truncatedAt = damage.place
        records.damage = damage
    }

    /// Notes that the last line of a log is truncated.
    func noteCutLine(at place: Place) {
        noteDamage(
            Diagnostic(
                .error, at: place, "the last line is cut off", fix: "the file ends too early; record or export it again"
            ))
    }

    /// Notes that a table of an export, or a list of our own format, could not be read to its end: its lanes are then
    /// not known to be empty.
    func lose(_ table: String, _ lanes: [Lane]) {
        lostLanes.formUnion(lanes)
        if records.counters.count(.lostTable, table) == 0 { records.counters.add(.lostTable, table) }
    }

    /// Whether rows of a lane or table were rejected, and none was readable.
    func isUnread(_ key: String) -> Bool { firstRejected[key] != nil && !readLanes.contains(key) }

    /// Rejects a row. `kind`: the kind of record that the row would have become, if known; `table`: the table of an
    /// export; `isCut`: the row is truncated at the end of the input, not invalid.
    func reject(
        _ problem: RowProblem, of kind: RecordKind? = nil, table: String? = nil, isCut: Bool = false,
        at place: @autoclosure () -> Place, raw: @autoclosure () -> String
    ) {
        rowsRejected += 1
        let lane = kind?.documentKey
        if let lane {
            records.counters.add(.rejectedInLane, lane)
            if isCut { lose(table ?? lane, kind?.lane.map { [$0] } ?? []) }
        }
        if !isCut, let key = table ?? lane {
            if problem.isOfGraph {
                readLanes.insert(key)
            } else if firstRejected[key] == nil {
                firstRejected[key] = (place(), problem.message)
            }
        }
        guard records.rejects.count < Self.keptRejects else { return }
        records.rejects.append(
            RejectRecord(
                kind: problem.kind, place: place(), message: problem.message, raw: raw(), fix: problem.fix))
    }

    /// Rejects a line of JSON that cannot be read, and continues after it. Without a line end the file was cut.
    func rejectLine(_ error: TraceError, _ reader: inout JSONReader) throws(TraceError) {
        reject(
            RowProblem(reader.fault, error.diagnostic.message), at: error.diagnostic.place ?? reader.markPlace,
            raw: reader.markedLine())
        if try !reader.skipLine() { noteDamage(error.diagnostic) }
    }

    /// Rejects a row that was read earlier: `placeRejects` finds its line and column.
    func rejectLate(_ problem: RowProblem, file: String, byte: Int, raw: @autoclosure () -> String) {
        if records.rejects.count < Self.keptRejects { lateRejects.append(records.rejects.count) }
        reject(problem, at: Place(file: file, byte: byte), raw: raw())
    }

    /// Finds the places of late rejects, in one pass over each file.
    func placeRejects() {
        func isBefore(_ left: Int, _ right: Int) -> Bool {
            let (first, second) = (records.rejects[left].place, records.rejects[right].place)
            return (first.file, first.byte ?? 0) < (second.file, second.byte ?? 0)
        }
        var resolver = PlaceResolver()
        for index in lateRejects.sorted(by: isBefore) {
            let place = records.rejects[index].place
            records.rejects[index].place = resolver.place(file: place.file, byte: place.byte ?? 0)
        }
        lateRejects.removeAll()
    }
}
