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

    private static let files = Repository.files(below: "Tests/Corpus").filter { $0.split(separator: "/").count == 4 }

    /// What a user would see of an input: counts, rejects, damage, warnings, or the error.
    private static func outcome(_ input: ByteInput, _ type: any Importer.Type) -> [String] {
        do throws(TraceError) {
            var assembly = TraceAssembly(ImportOptions())
            try assembly.read(input, by: type)
            let records = try assembly.finish()
            _ = AnalysisPasses.run(records, AnalysisOptions())
            return records.counters.sorted.map { "\($0.name) \($0.detail) \($0.count)" }
                + records.rejects.map { "\($0.place.text): \($0.message): \($0.raw)" }
                + records.warnings.map(\.text) + [records.damage?.text ?? "", records.contentHash]
        } catch { return ["\(error.kind) \(error.diagnostic.text)"] }
    }

    @Test(arguments: files) func `no importer is brought down by what another one reads`(_ file: String) throws {
        let data = Array(try #require(bytes(of: "\(Repository.root)/\(file)")))
        for type in Importers.all {
            let outcome = Self.outcome(ByteInput(bytes: data, name: "x"), type)
            #expect(!outcome[0].hasPrefix("internalError"), "\(type.name): \(outcome[0])")
        }
    }

    @Test(arguments: files) func `in pieces of any size an input says the same, word for word`(_ file: String) throws {
        let data = Array(try #require(bytes(of: "\(Repository.root)/\(file)")))
        guard let type = try? TraceAssembly.importer(for: ByteInput(bytes: data, name: "x")) else { return }
        let whole = Self.outcome(ByteInput(bytes: data, name: "x"), type)
        for piece in [1, 2, 3, 5, 8, 13, 21, 34, 55] {
            let pieces = Self.outcome(ByteInput(bytes: data, name: "x", piece: piece), type)
            #expect(pieces == whole, "in pieces of \(piece)")
        }
    }
}
