/// Draws the rows of a query as they come.
public protocol QueryRenderer {
    /// Each returns the text to print next.
    mutating func begin(_ columns: [String], _ options: RenderOptions) -> String
    mutating func row(_ values: [SQLValue]) -> String
    mutating func end() -> String
}
