import Foundation
import Testing

@testable import TraceKit
@testable import trace_generate

/// An export is handed on piece by piece.
@Suite struct ExportSinkTests {
    @Test(arguments: ["ndjson", "perfetto"])
    func `who wants no more gets no more`(shape: String) throws {
        try withTemporaryFolder { folder in
            let trace = "\(folder)/trace.ndjson"
            try StreamFormat.ndjson.write(StreamShape(), records: 20_000, seed: 3, to: try OutputFile(creating: trace))
            let loaded = try TracePipeline.load([trace], into: .temporary, TracePipeline.Options())
            for most in [1, 2, 20] {
                var pieces = 0
                try TraceExporters.write(ExportSource(.stored(loaded.store, 1)), as: shape) { _ in
                    pieces += 1
                    return pieces < most
                }
                #expect(pieces == most)
            }
        }
    }
}
