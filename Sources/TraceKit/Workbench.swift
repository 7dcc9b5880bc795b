/// Single stages of the engine, for measurements. Not for users of the library.
package enum Workbench {
    /// The records of one trace, for the next stages.
    package struct Imported {
        let records: TraceRecords

        /// Rows of all kinds.
        package var count: Int { records.nodeCount + records.edges.count + records.signposts.count }
    }

    /// The time of a stage.
    package struct Stage {
        package let name: String
        package let duration: Duration
    }

    // MARK: Bytes to tokens

    /// Tokenises a file without making records. Returns the number of tokens: values of JSON and tables, tags and texts
    /// of XML, lines of a log.
    package static func parse(_ path: String) throws(TraceError) -> Int {
        let input = try ByteInput(path: path)
        let format = try TraceAssembly.importer(for: input).name
        switch format {
        case TraceKitNDJSONImporter.name: return try parseLines(input)
        case TraceKitCSVImporter.name: return try parseTable(input)
        case XctraceImporter.name: return try parseXML(input)
        case UnifiedLogTextImporter.name: return try parseLog(input)
        default: return try parseJSON(input)
        }
    }

    private static func parseLines(_ input: ByteInput) throws(TraceError) -> Int {
        var reader = JSONReader(input, isLineBased: true)
        var values = 0
        while try reader.nextLine() {
            try readValue(&reader, &values)
            try reader.endLine()
        }
        return values
    }

    private static func parseJSON(_ input: ByteInput) throws(TraceError) -> Int {
        var reader = JSONReader(input)
        var values = 0
        try readValue(&reader, &values)
        try reader.expectEnd()
        return values
    }

    /// Recursion is bounded by the reader's limit on depth.
    private static func readValue(_ reader: inout JSONReader, _ values: inout Int) throws(TraceError) {
        values += 1
        switch try reader.peekKind() {
        case .object:
            try reader.enterObject()
            while try reader.nextKey() != nil { try readValue(&reader, &values) }
        case .array:
            try reader.enterArray()
            while try reader.nextElement() { try readValue(&reader, &values) }
        case .string: _ = try reader.string()
        case .number: if reader.plainInteger() == nil { _ = try reader.number() }
        case .bool: _ = try reader.bool()
        case .null: try reader.null()
        case nil: throw reader.unexpected("a value")
        }
    }

    private static func parseTable(_ input: ByteInput) throws(TraceError) -> Int {
        let header = CSVHeader.find(try input.head(), [:])
        var reader = CSVReader(input, delimiter: header?.delimiter ?? UInt8(ascii: ","))
        var cells = 0
        try reader.skipByteOrderMark()
        while try reader.nextRow() { cells += reader.cellCount }
        return cells
    }

    private static func parseXML(_ input: ByteInput) throws(TraceError) -> Int {
        var reader = XMLReader(input)
        var events = 0
        while try reader.next() != .finish { events += 1 }
        return events
    }

    private static func parseLog(_ input: ByteInput) throws(TraceError) -> Int {
        var reader = LineReader(input)
        var frames = LogFrames()
        let names = NameTable()
        var lines = 0
        try reader.skipByteOrderMark()
        while let line = try reader.next() {
            if frames.read(line.bytes) != nil {
                lines += 1
                continue
            }
            do throws(RowProblem) {
                guard let record = try LogLine(line.bytes) else { continue }
                frames.learn(line.bytes, record, names)
                lines += 1
            } catch { continue }
        }
        return lines
    }

    // MARK: Records and passes

    package static func records(_ path: String) throws(TraceError) -> Imported {
        let input = try ByteInput(path: path)
        var assembly = TraceAssembly(ImportOptions())
        try assembly.read(input, by: try TraceAssembly.importer(for: input))
        return Imported(records: try assembly.finish())
    }

    /// Runs all passes once and returns the time of each, in order.
    package static func passes(_ imported: Imported) -> [Stage] {
        let options = AnalysisOptions()
        let results = AnalysisResults(deadlines: options.deadlines)
        let clock = ContinuousClock()
        return AnalysisPasses.ordered(AnalysisPasses.all).map { pass in
            let start = clock.now
            pass.run(imported.records, options, results)
            return Stage(name: pass.name, duration: start.duration(to: clock.now))
        }
    }
}
