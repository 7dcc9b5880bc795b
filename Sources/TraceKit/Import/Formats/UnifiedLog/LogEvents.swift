/// A signpost, a line about a body's changes or any other line, as one row of a log has it.
struct LogEvent: BitwiseCopyable {
    enum Kind: UInt8, BitwiseCopyable { case begin, end, event, evidence, line }

    var kind: Kind
    var time: LogTime
    /// Ticks of the machine since some start, within one boot; meaningful where the context has a boot.
    var ticks: UInt64 = 0
    /// Without the zone, which the time has.
    var context = LogContext()
    /// The signpost's name, or the type that evidence is about.
    var name: NameID
    var message = NameID.none
    var id: UInt64 = 0
    /// Of evidence: the changed properties.
    var changed = ListID.none
    /// Offset in the file of the row.
    var byte = 0

    /// `spid excl`: `OS_SIGNPOST_ID_EXCLUSIVE`.
    static let exclusiveID: UInt64 = 0xEEEE_B0B5_B2B2_EEEE

    /// Makes the event evidence of a body.
    mutating func take(_ changes: PrintChangesLine, _ builder: TraceBuilder) {
        (kind, name) = (.evidence, builder.names.intern(changes.type))
        changed = builder.evidence.list(changes)
    }
}

/// The events of one log in few bytes each, in the order in which they were written.
///
/// Millions of events come from a handful of emitters and have a few hundred names. Who emits is a `LogContext`; a
/// source is a context, a name and an id. An event is then a time, a number of its source, and what few events have.
final class LogEvents {
    /// What is the same signpost, begun and ended over and over.
    struct Source: BitwiseCopyable {
        var id: UInt64
        var name: NameID
        /// Index into `contexts`.
        var context: UInt32
    }

    struct Row: BitwiseCopyable {
        /// Nanoseconds: of the wall clock, until `LogClock` has settled what they count from.
        var time: Int64
        /// Offset in the file.
        let byte: Int
        /// Index into `sources`.
        fileprivate var sourceNumber: UInt32
        let kind: LogEvent.Kind

        var source: Int { Int(sourceNumber) }
    }

    let rows = Column<Row>()
    let sources = Column<Source>()
    /// In order of first appearance; every one has an event.
    let contexts = Column<LogContext>()
    /// The text that follows the name of a signpost, or that of a line.
    let messages = SparseColumn<NameID>(absent: .none)
    /// Of evidence: the changed properties.
    let changed = SparseColumn<ListID>(absent: .none)
    /// Of complaints in a console: the view whose body the lines around them name.
    let views = SparseColumn<NameID>(absent: .none)
    /// Ticks of the machine since some start, within one boot; meaningful where the context has a boot.
    let ticks = SparseColumn<UInt64>(absent: 0)

    private var contextNumbers: [LogContext: UInt32] = [:]
    private let sourceNumbers = KeyIndex()

    var count: Int { rows.count }

    func context(of row: Row) -> LogContext { contexts[Int(sources[row.source].context)] }

    // MARK: Appending

    func append(_ event: LogEvent) {
        var context = event.context
        context.zone = event.time.zone
        let index = count
        append(
            event.kind, time: event.time.nanoseconds,
            Source(id: event.id, name: event.name, context: number(context)), byte: event.byte)
        if event.message.isPresent { messages[index] = event.message }
        if event.changed.isPresent { changed[index] = event.changed }
        if context.boot.isPresent { ticks[index] = event.ticks }
    }

    func append(_ kind: LogEvent.Kind, time: Int64, _ source: Source, byte: Int) {
        rows.append(Row(time: time, byte: byte, sourceNumber: number(source), kind: kind))
    }

    /// The number of a context that an event of is about to be appended.
    func number(_ context: LogContext) -> UInt32 {
        if let known = contextNumbers[context] { return known }
        let new = UInt32(contexts.count)
        contexts.append(context)
        contextNumbers[context] = new
        return new
    }

    private func number(_ source: Source) -> UInt32 {
        let names = UInt64(source.context) << 32 | UInt64(source.name.rawValue)
        let number = sourceNumbers.number(names, source.id)
        if number == sources.count { sources.append(source) }
        return UInt32(number)
    }

    // MARK: Parts

    /// Takes the events of the next part of the log away from it.
    func absorb(_ part: LogEvents, _ numbers: PartNumbers) {
        let first = count
        let ownContexts = Column<UInt32>(capacity: part.contexts.count)
        for var context in part.contexts.buffer {
            context.process = numbers.names[context.process.index]
            context.subsystem = numbers.names[context.subsystem.index]
            context.category = numbers.names[context.category.index]
            context.scope = numbers.names[context.scope.index]
            context.boot = numbers.names[context.boot.index]
            ownContexts.append(number(context))
        }
        let ownSources = Column<UInt32>(capacity: part.sources.count)
        for var source in part.sources.buffer {
            source.name = numbers.names[source.name.index]
            source.context = ownContexts[Int(source.context)]
            ownSources.append(number(source))
        }
        rows.take(part.rows) { row in
            var row = row
            row.sourceNumber = ownSources[row.source]
            return row
        }
        messages.take(part.messages, at: first) { numbers.names[$0.index] }
        changed.take(part.changed, at: first) { numbers.lists[Int($0.rawValue)] }
        views.take(part.views, at: first) { numbers.names[$0.index] }
        ticks.take(part.ticks, at: first) { $0 }
    }
}

/// What rows of a log have in common with many others: the emitter, and how the row was written.
struct LogContext: Hashable, BitwiseCopyable {
    var pid: UInt64 = 0
    /// Number of the thread; zero = not known.
    var thread: UInt64 = 0
    /// The process's name, where known.
    var process = NameID.none
    var subsystem = NameID.none
    var category = NameID.none
    var scope = NameID.none
    /// The boot that the ticks count from; none where there are no ticks.
    var boot = NameID.none
    /// Nanoseconds that the wall clock is ahead of UTC; nil where the row does not say.
    var zone: Int64?
    var hasID = false
    /// Of lines that are only text; nil = signposts, and what SwiftUI says of bodies.
    var level: LogLevel?

    /// Whether the row says whose it is, by a name or by a number alone.
    var hasProcess: Bool { process.isPresent || pid != 0 }

    /// The process as records name it; none where the row says nothing of it.
    func processName(_ names: NameTable) -> NameID {
        let (name, pid) = (names.text(process) ?? "", pid == 0 ? nil : Int64(exactly: pid))
        guard !name.isEmpty || pid != nil else { return .none }
        return names.intern(ProcessName(name, pid: pid).text)
    }
}
