import Testing

@testable import TraceKit

/// A trace of ours and lines with times go in; updates with their lists come out.
@Suite struct BodyEvidenceTests {
    /// `Row 100+50` is an update, `Row@120 _a` a line with a time, `Row _a` one without.
    private func check(
        _ updates: [String], _ lines: [String], _ expected: [String], joined: Int, kept: Int = 0,
        files: Int = 1, sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let builder = TraceBuilder()
        for update in updates { append(update, builder) }
        for line in lines { add(line, builder) }
        builder.records.sourceFiles = (0..<files).map { "\($0)" }
        let records = try builder.finish()
        #expect(records.updateLines == expected, sourceLocation: sourceLocation)
        let counters = records.counters
        let own = counters.count(.evidenceJoined, "the update keeps its own list")
        #expect(counters.count(.evidenceJoined) + own == joined, sourceLocation: sourceLocation)
        let timed = counters.count(.evidenceKept, ImportCounters.timedLines)
        #expect(counters.count(.evidenceKept) + timed == kept, sourceLocation: sourceLocation)
    }

    private func append(_ text: String, _ builder: TraceBuilder) {
        let words = text.split(separator: " ")
        let times = words[1].split(separator: "+").compactMap { Int64($0) }
        let name = builder.names.intern(String(words[0]))
        let updates = builder.records.updates
        let row = updates.count
        updates.start.append(times[0])
        updates.duration.append(times.count > 1 ? times[1] : UpdateColumns.unterminated)
        let kind: UpdateKind = words.contains("layout") ? .layout : .body
        updates.view.append(
            builder.view(ViewKey(name: name, rawName: name, module: .none, kind: kind, kindWord: .none)))
        updates.id.append(0)
        updates.thread.append(NameID(.main))
        updates.phase.append(words.contains("check") ? .check : .update)
        if let own = words.first(where: { $0.hasPrefix("=") }) {
            updates.changed[row] = builder.records.lists.intern([builder.names.intern(String(own.dropFirst()))])
        }
    }

    private func add(_ text: String, _ builder: TraceBuilder) {
        let words = text.split(separator: " ")
        let parts = words[0].split(separator: "@")
        let changed = builder.records.lists.intern(words.dropFirst().map { builder.names.intern(String($0)) })
        builder.evidence.add(
            type: builder.names.intern(String(parts[0])), changed: changed,
            time: parts.count > 1 ? Int64(parts[1]) ?? 0 : UpdateColumns.untimed)
    }

    @Test func `a line with a time goes to the update that holds it`() throws {
        try check(
            ["Row 100+50", "Row 200+50"], ["Row@249 _b", "Row@100 _a"], ["Row 100+50 [_a]", "Row 200+50 [_b]"],
            joined: 2)
    }

    @Test func `of nested updates the inner one is meant, then the outer`() throws {
        try check(
            ["Row 100+900", "Row 300+100"], ["Row@350 _in", "Row@360 _out"],
            ["Row 100+900 [_out]", "Row 300+100 [_in]"], joined: 2)
    }

    @Test func `updates of equal starts take lines in order`() throws {
        try check(
            ["Row 1000+1", "Row 1000+1", "Row 1000+1"], ["Row@1000 _a", "Row@1000 _b", "Row@1000 _c"],
            ["Row 1000+1 [_a]", "Row 1000+1 [_b]", "Row 1000+1 [_c]"], joined: 3)
        // Of no length, as logs of milliseconds have them.
        try check(
            ["Row 1000+0", "Row 1000+0"], ["Row@1000 _a", "Row@1000 _b"],
            ["Row 1000+0 [_a]", "Row 1000+0 [_b]"], joined: 2)
    }

    @Test func `a line up to a millisecond early goes to the next update`() throws {
        try check(
            ["Row 2000000+5", "Row 2000010+5"], ["Row@1000000 _a", "Row@1500000 _b"],
            ["Row 2000000+5 [_a]", "Row 2000010+5 [_b]"], joined: 2)
        try check(
            ["Row 2000000+5"], ["Row@999999 _a"], ["Row 2000000+5", "Row ?+? [_a]"], joined: 0, kept: 1)
    }

    @Test func `a line behind the update is too late`() throws {
        try check(["Row 100+50"], ["Row@150 _a"], ["Row 100+50", "Row ?+? [_a]"], joined: 0, kept: 1)
    }

    @Test func `an update takes one line`() throws {
        try check(
            ["Row 100+50"], ["Row@110 _a", "Row@120 _b"], ["Row 100+50 [_a]", "Row ?+? [_b]"], joined: 1, kept: 1)
    }

    @Test func `lines without times join in order where there are as many as updates`() throws {
        try check(
            ["Row 300+5", "Row 100+5", "Cell 200+5"], ["Row _a", "Cell", "Row _b"],
            ["Row 100+5 [_a]", "Cell 200+5 []", "Row 300+5 [_b]"], joined: 3)
        try check(
            ["Row 100+5", "Row 300+5"], ["Row _a"], ["Row 100+5", "Row 300+5", "Row ?+? [_a]"], joined: 0, kept: 1)
    }

    @Test func `only body updates that ran are counted`() throws {
        try check(
            ["Row 100+5", "Row 200+0 check", "Row 300+5 layout"], ["Row _a"],
            ["Row 100+5 [_a]", "Row 200+0", "Row 300+5"], joined: 1)
    }

    @Test func `an update keeps the list it has`() throws {
        try check(["Row 100+5 =_own"], ["Row _a"], ["Row 100+5 [_own]"], joined: 1)
    }

    @Test func `types are compared as view names are`() throws {
        try check(
            ["Row 100+5"], ["(Row.in)._4F2A9C00 _a"], ["Row 100+5", "(Row.in)._4F2A9C00 ?+? [_a]"], joined: 0, kept: 1)
        try check(["Row 100+5"], ["Row.body _a"], ["Row 100+5 [_a]"], joined: 1)
    }

    @Test func `times of several files do not compare`() throws {
        try check(
            ["Row 100+50", "Row 200+50"], ["Row@110 _a"], ["Row 100+50", "Row 200+50", "Row ?+? [_a]"], joined: 0,
            kept: 1, files: 2)
        try check(["Row 100+50"], ["Row@900 _a"], ["Row 100+50 [_a]"], joined: 1, files: 2)
    }

    @Test(arguments: 1...5) func `many lines join as a plain search would`(_ seed: Int) throws {
        var random = SeededNumbers(seed)
        var updates: [String] = []
        var lines: [String] = []
        var expected: [String] = []
        var time: Int64 = 0
        for number in 0..<2_000 {
            time += Int64.random(in: 1...3_000_000, using: &random)
            let duration = Int64.random(in: 0...400_000, using: &random)
            let at = duration == 0 ? time : time + Int64.random(in: 0..<duration, using: &random)
            updates.append("Row \(time)+\(duration)")
            if number % 3 == 0 {
                expected.append("Row \(time)+\(duration)")
            } else {
                lines.append("Row@\(at) _\(number)")
                expected.append("Row \(time)+\(duration) [_\(number)]")
            }
            time += duration
        }
        try check(updates.shuffled(using: &random), lines.shuffled(using: &random), expected, joined: lines.count)
    }
}
