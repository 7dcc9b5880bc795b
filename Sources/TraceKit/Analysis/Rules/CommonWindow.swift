/// The window of a finding: the one that all its rows are in, or none.
struct CommonWindow {
    private var first: Int32?
    private var isMixed = false

    mutating func add(_ window: Int32) {
        if let first { isMixed = isMixed || first != window } else { first = window }
    }

    var window: Int? {
        guard let first, !isMixed, first >= 0 else { return nil }
        return Int(first)
    }
}
