/// Draws the rows of a query as they come.
public protocol QueryRenderer {
    /// Each returns the text to print next. `width`: columns of the terminal.
    mutating func begin(_ columns: [String], width: Int) -> String
    mutating func row(_ values: [SQLValue]) -> String
    mutating func end() -> String
}
