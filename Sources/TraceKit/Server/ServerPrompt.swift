/// A conversation that a client offers its user: a text with the user's inputs put in.
struct ServerPrompt: Sendable {
    struct Argument: Sendable {
        let name: String
        let help: String
        var isRequired = true
    }

    let name: String
    let summary: String
    let arguments: [Argument]
    /// The text, from the values of the arguments that were given.
    let text: @Sendable ([String: String]) -> String

    static let all: [ServerPrompt] = [summarize, fixWorst, compare]

    private static let input = Argument(name: "input", help: "a recording, an export or a log")

    private static let summarize = ServerPrompt(
        name: "summarize", summary: "What is slow in a recording, and why", arguments: [input]
    ) { values in
        """
        Open \(values["input"] ?? "") with open_trace and call find_problems. Say in at most ten lines what somebody waited for, which \
        view or function took the time, what caused it, and how much of the work was unnecessary. Use the numbers and words for \
        certainty as they are given. Say what was not recorded. Claim nothing that no answer says.
        """
    }

    private static let fixWorst = ServerPrompt(
        name: "fix-worst", summary: "Mend the costliest problem of a recording",
        arguments: [input, Argument(name: "source_root", help: "a folder of the app's sources", isRequired: false)]
    ) { values in
        let sources = values["source_root"].map { " with source_root \($0)" } ?? ""
        return """
            Open \(values["input"] ?? "") with open_trace\(sources) and call find_problems with limit 1. Read the code at its file_line, and \
            trace_causes where the problem names a cause. Make the smallest change that its fix describes, and nothing else. Then say \
            what was changed, what gain the problem promises, and that a new recording of the same steps and compare_traces decide \
            whether it helped.
            """
    }

    private static let compare = ServerPrompt(
        name: "compare", summary: "Whether a change helped",
        arguments: [
            Argument(name: "before", help: "recordings before it, separated by commas"),
            Argument(name: "after", help: "recordings after it"),
        ]
    ) { values in
        """
        Call compare_traces with before: \(values["before"] ?? "") and after: \(values["after"] ?? ""). Say the verdict in its own word first, \
        then what is better and worse with its numbers. Likely is not certain, and no difference is not proof of none: say how many \
        recordings would tell.
        """
    }

    // MARK: Messages

    var json: JSONValue {
        .object([
            .init("name", .text(name)), .init("description", .text(summary)),
            .init(
                "arguments",
                .array(
                    arguments.map { argument in
                        .object([
                            .init("name", .text(argument.name)), .init("description", .text(argument.help)),
                            .init("required", .bool(argument.isRequired)),
                        ])
                    })),
        ])
    }

    /// The members of the answer to `prompts/get`. Throws for a missing or unknown argument.
    func answer(_ given: JSONValue?) throws(RPCError) -> [JSONValue.Member] {
        var values: [String: String] = [:]
        for member in given?.members ?? [] {
            guard arguments.contains(where: { $0.name == member.key }), let text = member.value.text else {
                throw RPCError(.invalidParams, "the prompt '\(name)' has no text argument '\(member.key.clipped(60))'")
            }
            values[member.key] = text.clipped(2000)
        }
        if let missing = arguments.first(where: { $0.isRequired && values[$0.name] == nil }) {
            throw RPCError(.invalidParams, "the prompt '\(name)' needs '\(missing.name)': \(missing.help)")
        }
        let content = JSONValue.object([.init("type", .text("text")), .init("text", .text(text(values)))])
        return [
            .init("description", .text(summary)),
            .init("messages", .array([.object([.init("role", .text("user")), .init("content", content)])])),
        ]
    }
}
