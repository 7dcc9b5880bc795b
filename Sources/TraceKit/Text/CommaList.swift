/// Words that one text holds, separated by commas, as columns of the database do: lanes, formats, runs.
enum CommaList {
    /// None of no text.
    static func words(_ text: String?) -> [String] { (text ?? "").split(separator: ",").map(String.init) }
}
