import TraceKit

/// A subcommand: its name, arguments, options and action. Its help text is generated from this definition.
struct CommandSpec: Sendable {
    struct Option: Sendable {
        let name: String
        /// The value's placeholder; nil for a switch.
        let value: String?
        let help: String
        /// Whether all words up to the next option are its values.
        var isList = false
        /// The accepted values; empty if any value is accepted.
        var words: [String] = []
        /// The heading in help.
        var heading = Self.main
        static let main = "Options"

        /// Options that help lists below a heading of their own.
        static func list(under heading: String, _ options: [Option]) -> [Option] {
            options.map { option in
                var option = option
                option.heading = heading
                return option
            }
        }
    }

    let name: String
    let summary: String
    /// Positional arguments, as shown in the usage line.
    let arguments: String
    let options: [Option]
    /// The options that most people need, which help describes; it only names the others. Empty: help describes all.
    var basics: [String] = []
    /// Example command lines, each with a comment.
    let examples: [(line: String, comment: String)]
    /// The accepted arguments; empty if any argument is accepted.
    var argumentWords: [String] = []
    let run: @Sendable (Arguments, Console) throws -> Int32

    /// Whether a project file can set options of this command.
    var readsProject: Bool { options.contains { ProjectFile.choices.joined().contains($0.name) } }

    /// The options of this command and those that every command has.
    var allOptions: [Option] {
        let project = Option(name: "no-project", value: nil, help: "ignore \(ProjectFile.name)")
        let more = basics.isEmpty ? "" : "; 'all': with every option"
        return options + (readsProject ? [project] : []) + [
            Option(name: "quiet", value: nil, help: "print errors only, without progress and warnings"),
            Option(name: "help", value: nil, help: "show this help\(more)"),
        ]
    }

    /// The text of `--help`, and of `--help all` if it shows all.
    func help(showsAll: Bool) -> String {
        let isShort = !showsAll && !basics.isEmpty
        var text =
            "Usage: trace-analyze \(name)\(arguments.isEmpty ? "" : " \(arguments)")"
            + "\(options.isEmpty ? "" : " [options]")\n\n\(summary)\n\nExamples:\n\(exampleLines)"
        let (first, rest) = (allOptions.filter { isBasic($0) }, allOptions.filter { !isBasic($0) })
        guard isShort else {
            return text
                + Self.groups(allOptions).map { "\n\($0.heading):\n\($0.options.map(\.helpLine).joined())" }.joined()
        }
        text += "\nOptions:\n" + first.map(\.helpLine).joined()
        text += "\nMore options, described by 'trace-analyze \(name) --help all':\n"
        for group in Self.groups(rest) {
            let heading = group.heading == Option.main ? "Others" : group.heading
            let names = "\(heading): " + group.options.map { "--\($0.name)" }.joined(separator: " ")
            text += TextWidth.wrap(names, width: 96, indent: 4).map { "  \($0)\n" }.joined()
        }
        return text
    }

    private func isBasic(_ option: Option) -> Bool { basics.contains(option.name) || option.name == "help" }

    private var exampleLines: String {
        let width = examples.reduce(0) { max($0, $1.line.count) }
        return examples.map { example in
            let space = String(repeating: " ", count: width - example.line.count)
            let isShort = width + example.comment.count < 96
            return "  \(example.line)\(isShort ? "\(space)  " : "\n      ")# \(example.comment)\n"
        }.joined()
    }

    /// Options by their headings, in order.
    private static func groups(_ options: [Option]) -> [(heading: String, options: [Option])] {
        var headings: [String] = []
        for option in options where !headings.contains(option.heading) { headings.append(option.heading) }
        return headings.map { heading in (heading, options.filter { $0.heading == heading }) }
    }
}

extension CommandSpec.Option {
    /// `--format FORMAT`
    var head: String { "--\(name)\(value.map { " \($0)" } ?? "")" }

    var helpLine: String { "  \(head)\(String(repeating: " ", count: max(2, 26 - head.count)))\(help)\n" }
}

/// The parsed arguments of a subcommand.
struct Arguments {
    private(set) var positional: [String] = []
    /// Those behind `--`.
    private(set) var behindDashes: [String] = []
    private var values: [String: [String]] = [:]
    /// The project file in effect, if any.
    private(set) var project: ProjectFile?
    /// The options whose values come from the project file.
    private(set) var ofProject: Set<String> = []

    /// Parses the words and checks them against the command. `--name value` and `--name=value`; `--` ends options.
    init(_ words: [String], for command: CommandSpec) throws(UsageError) {
        var rest = words[...]
        var optionsEnded = false
        while let word = rest.popFirst() {
            if optionsEnded || !word.hasPrefix("-") || word == "-" || Self.isSQLComment(word) {
                positional.append(word)
                if optionsEnded { behindDashes.append(word) }
                continue
            }
            if word == "--" {
                optionsEnded = true
                continue
            }
            let parts = (word == "-o" ? "--output" : word)
                .split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let name = String(parts[0].dropFirst(parts[0].hasPrefix("--") ? 2 : 1))
            guard parts[0].hasPrefix("--"), let option = command.allOptions.first(where: { $0.name == name }) else {
                throw UsageError(
                    "unknown option '\(parts[0])'",
                    suggestion: NearestWord.to(name, among: command.allOptions.map { $0.name }).map {
                        "--\($0)"
                    })
            }
            if option.value == nil {
                guard parts.count == 1 else { throw UsageError("'--\(name)' takes no value") }
                values[name, default: []].append("")
            } else if parts.count == 2 {
                values[name, default: []].append(String(parts[1]))
            } else if let value = rest.popFirst() {
                values[name, default: []].append(value)
                while option.isList, let next = rest.first, !next.hasPrefix("--") {
                    values[name, default: []].append(next)
                    rest.removeFirst()
                }
            } else {
                throw UsageError("'--\(name)' needs a value (\(option.value ?? ""))")
            }
            // Usually an unset variable of a script; ignoring it would change what the command does.
            if option.value != nil, values[name]?.contains("") == true {
                throw UsageError("'--\(name)' needs a value (\(option.value ?? "")), found an empty one")
            }
        }
    }

    /// Whether a word is an SQL statement that begins with a comment. No option has a blank after its hyphens, or a blank
    /// in its name together with a line end.
    private static func isSQLComment(_ word: String) -> Bool {
        guard word.hasPrefix("--") else { return false }
        let hasBlank = word.prefix { $0 != "=" }.contains(where: \.isWhitespace)
        return word.dropFirst(2).first?.isWhitespace == true || hasBlank && word.contains(where: \.isNewline)
    }

    /// Sets the options that were not given from the project file.
    mutating func fill(from project: ProjectFile, for command: CommandSpec) {
        self.project = project
        // Options that the command rejects together with one that was given.
        var others: Set<String> = has("init") ? ["budget"] : []
        if has("redact") || has("redact-key") { others.formUnion(["source-root", "source-url"]) }
        for choice in ProjectFile.choices where !choice.contains(where: { has($0) || others.contains($0) }) {
            for name in choice where command.options.contains(where: { $0.name == name }) {
                values[name] = project.options[name]
                if values[name] != nil { ofProject.insert(name) }
            }
        }
    }

    func has(_ name: String) -> Bool { value(name) != nil }
    /// The last value of an option. `--output -` is standard output, the default, so it returns nil.
    func value(_ name: String) -> String? {
        let value = values[name]?.last
        return name == "output" && value == "-" ? nil : value
    }
    /// All values of an option that may be repeated.
    func values(_ name: String) -> [String] { values[name] ?? [] }

    /// A whole number in a range.
    func integer(_ name: String, in range: ClosedRange<Int>) throws(UsageError) -> Int? {
        try value(name, "a whole number from \(range.lowerBound) to \(range.upperBound)") { text in
            Int(text).flatMap { range.contains($0) ? $0 : nil }
        }
    }

    /// The parsed value of an option. `form` describes a valid value in the error message.
    func value<Value>(_ name: String, _ form: String, _ read: (String) -> Value?) throws(UsageError) -> Value? {
        guard let text = value(name) else { return nil }
        guard let value = read(text) else { throw UsageError(name, mustBe: form, text) }
        return value
    }

    /// The parsed values of an option that may be repeated.
    func values<Value>(_ name: String, _ form: String, _ read: (String) -> Value?) throws(UsageError) -> [Value] {
        var result: [Value] = []
        for text in values(name) {
            guard let value = read(text) else { throw UsageError(name, mustBe: form, text) }
            result.append(value)
        }
        return result
    }
}

/// An invalid command line (exit code 64).
struct UsageError: Error {
    let message: String
    let suggestion: String?

    init(_ message: String, suggestion: String? = nil) {
        self.message = message
        self.suggestion = suggestion
    }

    /// An option whose value has the wrong form.
    init(_ option: String, mustBe form: String, _ found: String, suggestion: String? = nil) {
        self.init("'--\(option)' must be \(form), found '\(found.prefix(40))'", suggestion: suggestion)
    }

    /// A word that is not in a closed list.
    init(unknown what: String, _ word: String, among known: [String]) {
        self.init(
            "unknown \(what) '\(word)'; \(what)s: \(known.joined(separator: ", "))",
            suggestion: NearestWord.to(word, among: known))
    }

    /// A name that is not in a list of known names. Suggests the nearest one, else lists the first few.
    init(_ problem: String, _ word: String, noneOf known: [String]) {
        let nearest = NearestWord.to(word, among: known)
        let more = known.count > 8 ? ", … (\(known.count - 8) more)" : ""
        let list = known.prefix(8).map { "'\($0.prefix(80))'" }.joined(separator: ", ")
        self.init(
            "\(problem) '\(word.prefix(80))'\(nearest == nil && !known.isEmpty ? "; known: \(list)\(more)" : "")",
            suggestion: nearest)
    }
}
