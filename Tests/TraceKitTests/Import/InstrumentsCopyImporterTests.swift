import Testing

@testable import TraceKit

@Suite struct InstrumentsCopyImporterTests {
    private func check(_ text: String, isCallTree: Bool, sourceLocation: SourceLocation = #_sourceLocation) {
        withSlice(text) { slice in
            #expect(InstrumentsCopyImporter.recognizes(slice) == isCallTree, "\(text)", sourceLocation: sourceLocation)
        }
    }

    @Test func `the headings of call trees are recognised`() {
        check("Weight\tSelf Weight\tSymbol Names\n4.93 s  100.0%\t0 s\t   start\n", isCallTree: true)
        check("Weight\tSelf Weight\t\tSymbol Name\r\n96.08 Gc  100.0%\t-\t \tapp (40414)\r\n", isCallTree: true)
        check("Bytes Used\tCount\t\tSymbol Name\n 429.93 MB     100.0%\t3\t \tstart\n", isCallTree: true)
        check("\u{FEFF}Weight\tSelf Weight\tSymbol Names", isCallTree: true)
    }

    @Test func `other tables are left alone`() {
        for text in [
            "", "Weight", "Weight,Self Weight,Symbol Name\n", "Start\tDuration\tView Name\n", "Weight\tSymbol Name\n",
            "Weight\tSelf Weight\tSymbol Name\tModule\n", "Weight\tSelf Weight\nSymbol Name\n",
            "Count\tBytes Used\tSymbol Name\n", "x\nWeight\tSelf Weight\tSymbol Names\n",
        ] { check(text, isCallTree: false) }
    }

    @Test func `a tree of allocations is named as one`() throws {
        let error = #expect(throws: TraceError.self) {
            try LogFixtures.records("Bytes Used\tCount\t\tSymbol Name\n 9.75 KB  100.0%\t56\t \tstart\n")
        }
        #expect(error?.diagnostic.message.hasPrefix("this is a tree of allocations copied from Instruments") == true)
        #expect(error?.diagnostic.fix?.contains("Time Profiler") == true)
    }

    @Test func `a call tree is refused with what to export instead`() throws {
        let error = #expect(throws: TraceError.self) {
            try LogFixtures.records("Weight\tSelf Weight\tSymbol Names\n1 s\t0 s\t start\n")
        }
        #expect(
            error?.diagnostic.message
                == "this is a call tree copied from Instruments; export the time-profile table instead")
        #expect(
            error?.diagnostic.fix
                == "on a Mac: xcrun xctrace export --input RECORDING.trace --xpath "
                + "'/trace-toc/run[@number=\"1\"]/data/table[@schema=\"time-profile\"]' --output time-profile.xml")
        #expect(error?.kind == .input)
        #expect(error?.diagnostic.place.map { [$0.line, $0.column, $0.byte] } == [1, 1, 0])
    }
}
