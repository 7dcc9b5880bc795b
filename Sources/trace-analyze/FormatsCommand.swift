import TraceKit

let formatsCommand = CommandSpec(
    name: "formats",
    summary: "Lists the supported input formats with an example of each, or what is read of one.",
    arguments: "[FORMAT]",
    options: [],
    examples: [
        ("trace-analyze formats", "all of them"),
        ("trace-analyze formats csv", "the headings of tables, and what they hold"),
        ("trace-analyze formats xctrace-xml", "the tables of an export"),
    ],
    argumentWords: TracePipeline.formats.map(\.name),
    run: { arguments, console in
        guard arguments.positional.count <= 1 else { throw UsageError("'formats' takes the name of one format") }
        guard let word = arguments.positional.first?.lowercased() else {
            for format in TracePipeline.formats { console.print(entry(format)) }
            return 0
        }
        let formats = TracePipeline.formats
        let named = formats.first { $0.name == word } ?? formats.first { $0.name.hasSuffix("-\(word)") }
        guard let format = named, let guide = TracePipeline.guide(toFormat: format.name) else {
            throw UsageError(unknown: "format", word, among: formats.map(\.name))
        }
        console.print(entry(format))
        if !guide.fields.isEmpty { console.print("\n" + guide.fields.joined(separator: "\n") + "\n") }
        console.print("\nWhere none of its rows can be read: \(guide.remedy)\n")
        return 0
    })

private func entry(_ format: (name: String, summary: String, example: String)) -> String {
    let space = String(repeating: " ", count: max(2, 20 - format.name.count))
    return "\(format.name)\(space)\(format.summary)\n\(String(repeating: " ", count: 20))\(format.example)\n"
}
