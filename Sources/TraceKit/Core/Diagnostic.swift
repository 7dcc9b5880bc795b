/// A place in an input: line and column count from 1, columns in bytes; the byte offset counts from 0.
public struct Place: Equatable, Sendable {
    public var file: String
    public var line: Int?
    public var column: Int?
    public var byte: Int?

    public init(file: String, line: Int? = nil, column: Int? = nil, byte: Int? = nil) {
        self.file = file
        self.line = line
        self.column = column
        self.byte = byte
    }

    /// `file:line:column`, as compilers print it.
    public var text: String {
        var text = file
        if let line { text += ":\(line)" }
        if let column { text += ":\(column)" }
        return text
    }
}

/// A message about an input, with its place and a remedy. It has no full stop and no capital.
public struct Diagnostic: Equatable, Sendable {
    public enum Level: String, Sendable { case error, warning, note }

    public var level: Level
    public var place: Place?
    public var message: String
    /// The remedy to type or change; nil if there is nothing to do.
    public var fix: String?

    public init(_ level: Level, at place: Place? = nil, _ message: String, fix: String? = nil) {
        self.level = level
        self.place = place
        self.message = message
        self.fix = fix
    }
}

/// The only error that the library throws: a diagnostic and the kind of fault.
public struct TraceError: Error, Equatable, Sendable {
    public enum Kind: Sendable {
        /// The input cannot be used (exit code 2).
        case input
        /// The database cannot be used (exit code 2).
        case database
        /// The arguments do not fit (exit code 64).
        case usage
        /// Our own mistake (exit code 1).
        case internalError
        /// The user stopped it (exit code 130).
        case interrupted
    }

    public let kind: Kind
    public let diagnostic: Diagnostic

    public init(_ kind: Kind, _ message: String, at place: Place? = nil, fix: String? = nil) {
        self.kind = kind
        diagnostic = Diagnostic(.error, at: place, message, fix: fix)
    }

    /// The error as a warning that states its consequence, for callers that continue without the failed part.
    func warning(_ cost: String) -> Diagnostic {
        var warning = diagnostic
        warning.level = .warning
        warning.message += "; \(cost)"
        return warning
    }
}
