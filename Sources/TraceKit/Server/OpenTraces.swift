/// A trace that agents have opened.
final class OpenTrace {
    /// Its name in calls: `t1`.
    let handle: String
    /// The inputs as given.
    let inputs: [String]
    let loaded: TracePipeline.Loaded
    /// Its id in the database.
    let id: Int64

    /// The figures, with and without chains; read once because the trace does not change.
    private var figures: [Bool: TraceFigures] = [:]

    /// The app's sources as last opened; nil if no folder is known.
    var sources: SourceLookup?

    /// The doctor's result, read once.
    private var examined: Doctor?

    /// The answer of `open_trace`, made once.
    var opened: ToolAnswer?

    var store: TraceStore { loaded.store }

    init(handle: String, inputs: [String], loaded: TracePipeline.Loaded, id: Int64) {
        (self.handle, self.inputs, self.loaded, self.id) = (handle, inputs, loaded, id)
    }

    func doctor() throws(TraceError) -> Doctor {
        if let examined { return examined }
        let read = try Doctor.examine(store, trace: id)
        examined = read
        return read
    }

    /// Identifies the content of its inputs.
    func contentHash() throws(TraceError) -> String {
        try store.database.rows("SELECT content_hash FROM trace WHERE id = ?", [.integer(id)]).first?.first?.text ?? ""
    }

    func figures(chains: Bool) throws(TraceError) -> TraceFigures {
        if let known = figures[chains] { return known }
        let read = try store.database.reading { () throws(TraceError) in
            try FigureReader.read(store, trace: id, chains: chains, series: !chains)
        }
        figures[chains] = read
        return read
    }

    /// Throws if the trace has no such view, which is most often a typo.
    func checkView(_ view: String?) throws(TraceError) {
        guard let view, try !loaded.has(view, of: "view", trace: id) else { return }
        // Only names are read: there may be hundreds of thousands.
        let known = try loaded.names(of: "view", trace: id)
        let nearest = NearestWord.to(view, among: known)
        let list = known.prefix(8).map { $0.clipped(80) }.joined(separator: ", ")
        throw TraceError(
            .usage, "no update belongs to a view '\(view.clipped(80))'",
            fix: nearest.map { "did you mean '\($0.clipped(80))'?" }
                ?? (known.isEmpty ? "this trace has no view updates" : "views: \(list)\(known.count > 8 ? ", …" : "")"))
    }

    func checkInteraction(_ interaction: Int64?) throws(TraceError) {
        guard let interaction else { return }
        let known = try loaded.interactions()
        guard !known.contains(where: { $0.id == interaction }) else { return }
        let list = known.prefix(8).map { "\($0.id) (\($0.title.clipped(60)))" }.joined(separator: ", ")
        throw TraceError(
            .usage, "no interaction has the id \(interaction)",
            fix: known.isEmpty ? "this trace has none" : "interactions: \(list)\(known.count > 8 ? ", …" : "")")
    }
}

/// The open traces: each is imported once and kept; the least recently used one is closed for a new one.
final class OpenTraces {
    /// The options with which a trace is read and analysed.
    struct Request: Hashable {
        var inputs: [String]
        var isOneTrace = false
        var run: Int?
        var profile: String?
        var process: String?
        var interactions: [String] = []
        var ignore: [String] = []

        /// The equivalent arguments of `open_trace`.
        func arguments(_ inputs: [String]) -> JSONValue {
            var members: [JSONValue.Member] = [.init("inputs", .texts(inputs))]
            if isOneTrace { members.append(.init("one_trace", .bool(true))) }
            if let run { members.append(.init("run", .count(run))) }
            if let profile { members.append(.init("profile", .text(profile))) }
            if let process { members.append(.init("process", .text(process))) }
            if !interactions.isEmpty { members.append(.init("interactions", .texts(interactions))) }
            if !ignore.isEmpty { members.append(.init("ignore", .texts(ignore))) }
            return .object(members)
        }
    }

    static let most = 8
    /// The number of closed handles whose arguments are remembered.
    private static let mostRemembered = 64

    private struct Entry {
        let trace: OpenTrace
        let request: Request
        /// The state of the files when they were read; nil for folders, whose state is unknown.
        let files: [FileState]?
        /// Whether a client asked to open it; a comparison keeps the others only as long as there is room.
        var isAskedFor: Bool
        var lastUse: Int
    }

    /// A closed trace, and what opens it again.
    private struct Closed {
        let handle: String
        let inputs: [String]
        let request: Request
        let contentHash: String

        var arguments: JSONValue { request.arguments(inputs) }
    }

    private struct FileState: Equatable {
        let path: String
        let device: UInt64
        let inode: UInt64
        let size: Int64
        let seconds: Int64
        let nanoseconds: Int64
    }

    private let roots: ServerRoots
    /// Default options for calls that set none.
    private let reading: TracePipeline.Options
    private var entries: [Entry] = []
    private var closed: [Closed] = []
    private var uses = 0
    private var handles = 0

    init(_ roots: ServerRoots, _ reading: TracePipeline.Options = .init()) {
        (self.roots, self.reading) = (roots, reading)
    }

    var count: Int { entries.count }

    /// The open trace with this handle.
    func trace(_ handle: String) throws(TraceError) -> OpenTrace {
        if let index = entries.firstIndex(where: { $0.trace.handle == handle }) { return use(index) }
        if let old = closed.last(where: { $0.handle == handle }) {
            throw TraceError(
                .usage, "the trace '\(handle)' was closed: \(Self.most) are open at most",
                fix: "open it again: \(ToolWords.call(OpenTraceTool.tool.name, old.arguments))")
        }
        let known = entries.map(\.trace.handle).sorted()
        throw TraceError(
            .usage, "no trace is called '\(handle.prefix(40))'",
            fix: known.isEmpty ? "open_trace gives the handle" : "open traces: \(known.joined(separator: ", "))")
    }

    /// Whether a word is the handle of an open or closed trace.
    func isHandle(_ word: String) -> Bool {
        entries.contains { $0.trace.handle == word } || closed.contains { $0.handle == word }
    }

    /// Opens a trace, or returns the open one with the same files and options. `isNew` says which.
    func open(
        _ request: Request, _ call: ToolCall
    ) throws(TraceError) -> (trace: OpenTrace, isNew: Bool) {
        try open(request, isAskedFor: true, call)
    }

    /// The trace of a handle or an input, for the time of a comparison: it closes no other trace, and a closed one is
    /// read again if its content is still the same.
    func compared(_ word: String, _ call: ToolCall) throws(TraceError) -> OpenTrace {
        guard let old = closed.last(where: { $0.handle == word }) else {
            if isHandle(word) { return try trace(word) }
            return try open(Request(inputs: [word]), isAskedFor: false, call).trace
        }
        let (loaded, id) = try load(old.request, old.inputs, call)
        let again = OpenTrace(handle: word, inputs: old.inputs, loaded: loaded, id: id)
        again.store.database.watch(call.interruption)
        guard try again.contentHash() == old.contentHash else {
            throw TraceError(
                .usage, "the trace '\(word)' was closed, and its files are not those that were opened",
                fix: "open them again: \(ToolWords.call(OpenTraceTool.tool.name, old.arguments))")
        }
        return again
    }

    private func open(
        _ request: Request, isAskedFor: Bool, _ call: ToolCall
    ) throws(TraceError) -> (trace: OpenTrace, isNew: Bool) {
        var resolved: [String] = []
        for input in request.inputs { resolved.append(try roots.resolve(input)) }
        var request = request
        let given = request.inputs
        request.inputs = resolved
        let files = Self.files(resolved)
        if files != nil, let index = entries.firstIndex(where: { $0.request == request && $0.files == files }) {
            let trace = use(index)
            if isAskedFor { entries[index].isAskedFor = true }
            trace.store.database.watch(call.interruption)
            return (trace, false)
        }
        let (loaded, id) = try load(request, given, call)
        let isKept = isAskedFor || entries.count < Self.most
        if isKept { handles += 1 }
        let trace = OpenTrace(handle: isKept ? "t\(handles)" : "", inputs: given, loaded: loaded, id: id)
        trace.store.database.watch(call.interruption)
        guard isKept else { return (trace, true) }
        try closeOldest()
        uses += 1
        entries.append(
            Entry(trace: trace, request: request, files: files, isAskedFor: isAskedFor, lastUse: uses))
        return (trace, true)
    }

    /// Reads the only trace of the inputs of a request, which are resolved; `given`: as the client names them.
    private func load(
        _ request: Request, _ given: [String], _ call: ToolCall
    ) throws(TraceError) -> (loaded: TracePipeline.Loaded, id: Int64) {
        var options = try options(request, call)
        // Of one input the traces in it are listed, once they are read.
        if given.count > 1 { options.severalTraces = { Self.several($0) } }
        let loaded = try TracePipeline.load(request.inputs, into: .temporary, options) { call.progress.report($0) }
        guard let id = loaded.traceIDs.first, loaded.traceIDs.count == 1 else {
            throw try Self.several(loaded, given)
        }
        return (loaded, id)
    }

    private func use(_ index: Int) -> OpenTrace {
        uses += 1
        entries[index].lastUse = uses
        return entries[index].trace
    }

    private func closeOldest() throws(TraceError) {
        func rank(_ entry: Entry) -> (Int, Int) { (entry.isAskedFor ? 1 : 0, entry.lastUse) }
        guard entries.count >= Self.most,
            let oldest = entries.indices.min(by: { rank(entries[$0]) < rank(entries[$1]) })
        else { return }
        let entry = entries.remove(at: oldest)
        closed.append(
            Closed(
                handle: entry.trace.handle, inputs: entry.trace.inputs, request: entry.request,
                contentHash: try entry.trace.contentHash()))
        if closed.count > Self.mostRemembered { closed.removeFirst() }
    }

    private func options(_ request: Request, _ call: ToolCall) throws(TraceError) -> TracePipeline.Options {
        var options = reading
        options.progress = { _ in }
        options.importing.matches = reading.importing.matches.fresh()
        options.interruption = call.interruption
        options.isOneTrace = request.isOneTrace
        options.importing.run = request.run
        if let profile = request.profile {
            options.hasExplicitAnalysis = true
            options.analysis.usesDisplayRate = profile == Deadlines.deviceProfile
            options.analysis.deadlines = Deadlines.named.first { $0.profile == profile } ?? .frame
        }
        if let process = request.process { options.analysis.process = process == "all" ? .all : .named(process) }
        if !request.interactions.isEmpty {
            options.analysis.interactionSignposts = request.interactions.compactMap { SignpostFilter($0) }
        }
        if !request.ignore.isEmpty { options.analysis.ignoredViews = request.ignore }
        if request.process != nil || !request.interactions.isEmpty || !request.ignore.isEmpty {
            options.hasExplicitAnalysis = true
        }
        return options
    }

    /// The error for inputs without exactly one trace: a handle has one.
    private static func several(_ loaded: TracePipeline.Loaded, _ inputs: [String]) throws(TraceError) -> TraceError {
        if inputs.count > 1 { return several(loaded.traceIDs.count) }
        let lines = try loaded.summaries().filter { !$0.hasPrefix("  ") }.prefix(8)
        let more = loaded.traceIDs.count - lines.count
        return TraceError(
            .usage,
            "this input holds \(loaded.traceIDs.count) traces: "
                + lines.joined(separator: "; ") + (more > 0 ? "; … (\(more) more)" : ""),
            at: inputs.first.map { Place(file: $0) },
            fix: "open one of its files, or one trace of a database: FILE#ID; \"one_trace\": true reads all as one")
    }

    private static func several(_ count: Int) -> TraceError {
        TraceError(
            .usage, "these inputs are \(count) traces; a handle is for one",
            fix: "open them one by one, or give \"one_trace\": true if they are parts of one")
    }

    private static func files(_ paths: [String]) -> [FileState]? {
        var files: [FileState] = []
        for path in paths {
            var status = stat()
            guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
            #if canImport(Darwin)
                let time = status.st_mtimespec
            #else
                let time = status.st_mtim
            #endif
            files.append(
                FileState(
                    path: path, device: UInt64(truncatingIfNeeded: status.st_dev), inode: UInt64(status.st_ino),
                    size: Int64(status.st_size), seconds: Int64(time.tv_sec), nanoseconds: Int64(time.tv_nsec)))
        }
        return files
    }
}
