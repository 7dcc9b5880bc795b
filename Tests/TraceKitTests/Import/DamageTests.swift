import Foundation
import Testing

@testable import TraceKit

/// Small damage to a small file of every format: every fourth prefix, every fourth byte changed, each line left out or doubled.
///
/// Nothing may crash or be our own mistake, the books must close (rows seen = imported + rejected + skipped, which
/// `finish` checks), and what is lost must be told of: by an error, a reject, a warning, a mark of truncation or a
/// counter. `TRACEKIT_DAMAGE=all` takes every prefix and changes every byte in all of the ways below, else each in one of
/// them, in turn; `Tests/Torture/damage-test` does so with an optimised build, which a debug build takes too long for.
@Suite struct DamageTests {
    /// Tests/Corpus/FORMAT/…-small….
    static let fixtures = Repository.files(below: "Tests/Corpus").filter { $0.contains("-small") }
    private static let isExhaustive = ProcessInfo.processInfo.environment["TRACEKIT_DAMAGE"] == "all"
    private static let step = isExhaustive ? 1 : 4

    /// What became of an input.
    private struct Outcome: Equatable {
        var imported = 0
        /// All that tells of trouble, an error too; not the sums of rows.
        var signs: [String] = []
        var hasFailed = false
        var isCut = false
    }

    private static func outcome(
        _ bytes: [UInt8], _ type: any Importer.Type, _ told: @autoclosure () -> String
    ) -> Outcome {
        var outcome = Outcome()
        do throws(TraceError) {
            var assembly = TraceAssembly(ImportOptions())
            try assembly.read(ByteInput(bytes: bytes, name: "x"), by: type)
            let records = try assembly.finish()
            _ = AnalysisPasses.run(records, AnalysisOptions())
            outcome.imported = records.counters.count(.rowsImported)
            outcome.isCut = records.damage != nil
            let counters = records.counters.counts.filter {
                ![.rowsSeen, .rowsImported, .schemaRows].contains($0.key.name)
            }
            outcome.signs =
                records.warnings.map(\.message) + counters.map { "\($0.key.name) \($0.key.detail) \($0.value)" }
                // A message may hold whatever stood on the next line.
                + ["logs \(records.logs.count)"]
            if let damage = records.damage { outcome.signs.append(damage.message) }
            outcome.signs.sort()
        } catch {
            #expect(error.kind == .input, "\(told()): \(error.diagnostic.text)")
            #expect(!error.diagnostic.message.isEmpty)
            outcome.hasFailed = true
        }
        return outcome
    }

    private struct Fixture {
        let bytes: [UInt8]
        let importer: any Importer.Type
        let whole: Outcome

        init(_ path: String) throws {
            bytes = Array(try #require(FileManager.default.contents(atPath: "\(Repository.root)/\(path)")))
            let input = ByteInput(bytes: bytes, name: "x")
            importer = try TraceAssembly.importer(for: input)
            whole = DamageTests.outcome(bytes, importer, path)
            #expect(bytes.count < 2500, "\(path) is to be small")
            #expect(whole.imported > 0 || path.contains("refuse-"))
        }

        /// Whether the importer would still be asked: a file that another reads, or none, is told of elsewhere.
        func isRecognized(_ damaged: [UInt8]) -> Bool {
            let input = ByteInput(bytes: damaged, name: "x")
            return importer.recognizes(ByteSlice(input.base, input.count))
        }

        /// Whether a part of the file can be told from the whole: not so where every line stands for itself.
        var isDocument: Bool {
            ["tracekit-json", "xctrace-xml", "chrome-trace", "metrickit", "xctest-metrics"].contains(importer.name)
        }
    }

    /// Damage that is no damage to what was taken: as many rows as before, or a word on those that are not there.
    private func check(_ damaged: [UInt8], _ fixture: Fixture, _ told: @autoclosure () -> String) {
        let outcome = Self.outcome(damaged, fixture.importer, told())
        guard !outcome.hasFailed, outcome.imported < fixture.whole.imported, fixture.isRecognized(damaged) else {
            return
        }
        #expect(outcome.signs != fixture.whole.signs, "\(told()): rows are lost without a word")
    }

    @Test func `every format has its small file`() throws {
        let read = try Self.fixtures.map { try Fixture($0).importer.name }
        #expect(Set(read) == Set(Importers.all.map { $0.name }))
    }

    @Test(arguments: fixtures) func `every prefix is read as far as it goes`(_ path: String) throws {
        let fixture = try Fixture(path)
        let end = (fixture.bytes.lastIndex { !isSpace($0) } ?? 0) + 1
        // Which of them differs from file to file.
        for length in stride(from: end % Self.step, to: end, by: Self.step) {
            let prefix = Array(fixture.bytes.prefix(length))
            let outcome = Self.outcome(prefix, fixture.importer, "prefix of \(length)")
            #expect(outcome.imported <= fixture.whole.imported + 1, "prefix of \(length)")
            let isTold = outcome.hasFailed || outcome.isCut || !fixture.isDocument
            #expect(isTold || !fixture.isRecognized(prefix), "prefix of \(length): nothing says that the file is cut")
        }
    }

    @Test(arguments: fixtures) func `no changed byte loses rows in silence`(_ path: String) throws {
        let fixture = try Fixture(path)
        // All eight bits, and the bytes that mean most: nothing, no UTF-8, quotes, ends of lines, brackets.
        let bits: [UInt8] = (0..<8).map { 1 << $0 }
        let values: [UInt8] = [0x00, 0xFF, 0x22, 0x0A, 0x0D, 0x2C, 0x7B, 0x7D, 0x5D, 0x3C, 0x26, 0x39, 0x2D, 0x5C]
        var damaged = fixture.bytes
        for index in stride(from: damaged.count % Self.step, to: damaged.count, by: Self.step) {
            let old = damaged[index]
            let variants = bits.map { old ^ $0 } + values.filter { $0 != old }
            let chosen = Self.isExhaustive ? variants : [variants[index / Self.step % variants.count]]
            for new in chosen {
                damaged[index] = new
                check(damaged, fixture, "byte \(index) changed to \(new)")
            }
            damaged[index] = old
        }
    }

    @Test(arguments: fixtures) func `lines left out and lines doubled are counted as they stand`(_ path: String) throws
    {
        let fixture = try Fixture(path)
        let lines = fixture.bytes.split(separator: 0x0A, omittingEmptySubsequences: false).dropLast()
        for index in lines.indices {
            var fewer = lines
            fewer.remove(at: index)
            var more = lines
            more.insert(lines[index], at: index)
            for (lines, told) in [(fewer, "left out"), (more, "doubled")] {
                let bytes = Array(lines.joined(separator: [0x0A]))
                let outcome = Self.outcome(bytes, fixture.importer, "line \(index + 1) \(told)")
                let isLess = !outcome.hasFailed && outcome.imported < fixture.whole.imported
                if told == "doubled", isLess, fixture.isRecognized(bytes) {
                    #expect(outcome.signs != fixture.whole.signs, "line \(index + 1) \(told)")
                }
            }
        }
    }
}
