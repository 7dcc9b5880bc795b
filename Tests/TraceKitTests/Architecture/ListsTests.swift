import Testing

@testable import TraceKit

/// The lists to which one adds a line: what they demand of every entry.
@Suite struct ListsTests {
    /// Names that can stand in an option and in SQL.
    private func check(_ names: [String], sourceLocation: SourceLocation = #_sourceLocation) {
        #expect(Set(names).count == names.count, "\(names)", sourceLocation: sourceLocation)
        for name in names {
            let isPlain = name.allSatisfy { $0.isLowercase && $0.isASCII || $0.isNumber || $0 == "-" }
            #expect(isPlain && name.first?.isLetter == true, "\(name)", sourceLocation: sourceLocation)
        }
    }

    @Test func `importers`() {
        check(Importers.all.map { $0.name })
        for importer in Importers.all { #expect(!importer.summary.isEmpty && !importer.summary.hasSuffix(".")) }
    }

    @Test func `every format has a line on what it is and an example`() {
        for format in TracePipeline.formats {
            #expect(!format.summary.isEmpty && !format.example.isEmpty, "\(format.name)")
        }
    }

    @Test func `no importer claims an empty input or plain text`() {
        for text in ["", " ", "hello, world", "\0\0\0\0", "SQLite format 3"] {
            withSlice(text) { head in
                let claiming = Importers.all.filter { $0.recognizes(head) }.map { $0.name }
                #expect(claiming == [], "\(text)")
            }
        }
    }

    /// What is declared and not listed would never be read.
    @Test func `a table of Instruments lists every column that it declares`() {
        for reader in XctraceTables.make() {
            let declared = Mirror(reflecting: reader.table).children.compactMap { $0.value as? XctraceColumn }
            #expect(declared.map(\.name) == reader.columns.map(\.name), "\(reader.table.schemas)")
            #expect(zip(declared, reader.columns).allSatisfy { $0 === $1 }, "\(reader.table.schemas)")
        }
    }

    @Test func `passes`() { check(AnalysisPasses.all.map { $0.name }) }

    @Test func `renderers`() {
        check(Report.renderers.names)
        check(BudgetResult.renderers.names)
        check(GuardedQuery.renderers.names)
    }

    @Test func `counters and kinds of rejects are words with a meaning`() {
        check(ImportCounters.Name.allCases.map(\.rawValue))
        check(RejectRecord.Kind.allCases.map(\.rawValue))
        for counter in ImportCounters.Name.allCases { #expect(counter.meaning.count > 10, "\(counter)") }
    }

    @Test func `profiles`() {
        check(Deadlines.named.map(\.profile))
        for deadlines in Deadlines.named { #expect(0 < deadlines.orangeNs && deadlines.orangeNs < deadlines.redNs) }
    }
}
