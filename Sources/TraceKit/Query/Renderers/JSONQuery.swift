/// One array of objects, an object a line.
struct JSONQuery: QueryRenderer {
    private var columns: [String] = []
    private var isFirst = true

    mutating func begin(_ columns: [String], _ options: RenderOptions) -> String {
        self.columns = columns
        return "["
    }

    mutating func row(_ values: [SQLValue]) -> String {
        let pairs = zip(columns, values).map { "\(JSONText.quote($0)): \(JSONText.literal($1))" }
        defer { isFirst = false }
        return (isFirst ? "\n" : ",\n") + "  {" + pairs.joined(separator: ", ") + "}"
    }

    mutating func end() -> String { isFirst ? "]\n" : "\n]\n" }
}
