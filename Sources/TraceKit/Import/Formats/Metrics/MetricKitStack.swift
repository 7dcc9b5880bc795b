/// The heaviest path of a MetricKit call stack tree, by sample counts, in the thread that the diagnostic is about.
struct MetricKitStack {
    /// `CoreData + 355457`, or a symbol, innermost first.
    private(set) var frames: [String] = []
    private var samples = -1

    /// The most frames that are kept, from the innermost one.
    static let most = 24
    /// The deepest tree that is read; deeper parts are skipped.
    private static let deepest = 500

    /// `libsystem_kernel.dylib + 723825 ← libdispatch.dylib + 676917 ← …`; nil without frames.
    var text: String? { frames.isEmpty ? nil : frames.prefix(Self.most).joined(separator: " ← ") }

    /// Reads one element of `callStacks`, and takes its path if it is heavier than the previous ones.
    mutating func read(_ reader: inout JSONReader) throws(TraceError) {
        guard try reader.peekKind() == .object else { return try reader.skipValue() }
        var (best, isOther) = (Path(), false)
        try reader.enterObject()
        while let key = try reader.nextKey() {
            if key.equals("threadAttributed"), try reader.peekKind() != .object, try reader.peekKind() != .array {
                isOther = try reader.scalar()?.equals("false") ?? false
            } else if key.equals("callStackRootFrames") || key.equals("callStackRootFrame"),
                try reader.peekKind() == .array
            {
                best = try Self.heaviest(&reader, depth: 0)
            } else {
                try reader.skipValue()
            }
        }
        if !isOther, best.samples > samples { (frames, samples) = (best.frames, best.samples) }
    }

    private struct Path {
        var frames: [String] = []
        var samples = -1
    }

    private static func heaviest(_ reader: inout JSONReader, depth: Int) throws(TraceError) -> Path {
        var best = Path()
        try reader.enterArray()
        while try reader.nextElement() {
            guard try reader.peekKind() == .object, depth < deepest else {
                try reader.skipValue()
                continue
            }
            let path = try frame(&reader, depth: depth)
            if path.samples > best.samples { best = path }
        }
        return best
    }

    private static func frame(_ reader: inout JSONReader, depth: Int) throws(TraceError) -> Path {
        var (below, binary, symbol, offset, samples) = (Path(), "", nil as String?, nil as String?, 0)
        try reader.enterObject()
        while let key = try reader.nextKey() {
            let kind = try reader.peekKind()
            if key.equals("subFrames"), kind == .array {
                below = try heaviest(&reader, depth: depth + 1)
            } else if kind == .object || kind == .array {
                try reader.skipValue()
            } else if key.equals("binaryName") {
                binary = try MetricRows.text(&reader) ?? ""
            } else if key.equals("symbol") || key.equals("symbolName") {
                symbol = try MetricRows.text(&reader)
            } else if key.equals("offsetIntoBinaryTextSegment") {
                offset = try MetricRows.text(&reader)
            } else if key.equals("sampleCount") {
                samples = try MetricRows.text(&reader).flatMap { Int($0) } ?? 0
            } else {
                try reader.skipValue()
            }
        }
        let name = symbol ?? offset.map { "\(binary) + \($0)" } ?? binary
        return Path(frames: below.frames + (name.isEmpty ? [] : [name]), samples: max(samples, 1))
    }
}
