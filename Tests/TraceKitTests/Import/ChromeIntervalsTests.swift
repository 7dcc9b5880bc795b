import Testing

@testable import TraceKit

/// Begins and ends go in, intervals come out.
@Suite struct ChromeIntervalsTests {
    private func check(
        _ events: String..., become lines: [String], sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let records = try LogFixtures.records(ChromeFixtures.array(events))
        let signposts = ChromeFixtures.lines(records).map { String($0.dropFirst("signpost ".count)) }
        #expect(signposts == lines, sourceLocation: sourceLocation)
        #expect(records.counters.count(.rowsImported) == events.count, sourceLocation: sourceLocation)
    }

    @Test func `begins and ends nest on their thread`() throws {
        try check(
            "B a 0", "B b 1", "B a 1 \"tid\": 9", "E b 2", "E a 3", "E a 5 \"tid\": 9",
            become: ["a 0+3000", "b 1000+1000", "a 1000+4000"])
    }

    @Test
    func `events a month or more from most others are left out with a warning, and the trace is as long as the rest`()
        throws
    {
        for far in ["-1461972216707720", "1461972216707720"] {
            let records = try LogFixtures.records(
                ChromeFixtures.array(["B early \(far)", "X task 900 \"dur\": 20", "I tick 990"]))
            #expect(records.lastEnd == 90_000)
            #expect(records.rejectLines.count == 1)
            #expect(
                records.warnings.map(\.message).contains { $0.hasPrefix("1 event has a time that is a month or more") })
        }
        // A clock that counts from a moment within the trace, and events that are a day apart.
        let records = try LogFixtures.records(
            ChromeFixtures.array(["X a -500 \"dur\": 20", "X b 86400000000 \"dur\": 20"]))
        #expect(records.rejects.isEmpty && records.warnings.isEmpty && records.signposts.count == 2)
    }

    @Test func `an end without a name closes the innermost`() throws {
        try check(
            "B a 0", "B b 1", "{\"ph\": \"E\", \"ts\": 2, \"pid\": 1, \"tid\": 2}",
            "{\"ph\": \"E\", \"ts\": 3, \"name\": \"\", \"pid\": 1, \"tid\": 2}", become: ["a 0+3000", "b 1000+1000"])
    }

    @Test func `an end that names a deeper begin closes that one`() throws {
        try check("B a 0", "B b 1", "E a 9", "E b 10", become: ["a 0+9000", "b 1000+9000"])
        try check("B a 0", "B b 1", "E a 9", become: ["b 1000 begin", "a 0+9000"].sorted())
        // What it left open is the innermost still.
        try check(
            "B a 0", "B b 1", "B c 2", "E b 3", "{\"ph\": \"E\", \"ts\": 4, \"pid\": 1, \"tid\": 2}",
            "{\"ph\": \"E\", \"ts\": 5, \"pid\": 1, \"tid\": 2}", become: ["a 0+5000", "b 1000+2000", "c 2000+2000"])
    }

    @Test func `of begins with one name the newest is closed`() throws {
        try check("B a 0", "B a 1", "E a 9", "E a 10", become: ["a 0+10000", "a 1000+8000"])
    }

    @Test func `ends and begins without their other half are kept`() throws {
        try check("B a 0", "E b 10", become: ["a 0 begin", "b 10000 end"])
        try check("E a 5", "B a 5", become: ["a 0 begin", "a 0 end"])
    }

    @Test func `order in the file does not matter but where times are equal`() throws {
        try check("E a 9", "E b 10", "B a 0", "B b 1", become: ["a 0+9000", "b 1000+9000"])
        try check("B b 1", "B a 1", "E a 1", "E b 1", become: ["a 0+0", "b 0+0"])
    }

    @Test func `operations pair by category, id and scope, over processes and threads`() throws {
        try check(
            "b a 0 \"cat\": \"x\", \"id\": 1", "b a 1 \"cat\": \"y\", \"id\": 1", "b a 2 \"cat\": \"x\", \"id\": 2",
            "b a 3 \"cat\": \"x\", \"id\": 1, \"scope\": \"s\"", "e a 10 \"cat\": \"x\", \"id\": \"1\", \"pid\": 8",
            "e a 11 \"cat\": \"y\", \"id\": 1", "e a 12 \"cat\": \"x\", \"id\": 2",
            "e a 13 \"cat\": \"x\", \"id\": 1, \"scope\": \"s\"",
            become: ["a 0+10000", "a 1000+10000", "a 2000+10000", "a 3000+10000"])
    }

    @Test func `local ids hold within their process`() throws {
        try check(
            "b a 0 \"id2\": {\"local\": \"0x1\"}", "b a 1 \"id2\": {\"local\": \"0x1\"}, \"pid\": 3",
            "e a 5 \"id2\": {\"local\": \"0x1\"}", "e a 7 \"id2\": {\"local\": \"0x1\"}, \"pid\": 3",
            "b g 8 \"id2\": {\"global\": \"0x1\"}", "e g 9 \"id2\": {\"global\": \"0x1\"}, \"pid\": 3",
            become: ["a 0+5000", "a 1000+6000", "g 8000+1000"])
    }

    @Test func `the older operations pair among themselves`() throws {
        try check(
            "S a 0 \"id\": 1", "b a 1 \"id\": 1", "F a 5 \"id\": 1", "e a 6 \"id\": 1",
            become: ["a 0+5000", "a 1000+5000"])
    }

    @Test func `many open begins and strange ends take no longer than they must`() throws {
        let count = 20_000
        let begins = (0..<count).map { "B n\($0 % 50) \($0)" }
        let ends = (0..<count).map { "E m \(count + $0)" }
        let records = try LogFixtures.records(ChromeFixtures.array(begins + ends))
        #expect(records.counters.count(.unpairedSignpost) == 2 * count)
    }
}
