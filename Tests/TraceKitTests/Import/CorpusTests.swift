import Foundation
import Testing

@testable import TraceKit

/// Inputs that once went wrong, in Tests/Corpus/<format>. The first word of a file's name says what must become of
/// it: `cut` = kept as far as it goes, `reject` = some rows are not taken, `refuse` = no trace, `take` = all of it.
@Suite struct CorpusTests {
    @Test func `inputs that once went wrong keep going right`() throws {
        let files = Repository.files(below: "Tests/Corpus").filter { $0.split(separator: "/").count == 4 }
        #expect(files.count >= 5)
        for file in files {
            let name = file.split(separator: "/").last ?? ""
            let outcome: String
            do throws(TraceError) {
                let loaded = try TracePipeline.load(
                    ["\(Repository.root)/\(file)"], into: .temporary, TracePipeline.Options())
                let trace = try loaded.store.database.rows(
                    """
                    SELECT truncated_byte IS NOT NULL, (SELECT count(*) FROM import_rejects),
                        (SELECT sum(CASE counter WHEN 'rows-seen' THEN count WHEN 'rows-imported' THEN -count
                        WHEN 'rows-rejected' THEN -count WHEN 'rows-skipped' THEN -count ELSE 0 END)
                        FROM import_counters) FROM traces
                    """)[0].map(\.plain)
                #expect(trace[2] == "0" || trace[2] == "-", "\(name): rows are lost")
                outcome = trace[0] == "1" ? "cut" : trace[1] == "0" ? "take" : "reject"
            } catch {
                #expect(error.kind == .input, "\(name): \(error.diagnostic.text)")
                outcome = "refuse"
            }
            #expect(name.hasPrefix("\(outcome)-"), "\(name): the outcome is '\(outcome)'")
        }
    }
}
