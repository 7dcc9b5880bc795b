struct XctraceImporter: Importer {
    static let name = "xctrace-xml"
    static let summary = "tables and table of contents written by xctrace export"
    static let isPartial = true
    init() {}
    static func recognizes(_ head: ByteSlice) -> Bool { false }
    mutating func read(_ input: ByteInput, file: Int, into builder: TraceBuilder) throws(TraceError) {}
}
