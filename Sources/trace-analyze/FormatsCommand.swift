import TraceKit

let formatsCommand = CommandSpec(
    name: "formats",
    summary: "Lists the supported input formats, with a description and an example of each.",
    arguments: "",
    options: [],
    examples: [("trace-analyze formats", "all of them")],
    run: { arguments, console in
        guard arguments.positional.isEmpty else { throw UsageError("'formats' takes no arguments") }
        for format in TracePipeline.formats {
            console.print(
                "\(format.name)\(String(repeating: " ", count: max(2, 20 - format.name.count)))\(format.summary)\n")
            console.print("\(String(repeating: " ", count: 20))\(format.example)\n")
        }
        return 0
    })
