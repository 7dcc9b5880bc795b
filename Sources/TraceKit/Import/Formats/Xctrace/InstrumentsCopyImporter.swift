/// Call trees copied out of Instruments (Edit ▸ Deep Copy). They have no time line; they are recognised only to explain
/// what to export instead.
struct InstrumentsCopyImporter: Importer {
    static let name = "instruments-copy"
    static let summary = "call trees copied from Instruments (refused: they have no time line)"
    static let example = "Weight\tSelf Weight\tSymbol Names"

    init() {}

    /// Whether the first line has headings between tabs: `Weight, Self Weight, Symbol Name` or `Bytes Used, Count,
    /// Symbol Name`, the last also as `Symbol Names`, with or without an empty column before it.
    static func recognizes(_ head: ByteSlice) -> Bool {
        var lines = HeadLines(JSONHead.skipMark(head))
        let headings = (lines.next()?.text ?? "").split(separator: "\t").map(\.trimmingSpaces).filter { !$0.isEmpty }
        return ["Symbol Name", "Symbol Names"].contains(headings.last)
            && [["Weight", "Self Weight"], ["Bytes Used", "Count"]].contains(headings.dropLast())
    }

    mutating func read(_ input: ByteInput, file: Int, into builder: TraceBuilder) throws(TraceError) {
        let place = Place(file: input.name, line: 1, column: 1, byte: 0)
        if JSONHead.skipMark(try input.head()).hasPrefix("Bytes Used") {
            throw TraceError(
                .input,
                "this is a tree of allocations copied from Instruments: it says who allocates how much memory, not what takes time",
                at: place,
                fix: "record with the Time Profiler or SwiftUI template and give that recording (App.trace)")
        }
        throw TraceError(
            .input, "this is a call tree copied from Instruments; export the time-profile table instead", at: place,
            fix: "on a Mac: xcrun xctrace export --input RECORDING.trace "
                + "--xpath '/trace-toc/run[@number=\"1\"]/data/table[@schema=\"time-profile\"]' "
                + "--output time-profile.xml")
    }
}
