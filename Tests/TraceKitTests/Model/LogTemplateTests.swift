import Testing

@testable import TraceKit

/// What differs from line to line in a text of a log, and the duration that a line tells of.
@Suite struct LogTemplateTests {
    @Test(arguments: [
        ("decoded 12 rows of \"Feed\" in 23.7 ms", "decoded N rows of \"…\" in N ms"),
        ("window 0xc1819c000 (was 3) for c1819c000", "window 0x… (was N) for 0x…"),
        ("request 6F9619FF-8B86-D011-B42D-00CF4FC964FF done", "request UUID done"),
        ("can't open 'a b' or “c”, don't", "can't open '…' or “…”, don't"), ("5 o'clock", "N o'clock"),
        ("offset=-12.5, +3, 1,024 of v1.2.3", "offset=N, N, N of vN"), ("a \"b", "a \"b"),
        ("task12 of 3x", "taskN of Nx"),
        ("a-1 facade 12:30:45", "a-N facade N:N:N"), ("", ""), ("Größe 3", "Größe N"),
        ("say \"a \\\" b\" 1", "say \"…\" N"),
        ("Message_3fa2b1c4", "Message_3fa2b1c4"), ("Hang_3fa2b1c4 940 ms", "Hang_3fa2b1c4 N ms"),
        ("Message_3fa2b1c4 arrived in 5 ms", "Message_NfaNbNcN arrived in N ms"),
    ])
    func `numbers, quoted texts, addresses and UUIDs are left out`(_ line: String, _ expected: String) {
        #expect(String(decoding: LogTemplate(line).text, as: UTF8.self) == expected)
    }

    @Test(
        arguments: [
            ("took 23.7 ms", 23_700_000), ("0.0712 s for 2784 rows", 71_200_000), ("in 5µs", 5_000),
            ("1,250 ms", 1_250_000_000),
            ("1,5 s", 1_500_000_000), ("after 5 s took 20 ms", 20_000_000), ("2784 rows", nil), ("5 samples", nil),
            ("v1.2 ms", nil),
            ("1.2.3 ms", nil), ("2 minutes", 120_000_000_000), ("\"3 ms\"", nil), ("99999999999999999999 s", nil),
        ] as [(String, Int64?)])
    func `the duration that a line tells of`(_ line: String, _ nanoseconds: Int64?) {
        #expect(LogTemplate(line).duration == nanoseconds)
    }

    @Test(arguments: [0, 1, 23_700_000, 71_200_001, 900_000_000_000])
    func `a pseudonym tells the duration of its line`(_ nanoseconds: Int64) {
        let line = LinePseudonym.text("Message_3fa2b1c4", nanoseconds)
        let template = LogTemplate(line)
        #expect(template.duration == nanoseconds && template.text.starts(with: "Message_3fa2b1c4 N ms".utf8), "\(line)")
    }

    @Test func `in how much time something happened so often is no duration`() {
        #expect(LogTemplate("drawn 60 times in 1.0 s").duration == nil)
        #expect(LogTemplate("drawn 60 rows in 1.0 s").duration == 1_000_000_000)
    }

    @Test func `a text without end takes linear time`() {
        let clock = ContinuousClock()
        for unit in ["'a ", "\"", "“", "1,", "0x", "a1"] {
            let text = String(repeating: unit, count: 1_000_000 / unit.utf8.count)
            let time = clock.measure { _ = LogTemplate(text) }
            #expect(time < .seconds(2), "\(unit)")
        }
    }
}
