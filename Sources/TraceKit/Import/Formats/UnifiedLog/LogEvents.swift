/// One row of a log: a signpost, a line about a body's changes, or any other line.
struct LogEvent: BitwiseCopyable {
    enum Kind: UInt8, BitwiseCopyable { case begin, end, event, evidence, line }

    var kind: Kind
    var time: LogTime
    /// Machine ticks since some start, within one boot; meaningful if the context has a boot.
    var ticks: UInt64 = 0
    /// The context without the zone, which is part of the time.
    var context = LogContext()
    /// The signpost's name, or the type that evidence is about.
    var name: NameID
    var message = NameID.none
    var id: UInt64 = 0
    /// The changed properties, for evidence.
    var changed = ListID.none
    /// Offset of the row in the file.
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
/// Millions of events come from a few emitters and have a few hundred names. The emitter is a `LogContext`; a source is
/// a context, a name and an id. So an event is a time, the number of its source, and rare details.
final class LogEvents {
    /// One signpost, which begins and ends many times.
    struct Source: BitwiseCopyable {
        var id: UInt64
        var name: NameID
        /// Index into `contexts`.
        var context: UInt32
    }

    struct Row: BitwiseCopyable {
        /// Nanoseconds of the wall clock, until `LogClock` has converted them.
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
    /// The contexts in order of first appearance; each has an event.
    let contexts = Column<LogContext>()
    /// The text after the name of a signpost, or the text of a line.
    let messages = SparseColumn<NameID>(absent: .none)
    /// The changed properties of evidence.
    let changed = SparseColumn<ListID>(absent: .none)
    /// The view named by the lines near a complaint in a console.
    let views = SparseColumn<NameID>(absent: .none)
    /// Machine ticks since some start, within one boot; meaningful if the context has a boot.
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

    /// The number of a context, to which an event is about to be appended.
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

    /// Takes over the events of the next part of the log.
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

/// The common properties of many rows: the emitter, and the form of the row.
struct LogContext: Hashable, BitwiseCopyable {
    var pid: UInt64 = 0
    /// The number of the thread; zero = unknown.
    var thread: UInt64 = 0
    /// The process's name, if known.
    var process = NameID.none
    var subsystem = NameID.none
    var category = NameID.none
    var scope = NameID.none
    /// The boot from which the ticks count; none without ticks.
    var boot = NameID.none
    /// Nanoseconds by which the wall clock is ahead of UTC; nil if unknown.
    var zone: Int64?
    var hasID = false
    /// The level of text lines; nil for signposts, and for SwiftUI's lines about bodies.
    var level: LogLevel?

    /// Whether the row states its process, by name or only by number.
    var hasProcess: Bool { process.isPresent || pid != 0 }

    /// The process as in records; none if it is unknown.
    func processName(_ names: NameTable) -> NameID {
        let (name, pid) = (names.text(process) ?? "", pid == 0 ? nil : Int64(exactly: pid))
        guard !name.isEmpty || pid != nil else { return .none }
        return names.intern(ProcessName(name, pid: pid).text)
    }
}
