/// `help`: returns the text of the resource of that name.
enum HelpTool {
    static let tool = ServerTool(
        name: "help",
        summary: "Explains: schema (views of the database), view:NAME, rule:ID, recording (how to record).",
        input: [ToolProperty("topic", .text, isRequired: true)],
        output: [
            ToolOutput("topic", .text), ToolOutput("lines", .texts), ToolOutput("left_out", .object, always: false),
        ]
    ) { (call) throws(TraceError) in
        let topics = call.session.topics
        let name = call.arguments.text("topic") ?? ""
        guard let topic = topics.first(where: { $0.name == name }) else {
            let nearest = NearestWord.to(name, among: topics.map(\.name))
            throw TraceError(
                .usage, "unknown topic '\(name.clipped(60))'",
                fix: nearest.map { "did you mean '\($0)'?" }
                    ?? "topics: schema, recording, \(topics.dropFirst(2).map(\.name).joined(separator: ", "))")
        }
        var answer = ToolAnswer()
        answer["topic"] = .text(name)
        answer["lines"] = .texts(topic.lines)
        answer.fit()
        return answer
    }
}
