import Testing

@testable import TraceKit

/// What is read by its likeness to lines before is what `LogLine` makes of it, or it is not read at all.
@Suite struct LogFramesTests {
    private static let lines = [
        "2026-10-04 02:43:17.277 Sp MyApp[91779:3d786a2] [com.example.myapp:perf] [spid excl, process, begin] capture",
        "2026-10-04 02:43:17.351 Sp MyApp[91779:3d786a2] [com.example.myapp:perf] [spid excl, process,   end] capture",
        "2026-10-04 02:43:18.705 Sp My App[91779:3720b6] [spid 0x2a, system, event] [com.example.myapp:perf] api: /a: 2",
        "2026-10-04 02:44:59.9 Sp Host[17]: [spid 0x2a, thread, event] [a:b] api [1:2] x",
        "2022-08-25 15:22:01.008417+0100 0x1590e    Signpost    0x0                  1766   0    "
            + "[spid 0x291385ea6c83b460, process, begin] bluetoothd: [com.example.bt:HID] Interrupt: Before",
        "2022-08-25 15:22:01.008467+0100 0x1590e    Signpost    0x8f                 1766   0    "
            + "[spid 0x291385ea6c83b460, process,   end] Web Content: (CoreBT) [com.example.bt:HID]  Interrupt:",
        "2022-08-25 15:22:01.008417+0100  localhost bluetoothd[1766]: [spid 0x29, process, begin] [com.example.bt:H] Read",
        "2022-08-25 15:22:02.008417Z  Mac Sample Pay[17]: (Pay) [com.example.bt:HID] [spid excl, process, event] Go",
        "2026-10-04 02:43:17.000 Sp A[1][1:2] [s:c:d[0]] [spid excl, process, event] <b>'\u{202E}: [spid excl] ]",
        "2026-10-04 02:43:17.001 Sp [[[[1:2] [spid excl, process, event] [brackets] (and) more",
        "2026-10-04 02:43:17.001 Df MyApp[91779:3d786a2] [com.example.myapp:perf] no signpost",
    ]

    /// Reads the line; where it is read, holds it against `LogLine`. Where it is not, it is learnt.
    private func check(_ line: [UInt8], _ frames: inout LogFrames, _ names: NameTable) -> Bool {
        withSlice(bytes: line) { slice in
            let record: LogLine?
            do throws(RowProblem) { record = try LogLine(slice) } catch { record = nil }
            guard let read = frames.read(slice) else {
                if let record, UTF8Check.isValid(slice) { frames.learn(slice, record, names) }
                return false
            }
            let text = slice.text
            guard let record, let signpost = record.signpost else {
                Issue.record("read, but no record: \(text)")
                return true
            }
            let context = frames.context(read.frame)
            #expect(read.time == record.time.nanoseconds && context.zone == record.time.zone, "\(text)")
            #expect(read.id == signpost.id && read.kind == signpost.kind && signpost.hasID && context.hasID, "\(text)")
            #expect(read.scope.text == signpost.scope.text && read.message.text == record.message.text, "\(text)")
            #expect(context.pid == record.pid && context.thread == record.thread, "\(text)")
            #expect(names.text(context.process) == record.process.text, "\(text)")
            #expect(names.text(context.subsystem) == record.subsystem?.text, "\(text)")
            #expect(names.text(context.category) == record.category?.text, "\(text)")
            return true
        }
    }

    @Test func `a line like one before is read, in every style`() {
        var frames = LogFrames()
        let names = NameTable()
        for (index, line) in Self.lines.enumerated() {
            _ = check(Array(line.utf8), &frames, names)
            // Of the fourth a process could stand further on; the last two have no subsystem, or are no signposts.
            let isKnown = ![3, 9, 10].contains(index)
            #expect(check(Array(line.utf8), &frames, names) == isKnown, "\(line)")
        }
    }

    @Test func `other minutes, seconds and fractions are read`() {
        var frames = LogFrames()
        let names = NameTable()
        let rest = " Sp A[1:2] [s:c] [spid excl, process, event] x"
        _ = check(Array("2026-10-04 02:43:17.277\(rest)".utf8), &frames, names)
        for time in ["02:43:00", "02:43:59.999999999", "02:43:59.0000000001", "02:44:00.1", "23:59:60", "00:00:01.5"] {
            #expect(check(Array("2026-10-04 \(time)\(rest)".utf8), &frames, names), "\(time)")
        }
        for time in ["02:43:61", "02:43:1", "02:43:17.", "02:60:00", "24:00:00", "02:43:a7", "02:43:7a"] {
            #expect(!check(Array("2026-10-04 \(time)\(rest)".utf8), &frames, names), "\(time)")
        }
    }

    @Test(arguments: 1...4) func `damaged lines are read as LogLine reads them, or not at all`(_ seed: Int) {
        var random = SeededNumbers(seed)
        var frames = LogFrames()
        let names = NameTable()
        let lines = Self.lines.map { Array($0.utf8) }
        var read = 0
        for _ in 0..<5_000 {
            for line in lines { _ = check(line, &frames, names) }
            var line = lines[Int.random(in: 0..<lines.count, using: &random)]
            for _ in 0...Int.random(in: 0...1, using: &random) {
                let place = Int.random(in: 0..<line.count, using: &random)
                switch Int.random(in: 0..<5, using: &random) {
                case 0: line[place] = Array(" [](),:x09ae\t\u{7F}".utf8)[Int.random(in: 0..<13, using: &random)]
                case 1: line.remove(at: place)
                case 2: line.insert(line[Int.random(in: 0..<line.count, using: &random)], at: place)
                case 3: line = Array(line[..<max(1, place)])
                default:
                    // The end of another line.
                    let other = lines[Int.random(in: 0..<lines.count, using: &random)]
                    line = Array(line[..<place]) + other[min(place, other.count)...]
                    if line.isEmpty { line = other }
                }
            }
            if check(line, &frames, names) { read += 1 }
        }
        #expect(read > 500, "seed \(seed)")
    }

    @Test func `any number of heads and tails is borne`() {
        var frames = LogFrames()
        let names = NameTable()
        for number in 0..<10_000 {
            for line in [
                "2026-10-04 02:43:17.277 Sp A[1:\(String(number, radix: 16))] [s:c] [spid excl, process, event] x",
                "2022-08-25 15:22:01.008417+0100 0x15 Signpost 0x0 17 0 [spid 0x2, process, end] A: [s:\(number)] x",
            ] {
                #expect(!check(Array(line.utf8), &frames, names))
                #expect(check(Array(line.utf8), &frames, names) || number % 1000 > 0)
            }
        }
    }
}
