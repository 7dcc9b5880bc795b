/// Gathers the records of one trace from however many files it has, and checks them.
///
/// What every format must obey is checked here once: sentinels, negative durations, ids used twice, words that
/// are none of ours. Ids are turned into handles at once, so that records may refer forwards; `finish` resolves
/// them, sorts the records and accounts for every row (rows seen = imported + rejected + skipped).
final class TraceBuilder {
    static let sentinel = UpdateColumns.sentinel

    /// What the holder of an id is.
    enum Definition: UInt8, BitwiseCopyable { case none, interaction, cause, update }

    let options: ImportOptions
    let records = TraceRecords()
    /// The long lanes of `records`, within reach: what is behind two references is retained for every call.
    let (updates, edges): (UpdateColumns, Column<EdgeRecord>)
    let (causes, signposts): (Column<CauseRecord>, Column<SignpostRecord>)
    private let viewIndex: DenseIndex<ViewKey>
    let ids: IDIndex
    let groupIDs: IDIndex
    /// By id handle.
    let definitions = Column<Definition>(repeating: .none, count: 1)
    let groupDefined = Column<Bool>(repeating: false, count: 1)
    /// Edges from the `cause` shorthand: (from, to) handles.
    let shorthandFrom = Column<UInt32>()
    let shorthandTo = Column<UInt32>()
    /// The place of each explicit edge in its file, for the reject of one that leads nowhere.
    let edgeOffsets = Column<Int>()
    let edgeFiles = Column<UInt16>()
    /// What consoles and logs said about bodies; joined to the updates in `finish`.
    let evidence: BodyEvidence
    let viewNames: ViewNames
    /// The fields of each kind of record, by its raw value.
    let kindFields = Column<FieldSet>()
    /// Those of updates that most exporters leave out.
    let optionalFields: FieldSet

    /// Which rows the files before the one that is being read have.
    var fileRows = FileRows()

    var rowsSeen = 0
    var rowsImported = 0
    var rowsRejected = 0
    /// Parts of files that other builders read.
    var partsAbsorbed = 0
    /// The first row of each lane, and of each table of an export, that was rejected.
    private(set) var firstRejected: [String: (place: Place, message: String)] = [:]
    /// Lanes and tables with rejected rows that could be read all the same.
    var readLanes: Set<String> = []
    /// Lanes of which a table or list was lost.
    private(set) var lostLanes: Set<Lane> = []
    /// Tables of an export of whose rows none could be taken, with their numbers.
    var unreadTables: [String: Int] = [:]
    /// What the times of updates are called in the input: a heading, or a key.
    var timeNames: [Field: String] = [:]
    /// Whether wall-clock times were read that have no zone.
    var hasLocalTimes = false
    /// By update: the user's action that its row says it ran in. Rows of people's own have it.
    let interactionsOfUpdates = SparseColumn<NameID>(absent: .none)
    /// Whether rows of people's own were read: their clock may be any.
    var hasOwnRows = false
    /// Whether texts said why bodies ran: with the names of properties, or of the views around them.
    var hasReasons = false
    /// Up to which update each source of updates goes, in the order in which they were read.
    var updateSources: [(end: Int, name: String)] = []
    /// Signposts with one name for many things, whose messages are the names.
    var spokenSignposts: Set<SignpostKind> = []
    /// Logs whose times count from their own first line.
    var ownClocks = 0
    /// Rows whose end is not their start and duration.
    var contradictingEnds = 0
    /// The error of exports that are a table of contents and nothing else.
    var contentsAlone: TraceError?
    /// Indexes of rejects of which only the offset in their file is known so far.
    private var lateRejects: [Int] = []
    /// Rejects kept with their text; beyond this they are only counted.
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

    /// The view whose body a text names.
    func bodyView(_ raw: NameID, module: NameID = .none) -> UInt32 {
        view(ViewKey(name: viewNames[raw], rawName: raw, module: module, kind: .body, kindWord: .none))
    }

    // MARK: Checks

    /// A duration that may be missing: -1 for none or a sentinel, and never negative otherwise.
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

    /// Counts rows that are left out by a rule.
    func skip(_ rows: Int, _ rule: ImportCounters.Name, _ detail: String) {
        rowsSeen += rows
        if rows > 0 { records.counters.add(rule, detail, by: rows) }
    }

    // MARK: Messages

    func tell(_ level: Diagnostic.Level, at place: Place? = nil, _ message: String, fix: String? = nil) {
        records.warnings.append(Diagnostic(level, at: place, message, fix: fix))
    }

    /// The one file of the trace, or the first of several.
    var firstPlace: Place? { records.sourceFiles.first.map { Place(file: $0) } }

    /// Keeps what was complete of an input that could not be read to its end; without any rows, the error is the answer.
    func keep(_ error: TraceError, rowsBefore: Int) throws(TraceError) {
        guard error.kind == .input, rowsSeen > rowsBefore else { throw error }
        noteDamage(error.diagnostic)
    }

    // MARK: Rejects

    /// An input could not be read to its end. Of several the first is told of.
    func noteDamage(_ damage: Diagnostic) {
        guard records.damage == nil else { return }
        records.metadata.truncatedAt = damage.place
        records.damage = damage
    }

    /// The last line of a log is half of one.
    func noteCutLine(at place: Place) {
        noteDamage(
            Diagnostic(
                .error, at: place, "the last line is cut off", fix: "the file ends too early; record or export it again"
            ))
    }

    /// A table of an export, or a list of our own format, could not be read to its end: without rows of others its lanes are
    /// not known to be empty.
    func lose(_ table: String, _ lanes: [Lane]) {
        lostLanes.formUnion(lanes)
        if records.counters.count(.lostTable, table) == 0 { records.counters.add(.lostTable, table) }
    }

    /// Whether rows of a lane or table were rejected, and none of them could even be read.
    func isUnread(_ key: String) -> Bool { firstRejected[key] != nil && !readLanes.contains(key) }

    /// `kind`: the record that the row would have become, where that is known; `table`: the table of an export that it is
    /// of; `isCut`: the row is no worse than any other, but the input ends in it.
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

    /// Rejects a line of JSON that cannot be read, and goes on behind it. Without a line end the file was cut.
    func rejectLine(_ error: TraceError, _ reader: inout JSONReader) throws(TraceError) {
        reject(
            RowProblem(reader.fault, error.diagnostic.message), at: error.diagnostic.place ?? reader.markPlace,
            raw: reader.markedLine())
        if try !reader.skipLine() { noteDamage(error.diagnostic) }
    }

    /// Rejects a row of a file that was read before: its line and column are looked up by `placeRejects`.
    func rejectLate(_ problem: RowProblem, file: String, byte: Int, raw: @autoclosure () -> String) {
        if records.rejects.count < Self.keptRejects { lateRejects.append(records.rejects.count) }
        reject(problem, at: Place(file: file, byte: byte), raw: raw())
    }

    /// Looks up where late rejects are, in one pass over each file.
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
