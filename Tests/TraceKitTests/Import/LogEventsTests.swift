import Testing

@testable import TraceKit

/// What is put into few bytes comes out as it was.
@Suite struct LogEventsTests {
    private func event(_ number: Int, byte: Int) -> LogEvent {
        var event = LogEvent(
            kind: [.begin, .end, .event, .evidence][number % 4],
            time: LogTime(nanoseconds: Int64(number), zone: number % 3 == 0 ? nil : Int64(number % 3)),
            name: NameID(rawValue: UInt32(1 + number % 5)))
        event.context.hasID = number % 2 == 0
        event.id = UInt64(number % 7) << 60
        event.context.pid = UInt64(number % 2)
        event.context.thread = UInt64(number % 3)
        event.message = number % 10 == 9 ? NameID(rawValue: 3) : .none
        event.context.boot = number % 6 == 5 ? NameID(rawValue: 2) : .none
        event.ticks = UInt64(number)
        event.changed = number % 4 == 3 ? ListID(rawValue: 1) : .none
        event.byte = byte
        return event
    }

    private func check(_ events: LogEvents, _ index: Int, _ row: LogEvents.Row, _ event: LogEvent) {
        let (source, context) = (events.sources[row.source], events.context(of: row))
        #expect(row.kind == event.kind && row.time == event.time.nanoseconds && context.zone == event.time.zone)
        #expect(source.name == event.name && source.id == event.id && context.hasID == event.context.hasID)
        #expect(context.pid == event.context.pid && context.thread == event.context.thread)
        #expect(context.boot == event.context.boot)
        #expect(events.messages[index] == event.message && events.changed[index] == event.changed)
        #expect(!event.context.boot.isPresent || events.ticks[index] == event.ticks)
        #expect(row.byte == event.byte)
    }

    @Test func `events, read in one go or in parts`() {
        let all = (0..<2000).map { event($0, byte: $0 * 10_000_000) }
        let numbers = PartNumbers()
        for name in 1...5 { numbers.names.append(NameID(rawValue: UInt32(name))) }
        numbers.lists.append(ListID(rawValue: 1))
        for border in [0, 1, 700, 1999, 2000] {
            let (events, part) = (LogEvents(), LogEvents())
            for index in 0..<border { events.append(all[index]) }
            for index in border..<2000 { part.append(all[index]) }
            events.absorb(part, numbers)
            #expect(events.count == 2000)
            let rows = events.rows
            for index in 0..<2000 { check(events, index, rows[index], all[index]) }
            #expect(events.sources.count <= 2 * 3 * 2 * 5 * 7 * 2)
        }
    }
}
