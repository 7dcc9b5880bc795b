/// What a limit is about; the sections of a budget file.
enum BudgetScope: String, CaseIterable, Sendable {
    case trace, interactions, recurring, views, chains, signposts, functions

    /// Those that updates lie in.
    static let ofUpdates: Set<BudgetScope> = [.trace, .interactions, .views, .chains]

    /// One of them, in a sentence.
    var noun: String {
        switch self {
        case .trace: "the trace"
        case .interactions: "an interaction"
        case .recurring: "a recurring cause"
        case .views: "a view"
        case .chains: "a chain"
        case .signposts: "a signpost"
        case .functions: "a function"
        }
    }
}

/// How much is allowed.
enum BudgetBound: Equatable, Sendable {
    case most(Double)
    /// So many percent more than in the baseline.
    case percentMore(Double)
    /// So much more than in the baseline.
    case more(Double)

    var isRelative: Bool { if case .most = self { false } else { true } }
}

/// One line of a budget: of what, which figure, how much.
struct BudgetLimit: Equatable, Sendable {
    var scope: BudgetScope
    /// Which interaction, view or chain, as it stands in the file; empty for the trace.
    var subject: String
    var measure: BudgetMeasure
    var bound: BudgetBound
    /// Of its key.
    var place: Place

    /// `*` and `?` stand for other characters where nothing has exactly this name.
    var isPattern: Bool { subject.unicodeScalars.contains { $0 == "*" || $0 == "?" } }
}

/// A budget as it was read. With errors it must not be used.
public struct BudgetFile: Sendable {
    public let path: String
    /// Everything that is wrong with it, in the order of the file; each with its place.
    public let errors: [Diagnostic]
    let limits: [BudgetLimit]

    /// Whether any limit is head-room against a baseline.
    public var isRelative: Bool { limits.contains { $0.bound.isRelative } }

    /// Whether any limit is on a chain of causes.
    public var readsChains: Bool { limits.contains { $0.scope == .chains } }

    /// Reads a budget. Throws where the file cannot be read or is not JSON; what is wrong in the JSON is in `errors`.
    public static func read(_ path: String) throws(TraceError) -> BudgetFile {
        try read(
            try bytes(path, "budget", fix: "give a file; what a command writes is read from <(command)"), name: path)
    }

    /// The bytes of a small file of JSON that people write by hand.
    ///
    /// A pipe that is open already, as `<(command)` gives one, is read; one that waits under a name for somebody to write, a device
    /// and a folder are refused.
    static func bytes(_ path: String, _ what: String, fix: String) throws(TraceError) -> [UInt8] {
        if let kind = otherKind(path) {
            throw TraceError(.input, "the \(what) is \(kind), not a file", at: Place(file: path), fix: fix)
        }
        let input = try ByteInput(path: path)
        while !input.atEnd {
            _ = try input.refill(keeping: 0)
            guard input.count <= largest else {
                throw TraceError(
                    .input, "a \(what) of more than \(largest >> 20) MB", at: Place(file: path), fix: "is it the trace?"
                )
            }
        }
        return Array(UnsafeBufferPointer(start: input.base, count: input.count))
    }

    /// What a path leads to, in words, where that is neither a file nor open already; nil too where nothing is there.
    private static func otherKind(_ path: String) -> String? {
        var status = stat()
        guard stat(path, &status) == 0, (try? FileTarget(path))?.descriptor == nil else { return nil }
        switch status.st_mode & S_IFMT {
        case S_IFREG: return nil
        case S_IFIFO: return "a named pipe"
        case S_IFDIR: return "a folder"
        case S_IFSOCK: return "a socket"
        default: return "a device"
        }
    }

    /// The same without comments and commas behind the last entry.
    static func strict(_ text: [UInt8], name: String) throws(TraceError) -> [UInt8] {
        do throws(BudgetSyntax.OpenComment) {
            return try BudgetSyntax.strict(text)
        } catch {
            throw TraceError(
                .input, "the comment that begins here does not end",
                at: ByteInput(bytes: text, name: name).place(of: error.offset), fix: "end it with */")
        }
    }

    static func read(_ text: [UInt8], name: String) throws(TraceError) -> BudgetFile {
        let bytes = try strict(text, name: name)
        var reader = BudgetReader(bytes, name: name)
        do throws(TraceError) {
            try reader.readDocument()
        } catch {
            // The reader's advice is for exported traces.
            throw TraceError(
                error.kind, error.diagnostic.message, at: error.diagnostic.place,
                fix: "correct the budget at this place; it is JSON, with comments and trailing commas allowed")
        }
        return BudgetFile(path: name, errors: reader.errors, limits: reader.limits)
    }

    private static let largest = 4 << 20
}
