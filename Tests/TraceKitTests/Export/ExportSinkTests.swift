import Foundation
import Testing

@testable import TraceKit
@testable import trace_generate

/// An export is handed on piece by piece, by another thread where there is one.
@Suite struct ExportSinkTests {
    /// Some megabytes, more than a thread is begun for.
    private func withSource(_ body: (ExportSource) throws -> Void) throws {
        try withTemporaryFolder { folder in
            let trace = "\(folder)/trace.ndjson"
            try StreamFormat.ndjson.write(StreamShape(), records: 20_000, seed: 3, to: try OutputFile(creating: trace))
            var options = TracePipeline.Options()
            options.sharedFrom = 0
            let loaded = try TracePipeline.load([trace], into: .temporary, options)
            try body(ExportSource(.stored(loaded.store, 1)))
        }
    }

    @Test(arguments: ["ndjson", "csv", "perfetto", "mermaid"])
    func `the number of threads changes nothing`(shape: String) throws {
        try withSource { source in
            func text(_ jobs: Int) throws -> String {
                var text = ""
                try TraceExporters.write(source, as: shape, jobs: jobs) { piece in
                    text += piece
                    return true
                }
                return text
            }
            let one = try text(1)
            #expect(try text(2) == one && (shape == "mermaid" || one.utf8.count > 2 << 20))
        }
    }

    @Test(arguments: [1, 2], ["ndjson", "perfetto"])
    func `whoever wants no more gets no more`(jobs: Int, shape: String) throws {
        try withSource { source in
            for most in [1, 2, 20] {
                var pieces = 0
                try TraceExporters.write(source, as: shape, jobs: jobs) { _ in
                    pieces += 1
                    return pieces < most
                }
                #expect(pieces == most)
            }
        }
    }
}
