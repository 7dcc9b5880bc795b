/// Call trees copied out of Instruments (Edit ▸ Deep Copy). They have no time line, so they are recognised only to say
/// what to export instead.
struct InstrumentsCopyImporter: Importer {
    static let name = "instruments-copy"
    static let summary = "call trees copied from Instruments (refused: they have no time line)"
    static let example = "Weight\tSelf Weight\tSymbol Names"

    init() {}

    /// A first line of headings between tabs: `Weight, Self Weight, Symbol Name` or `Bytes Used, Count, Symbol Name`,
    /// the last also as `Symbol Names`, with or without an empty column before it.
    static func recognizes(_ head: ByteSlice) -> Bool {
        let body = JSONHead.skipMark(head)
        var headings: [ByteSlice] = []
        var start = 0
        for index in 0..<body.count {
            let isEnd = body[index] == 0x0A || body[index] == 0x0D
            guard isEnd || body[index] == 0x09 else { continue }
            headings.append(ByteSlice(body.start + start, index - start).trimmed())
            start = index + 1
            if isEnd { return isCallTree(headings) }
        }
        headings.append(body.dropFirst(start).trimmed())
        return isCallTree(headings)
    }

    private static func isCallTree(_ headings: [ByteSlice]) -> Bool {
        let headings = headings.filter { !$0.isEmpty }
        guard headings.count == 3, headings[2].equals("Symbol Name") || headings[2].equals("Symbol Names") else {
            return false
        }
        return headings[0].equals("Weight") && headings[1].equals("Self Weight")
            || headings[0].equals("Bytes Used") && headings[1].equals("Count")
    }

    mutating func read(_ input: ByteInput, file: Int, into builder: TraceBuilder) throws(TraceError) {
        throw TraceError(
            .input, "this is a call tree copied from Instruments; export the time-profile table instead",
            at: Place(file: input.name, line: 1, column: 1, byte: 0),
            fix: "on a Mac: xcrun xctrace export --input RECORDING.trace "
                + "--xpath '/trace-toc/run[@number=\"1\"]/data/table[@schema=\"time-profile\"]' "
                + "--output time-profile.xml")
    }
}
