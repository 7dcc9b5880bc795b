/// An importer of files that are lines (or rows) after a beginning that all of them share: a large file can then be read in
/// parts, by several threads.
protocol PartwiseImporter: Importer {
    /// Reads the beginning before the lines. Called once for every file, before its parts.
    mutating func begin(_ input: ByteInput, into builder: TraceBuilder) throws(TraceError)
    /// Whether the lines of the file that was begun can be read without those before them.
    var canReadParts: Bool { get }
    /// Reads lines up to the first that begins at or behind `limit`, and leaves the input there.
    mutating func readPart(
        _ input: ByteInput, until limit: Int, file: Int, into builder: TraceBuilder
    ) throws(TraceError) -> PartRead
    /// Takes over what an importer of the same type keeps of the next part, by the numbers that it has here.
    mutating func absorb(_ part: Self, _ numbers: PartNumbers)
    /// Called once for every file, after its last part.
    mutating func end(_ input: ByteInput, into builder: TraceBuilder)
}

extension PartwiseImporter {
    var canReadParts: Bool { true }
    mutating func absorb(_ part: Self, _ numbers: PartNumbers) {}
    mutating func end(_ input: ByteInput, into builder: TraceBuilder) {}

    mutating func read(_ input: ByteInput, file: Int, into builder: TraceBuilder) throws(TraceError) {
        try begin(input, into: builder)
        _ = try readPart(input, until: .max, file: file, into: builder)
        end(input, into: builder)
    }
}

/// What was read of a part: offsets in the file.
struct PartRead {
    /// Of its first line; nil where it has none.
    var start: Int?
    /// Of the first line behind it; nil where nothing is left to read.
    var end: Int?
}

/// Reads one file by several threads. What comes out is what one thread makes of it, to the last number.
///
/// This thread reads the file from its beginning; every other one begins at a line somewhere behind and fills a builder of
/// its own. When this thread comes to the line at which the next part began, it takes over what was read there and goes
/// on behind it. Where it comes to another line (a line end was inside quotes), or where the part holds anything but
/// plain records (a row that was rejected, an id that was used before), it reads on by itself instead.
struct PartwiseReading<PartImporter: PartwiseImporter> {
    /// A part should take longer to read than a thread to begin.
    private static var smallestPart: Int { 1 << 20 }

    private struct Part {
        let first: Int
        let limit: Int
        let input: ByteInput
        let builder: TraceBuilder
        let work: BackgroundWork<(read: PartRead, importer: PartImporter)>
    }

    static func read(
        _ input: ByteInput, by importer: inout PartImporter, file: Int, into builder: TraceBuilder, jobs: Int
    ) throws(TraceError) {
        try importer.begin(input, into: builder)
        let parts = importer.canReadParts ? begin(input, importer, file, builder.options, jobs) : []
        defer { for part in parts { _ = try? part.work.wait() } }
        var next = try importer.readPart(input, until: parts.first?.first ?? .max, file: file, into: builder).end
        for part in parts {
            guard let line = next else { break }
            if let done = try? part.work.wait(), done.read.start == line, let numbers = builder.absorb(part.builder) {
                importer.absorb(done.importer, numbers)
                input.goOn(as: part.input, from: line, first: part.first)
                next = done.read.end
            } else {
                next = try importer.readPart(input, until: part.limit, file: file, into: builder).end
            }
        }
        importer.end(input, into: builder)
    }

    /// Starts to read all parts but the first.
    private static func begin(
        _ input: ByteInput, _ importer: PartImporter, _ file: Int, _ options: ImportOptions, _ jobs: Int
    ) -> [Part] {
        guard let size = input.size, case let count = min(jobs, size / smallestPart), count > 1 else { return [] }
        let firsts = (1..<count).map { size / count * $0 & -ContentHash.blockSize }
        var parts: [Part] = []
        for (index, first) in firsts.enumerated() {
            guard let part = try? ByteInput(path: input.name, from: first) else { break }
            part.interruption = input.interruption
            let limit = index + 1 < firsts.count ? firsts[index + 1] : .max
            let builder = TraceBuilder(options)
            var importer = importer
            // The builder and the input are this part's alone until the work is waited for.
            let work = BackgroundWork { () throws(TraceError) in
                guard try part.skipToLine() else { return (read: PartRead(start: nil, end: nil), importer: importer) }
                let read = try importer.readPart(part, until: limit, file: file, into: builder)
                return (read: read, importer: importer)
            }
            parts.append(Part(first: first, limit: limit, input: part, builder: builder, work: work))
        }
        return parts
    }
}
