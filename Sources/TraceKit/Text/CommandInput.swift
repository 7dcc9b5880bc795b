/// The inputs of a command and the options that choose what is read and analysed of them, for the commands that a result
/// proposes: run as they are printed, they show the same trace.
public struct CommandInput: Sendable {
    /// An option as it was given; a switch has no value.
    public struct Option: Sendable, Equatable {
        public let name: String
        public let value: String?

        public init(_ name: String, _ value: String? = nil) { (self.name, self.value) = (name, value) }
    }

    public var inputs: [String]
    /// How the inputs are read.
    public var reading: [Option] = []
    /// How what was read is analysed.
    public var analysis: [Option] = []
    /// The inputs of single traces, by their ids.
    public var traces: [Int64: [String]] = [:]
    /// The database that holds the traces; nil where the inputs are files.
    public var database: String?

    public init(_ inputs: [String] = ["INPUT"]) { self.inputs = inputs }

    /// The same of one trace.
    public func of(_ trace: Int64) -> CommandInput {
        var one = self
        one.inputs = traces[trace] ?? inputs
        one.traces = [:]
        return one
    }

    /// The inputs as words of a shell.
    public var words: String { inputs.map(Self.quote).joined(separator: " ") }

    /// `trace-analyze report trace.json --process App --view Row`. `analyses`: whether the command takes the options of
    /// the analysis; `without`: options that what is added takes the place of.
    func command(
        _ name: String, analyses: Bool = true, without: Set<String> = [], _ more: [Option] = []
    ) -> String {
        let options = (reading + (analyses ? analysis : [])).filter { !without.contains($0.name) } + more
        return (["trace-analyze \(name)", words] + options.map(Self.word)).joined(separator: " ")
    }

    private static func word(_ option: Option) -> String {
        "--\(option.name)" + (option.value.map { " \(ShellWord.quote($0))" } ?? "")
    }

    /// A file whose name begins with a hyphen would be taken for an option.
    private static func quote(_ input: String) -> String {
        ShellWord.quote(input.hasPrefix("-") && input != "-" ? "./\(input)" : input)
    }
}
