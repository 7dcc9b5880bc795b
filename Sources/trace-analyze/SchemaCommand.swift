import TraceKit

let schemaCommand = CommandSpec(
    name: "schema",
    summary: "Prints the database schema with comments: every table, view and column.",
    arguments: "",
    options: [],
    examples: [
        ("trace-analyze schema | less", "read it"),
        ("trace-analyze schema | sqlite3 empty.sqlite", "create an empty database"),
    ],
    run: { arguments, console in
        guard arguments.positional.isEmpty else { throw UsageError("'schema' takes no arguments") }
        console.print(TracePipeline.schema)
        return 0
    })
