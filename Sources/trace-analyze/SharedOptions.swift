import TraceKit

/// Options that several commands have, with their meaning in one place.
enum SharedOptions {
    static let analysis: [CommandSpec.Option] = [
        .init(name: "profile", value: "NAME", help: "deadlines: \(Deadlines.named.map { $0.profile }.joined(separator: " or ")) (default frame: 8.3 and 16.67 ms)"),
        .init(name: "refresh-rate", value: "HZ", help: "deadlines: one and two refreshes of this display"),
        .init(name: "deadlines", value: "A,B", help: "deadlines: orange above A ms, red above B ms"),
        .init(name: "one-trace", value: nil, help: "all inputs are parts of one trace"),
    ]

    static func pipelineOptions(_ arguments: Arguments, _ console: Console, command: String) throws(UsageError) -> TracePipeline.Options {
        var options = TracePipeline.Options()
        if let deadlines = try deadlines(arguments, command) {
            options.analysis.deadlines = deadlines
            options.hasExplicitAnalysis = true
        }
        options.isOneTrace = arguments.has("one-trace")
        options.importedAt = WallClock.now(console.environment)
        return options
    }

    private static func deadlines(_ arguments: Arguments, _ command: String) throws(UsageError) -> Deadlines? {
        let given = ["profile", "refresh-rate", "deadlines"].filter { arguments.has($0) }
        guard given.count <= 1 else {
            throw UsageError("give one of \(given.map { "--\($0)" }.joined(separator: ", ")), not several", command: command)
        }
        if let name = arguments.value("profile") {
            guard let deadlines = Deadlines.named.first(where: { $0.profile == name }) else {
                throw UsageError(
                    "unknown profile '\(name)'; profiles: \(Deadlines.named.map { $0.profile }.joined(separator: ", "))", command: command,
                    suggestion: Spelling.nearest(name, among: Deadlines.named.map { $0.profile }))
            }
            return deadlines
        }
        if let hertz = try arguments.integer("refresh-rate", in: 1...1000, command: command) { return Deadlines(refreshRate: hertz) }
        if let text = arguments.value("deadlines") {
            guard let deadlines = Deadlines(milliseconds: text) else {
                throw UsageError(
                    "'--deadlines' must be two numbers of milliseconds A,B with 0 < A <= B, found '\(text.prefix(40))'", command: command)
            }
            return deadlines
        }
        return nil
    }

    static func color(_ arguments: Arguments, command: String) throws(UsageError) -> String? {
        guard let choice = arguments.value("color") else { return nil }
        guard ["auto", "always", "never"].contains(choice) else {
            throw UsageError("'--color' must be auto, always or never, found '\(choice.prefix(40))'", command: command)
        }
        return choice
    }

    static func format(_ arguments: Arguments, among names: [String], command: String) throws(UsageError) -> String {
        guard let format = arguments.value("format") else { return names[0] }
        guard names.contains(format) else {
            throw UsageError(
                "unknown format '\(format)'; formats: \(names.joined(separator: ", "))", command: command,
                suggestion: Spelling.nearest(format, among: names))
        }
        return format
    }
}
