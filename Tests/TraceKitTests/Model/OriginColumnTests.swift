import Testing

@testable import TraceKit

/// Records whose common part is kept once are the records that were put in.
@Suite struct OriginColumnTests {
    /// Signposts of few places, of which hardly two are equal.
    private func someSignposts(_ count: Int, seed: Int) -> [SignpostRecord] {
        var random = SeededNumbers(seed)
        func name() -> NameID { NameID(rawValue: UInt32.random(in: 0..<3, using: &random)) }
        return (0..<count).map { row in
            SignpostRecord(
                name: name(), subsystem: name(), category: name(), process: name(), thread: name(), scope: name(),
                message: name(), hasID: Bool.random(using: &random),
                pairing: [.complete, .beginOnly, .endOnly][Int.random(in: 0..<3, using: &random)],
                signpostID: UInt64(row), start: Int64.random(in: 0..<20, using: &random), duration: Int64(row % 5) - 1)
        }
    }

    private func text(_ signpost: SignpostRecord) -> String { "\(signpost)" }

    private func column(_ signposts: [SignpostRecord]) -> OriginColumn<SignpostRecord> {
        let column = OriginColumn<SignpostRecord>()
        for signpost in signposts { column.append(signpost) }
        return column
    }

    @Test func `what was put in comes out, and what was put over it too`() {
        let all = someSignposts(500, seed: 1)
        let signposts = column(all)
        #expect(signposts.map(text) == all.map(text))
        for index in all.indices { signposts[index] = all[all.count - 1 - index] }
        #expect(signposts.map(text) == all.reversed().map(text))
        signposts.keep { $0 % 7 == 0 }
        #expect(signposts.map(text) == all.indices.filter { $0 % 7 == 0 }.map { text(all[all.count - 1 - $0]) })
        #expect(column([]).isEmpty)
    }

    @Test func `samples and lines of a log are kept whole`() {
        let samples = OriginColumn<SampleRecord>()
        let logs = OriginColumn<LogRecord>()
        let (one, two) = (NameID(rawValue: 1), NameID(rawValue: 2))
        let someSamples = [
            SampleRecord(start: 1, weight: 2, thread: one, state: two, stack: 7, process: one),
            SampleRecord(start: 2, weight: -1, thread: two, state: one, stack: 0, process: one),
            SampleRecord(start: 3, weight: 9, thread: two, state: one, stack: 3, process: two),
        ]
        let someLogs = [
            LogRecord(start: 1, level: .error, subsystem: one, category: two, message: one, process: two, thread: one),
            LogRecord(start: 1, level: .debug, subsystem: one, category: two, message: two, process: two, thread: one),
            LogRecord(start: 1, level: .debug, subsystem: two, category: one, message: two, process: one, thread: two),
        ]
        for sample in someSamples { samples.append(sample) }
        for log in someLogs { logs.append(log) }
        #expect(samples.map { "\($0)" } == someSamples.map { "\($0)" })
        #expect(logs.map { "\($0)" } == someLogs.map { "\($0)" })
    }

    @Test(arguments: [0, 1, 400]) func `another column's records come behind`(own: Int) {
        let (first, second) = (someSignposts(own, seed: 2), someSignposts(300, seed: 3))
        let signposts = column(first)
        signposts.take(column(second))
        #expect(signposts.map(text) == (first + second).map(text))
        signposts.take(column(second)) { signpost in
            var signpost = signpost
            (signpost.thread, signpost.start) = (NameID(rawValue: 9), signpost.start + 100)
            return signpost
        }
        #expect(signposts.count == own + 600)
        #expect(signposts.dropFirst(own + 300).allSatisfy { $0.thread.rawValue == 9 && $0.start >= 100 })
        #expect(signposts.dropFirst(own + 300).map(\.signpostID) == second.map(\.signpostID))
    }

    @Test func `the order is by start, then as it is asked for`() {
        let all = someSignposts(2000, seed: 4)
        let signposts = column(all)
        signposts.sort { $0.signpostID > $1.signpostID }
        let expected = all.sorted { ($0.start, $1.signpostID) < ($1.start, $0.signpostID) }
        #expect(signposts.map(text) == expected.map(text))
    }
}
