extension Diagnostic {
    /// `file:line:column: error: message` and, on a second line, the fix. Control characters are made visible.
    public var text: String {
        let head = place.map { "\(VisibleText.escape($0.text)): " } ?? ""
        let lines = fix.map { $0.split(separator: "\n").map { VisibleText.escape(String($0)) } }
        let tail = lines.map { "\n  fix: \($0.joined(separator: "\n  "))" } ?? ""
        return "\(head)\(level.rawValue): \(VisibleText.escape(message))\(tail)"
    }
}
