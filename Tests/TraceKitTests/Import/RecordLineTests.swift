import Testing

@testable import TraceKit

/// A line is read by itself, whatever the lines before it were.
@Suite struct RecordLineTests {
    /// What each line came to, in order.
    private func read(_ lines: [String]) throws -> [String] {
        let builder = TraceBuilder()
        let input = ByteInput(bytes: Array((lines.joined(separator: "\n") + "\n").utf8), name: "t.ndjson")
        var importer = TraceKitNDJSONImporter()
        _ = try importer.readPart(input, until: .max, file: 0, into: builder)
        let (records, names) = (builder.records, builder.names)
        var results = [String](repeating: "", count: lines.count)
        for reject in records.rejects {
            results[(reject.place.line ?? 1) - 1] =
                "\(reject.kind) \(reject.place.column ?? 0) \(reject.message) \(reject.raw)"
        }
        var row = 0
        for line in lines.indices where results[line].isEmpty && row < records.updates.count {
            let updates = records.updates
            let view = records.views[Int(updates.view[row])]
            let changed = updates.changed[row]
            let texts = [view.name, view.module, updates.thread[row], updates.instance[row]]
                .map { names.text($0) ?? "-" }
            let list = changed.isPresent ? records.lists[changed].map { names.text($0) ?? "-" } : ["-"]
            results[line] =
                "\(updates.start[row]) \(updates.duration[row]) \(view.kind) \(updates.phase[row]) \(texts) \(list) "
                + "\(updates.allocations[row])"
            row += 1
        }
        #expect(row == records.updates.count)
        return results
    }

    /// Fields in the order of an exporter or any other, with the white space of several of them.
    private func line(_ id: Int, _ random: inout SeededNumbers) -> String {
        let lists = [
            "[]", "[\"a\"]", "[\"a\",\"b\"]", "[\"a\", \"b\"]", "[\"\\u0061\",\"é\"]", "[ ]", "[\"a\",1]", "null",
        ]
        let views = ["Row", "é", "", "R\\n", "LandmarkDetailHeaderView", "FifteenLetters_", "SixteenLetters__"]
        let kinds = ["\"body\"", "\"layout\"", "\"new\"", "1"]
        let starts = ["1", "12345678", "123456789012345", "1234567890123456", "1.5", "01", "1e3"]
        var fields = [
            ("record", "\"update\""), ("id", "\(id)"), ("view", "\"\(views.randomElement(using: &random) ?? "")\""),
            ("module", "\"M\""), ("kind", kinds.randomElement(using: &random) ?? ""),
            ("start_ns", starts.randomElement(using: &random) ?? ""),
            ("duration_ns", "\(Int.random(in: 0..<1 << 40, using: &random))"),
        ]
        if Bool.random(using: &random) { fields.append(("changed", lists.randomElement(using: &random) ?? "")) }
        if Bool.random(using: &random) { fields.append(("allocations", "\(id % 7)")) }
        if Bool.random(using: &random) { fields.insert(("instance", "\"row-\(id % 50)\""), at: 5) }
        if id % 5 == 0 { fields.shuffle(using: &random) }
        if id % 17 == 0 { fields.append(("unknown", "{\"a\":[1]}")) }
        let comma = [",", ", ", ",  ", " , ", ",\t"][id % 7 < 4 ? 0 : id % 5]
        let colon = [":", ": ", " : ", ":\t"][id % 7 < 4 ? 0 : id % 4]
        return "{" + fields.map { "\"\($0.0)\"\(colon)\($0.1)" }.joined(separator: comma) + "}"
    }

    @Test func `a line is read the same alone and behind others, sound or broken`() throws {
        for seed in 0..<20 {
            var random = SeededNumbers(seed)
            let lines = (1...100).map { id in
                var bytes = Array(line(id, &random).utf8)
                if Int.random(in: 0..<3, using: &random) == 0 {
                    let place = Int.random(in: 0..<bytes.count, using: &random)
                    let other = Array("\",:{}[]\\ 0a\t".utf8).randomElement(using: &random) ?? 0
                    switch Int.random(in: 0..<3, using: &random) {
                    case 0: bytes[place] = other
                    case 1: bytes.insert(other, at: place)
                    default: bytes.remove(at: place)
                    }
                }
                return String(decoding: bytes, as: UTF8.self)
            }
            let together = try read(lines)
            for (line, result) in zip(lines, together) where !result.hasPrefix("duplicateID") {
                #expect(try read([line]) == [result], "seed \(seed): \(line)")
            }
        }
    }

    @Test func `what is likely to come needs its comma, its colon and its quotes`() throws {
        let sound = "{\"record\":\"update\",\"id\":1,\"view\":\"Row\",\"start_ns\":5}"
        for broken in [
            "{\"record\":\"update\"\"id\":2,\"view\":\"Row\",\"start_ns\":5}",
            "{\"x\":1\"record\":\"update\",\"id\":2,\"view\":\"Row\",\"start_ns\":5}",
            "{,\"record\":\"update\",\"id\":2,\"view\":\"Row\",\"start_ns\":5}",
            "{\"record\":\"update\",\"id\" 2,\"view\":\"Row\",\"start_ns\":5}",
            "{\"record\":\"update\",\"id\":2,\"view\":\"Row,\"start_ns\":5}",
            "{\"record\":\"update\",\"id\":2,\"view\":\"Row\",\"start_ns\":5,}",
            "{\"record\":\"update\",\"id\":2,\"view\":\"Row\",\"start_ns\":05}",
        ] {
            let results = try read([sound, broken, sound.replacing("1", with: "3")])
            #expect(results[1].hasPrefix("malformed"), "\(broken): \(results[1])")
            #expect(results[0] == results[2])
        }
    }
}
