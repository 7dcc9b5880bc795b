import Foundation
import Testing

@testable import TraceKit

/// What a report says of lines that have no time, and of files beside those that can be read.
@Suite struct LinesWithoutTimeTests {
    private static let words = "CartRow rendered in 14 ms\nCart loaded: 210ms\nCartRow rendered in 21 ms\n"

    @Test func `bodies that lines without a time tell of are counted, with the longest`() throws {
        let store = try Traces.store(Self.words)
        let answer = try #require(try LogAnswer.read(store.database, trace: 1))
        #expect(answer.groups?.words(isAboutLogs: true) == "CartRow 2 bodies, 21.0 ms at most (lines without a time)")
        let doctor = try Doctor.examine(store, trace: 1)
        #expect(doctor.next.first?.hasPrefix("write the time in each line of the log") == true)
        // With times the bodies are updates, and a recording says more.
        let timed = Self.words.split(separator: "\n").enumerated().map { "0:1\($0).000 \($1)\n" }.joined()
        #expect(try Doctor.examine(try Traces.store(timed), trace: 1).next.first?.hasPrefix("write") != true)
    }

    @Test func `complaints without a time are in the order of the file, and hangs among them are recorded`() throws {
        let store = try Traces.store(
            "Hang detected: 2.80s (debugger attached, not reporting)\nHang detected: 0.41s (debugger attached, not reporting)\n"
        )
        #expect(
            try store.rows("SELECT message FROM logs ORDER BY id") == [
                "Hang detected: 2.80s (debugger attached, not reporting)",
                "Hang detected: 0.41s (debugger attached, not reporting)",
            ])
        #expect(try store.rows("SELECT example FROM complaints").first?.contains("2.80s") == true)
        let report = try ReportBuilder.build(store, traces: [1], ReportBuilder.Options())
        #expect(
            report.traces[0].answer.stalls.words()
                == "hangs: 2 lines of the log without a time; hitches: not recorded or not exported")
        let other = try Traces.store("Bound preference HeightKey tried to update multiple times per frame.\n")
        let answer = try ReportBuilder.build(other, traces: [1], ReportBuilder.Options()).traces[0].answer
        #expect(answer.stalls.words() == "hangs and hitches: not recorded or not exported")
    }

    @Test func `complaints behind a hang are not in it, and a debugger is told of`() throws {
        let begin = "__delegate_identifier__:Performance Diagnostics__:::____message__:"
        func fault(_ time: String, _ words: String, _ trigger: String) -> String {
            "fault\t10:00:0\(time)+0100\tShop\t\(begin){\"message\":\"Performing I/O on the main thread can cause \(words).\","
                + "\"antipattern trigger\":\"\(trigger)\",\"message type\":\"suppressable\"}\n"
        }
        let log =
            "default\t10:00:02.000000+0100\tShop\tHang detected: 0.90s (debugger attached, not reporting)\n"
            + fault("2.250000", "hangs", "-[NSData initWithContentsOfFile:]")
            + fault("2.260000", "slow launches", "dlopen")
        let store = try Traces.store(log)
        #expect(try store.rows("SELECT start_ms, duration_ms FROM hangs") == ["0.0|900.0"])
        #expect(
            try store.rows(
                "SELECT subject, first_ms FROM complaints WHERE complaint = 'main-thread-io' ORDER BY first_ms") == [
                    "-[NSData initWithContentsOfFile:]|1150.0", "dlopen|1160.0",
                ])
        #expect(try store.rows("SELECT warnings FROM traces").first?.contains("a debugger was attached") == true)
        let titles = try store.rows("SELECT title FROM findings WHERE rule = 'framework-complaint' ORDER BY title")
        #expect(
            titles == [
                "-[NSData initWithContentsOfFile:] makes the main thread wait for a file, the network or a service",
                "dlopen makes the main thread wait for a file, the network or a service",
            ])
    }

    @Test func `an export of a folder that is no XML is left out with a warning, and a table that is broken is not`()
        throws
    {
        let sample = "\(Repository.root)/SampleTraces/xctrace/landmarks-before"
        func load(_ name: String, _ text: String) throws -> (hitches: [String], warnings: [String]) {
            try withTemporaryFolder { folder in
                try FileManager.default.copyItem(atPath: "\(sample)/hitches.xml", toPath: "\(folder)/hitches.xml")
                try text.write(toFile: "\(folder)/\(name)", atomically: true, encoding: .utf8)
                let loaded = try TracePipeline.load([folder], into: .temporary, .init())
                return (
                    try loaded.store.rows("SELECT count(*) > 0 FROM hitches"), loaded.diagnostics.map(\.message)
                )
            }
        }
        let head =
            "<?xml version=\"1.0\"?>\n<trace-query-result>\n<node xpath='//trace-toc[1]/run[1]/tracks[1]/track[1]'>"
        for name in ["A.xml", "Z.xml"] {
            let read = try load(name, head + "<row path=\"Shop\" dirty-%=\"1\"/></node></trace-query-result>")
            #expect(read.hitches == ["1"])
            #expect(read.warnings.contains { $0.hasSuffix("the file is left out") }, "\(read.warnings)")
        }
        #expect(throws: TraceError.self) {
            try load("Z.xml", head + "<schema name=\"potential-hangs\"><col dirty-%=\"1\"/></schema></node>")
        }
    }
}
