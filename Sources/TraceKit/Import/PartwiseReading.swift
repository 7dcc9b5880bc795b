/// An importer of files that are lines (or rows) after a common beginning, so that several threads can read parts of a
/// large file.
protocol PartwiseImporter: Importer {
    /// Reads the beginning before the lines. Called once for every file, before its parts.
    mutating func begin(_ input: ByteInput, into builder: TraceBuilder) throws(TraceError)
    /// Whether the lines of the current file can be read without the preceding ones.
    var canReadParts: Bool { get }
    /// Reads lines up to the first that begins at or after `limit`, and leaves the input there.
    mutating func readPart(
        _ input: ByteInput, until limit: Int, file: Int, into builder: TraceBuilder
    ) throws(TraceError) -> PartRead
    /// Takes over the state of an importer that read the next part, with its numbers translated.
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

/// The range of a part that was read, as offsets in the file.
struct PartRead {
    /// Offset of its first line; nil if it has none.
    var start: Int?
    /// Offset of the first line after it; nil if nothing is left to read.
    var end: Int?
}

/// Reads one file with several threads. The result is the same as with one thread, to the last number.
///
/// This thread reads the file from its beginning; every other one begins at a later line and fills its own builder.
/// When this thread reaches the line at which the next part began, it takes over that part and continues after it. If
/// it reaches another line (a line end was inside quotes), or if the part has anything but plain records (a rejected
/// row, an id that was used before), it reads on by itself.
struct PartwiseReading<PartImporter: PartwiseImporter> {
    /// The smallest part, which should take longer to read than a thread takes to start.
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

    /// Starts reading all parts but the first.
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
            // Only this part uses the builder and the input until its end is awaited.
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
