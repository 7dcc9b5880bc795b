import Foundation
import Testing

@testable import TraceKit

/// Times near the largest number, which sums of them pass: figures end there, and nothing else does.
@Suite struct LongestTraceTests {
    private static let longest = (Int64(1) << 62) - 1

    private static let document: String = {
        let time = "\"start_ns\": 1, \"duration_ns\": \(longest)"
        let updates = (1...3).map {
            "{\"record\": \"update\", \"id\": \($0), \"view\": \"Row\", \"cause\": 9, \"allocations\": \(longest), "
                + "\"instance\": \"i\", \(time)}"
        }
        let samples = (1...3).map {
            "{\"record\": \"sample\", \"start_ns\": \($0), \"weight_ns\": \(longest), \"thread\": \"main\", "
                + "\"frames\": [\"a\"]}"
        }
        let others = ["hang", "hang", "hitch", "hitch"].map { "{\"record\": \"\($0)\", \(time)}" }
        let first = [
            "{\"record\": \"cause\", \"id\": 9, \"name\": \"c\", \"start_ns\": 0}",
            "{\"record\": \"interaction\", \"id\": 7, \"kind\": \"tap\", \(time)}",
        ]
        return (first + updates + samples + others).joined(separator: "\n") + "\n"
    }()

    private func store() throws -> TraceStore {
        try withTemporaryFolder { folder in
            try Self.document.write(toFile: "\(folder)/long.ndjson", atomically: true, encoding: .utf8)
            return try TracePipeline.load(["\(folder)/long.ndjson"], into: .temporary, TracePipeline.Options()).store
        }
    }

    @Test func `figures of the longest times end at the largest number`() throws {
        let figures = try FigureReader.read(try store(), trace: 1)
        #expect(figures.cpu?.allNs == .max && figures.cpu?.mainNs == .max)
        #expect(figures.hangs.totalNs == 2 * Self.longest && figures.hitches.totalNs == 2 * Self.longest)
    }

    @Test func `chains of the longest times are drawn`() throws {
        let store = try store()
        for name in ["mermaid", "dot"] {
            var text = ""
            try TraceExporters.write(store, trace: 1, as: name) { piece in
                text += piece
                return true
            }
            #expect(text.contains("Row"), "\(name)")
        }
    }
}
