/// Limits how many rows are walked over one by one: rows of intervals side by side are walked over once, and those of
/// intervals that overlap only a few times each.
struct WalkAllowance {
    /// So many rows may be walked over in any case.
    private static let few = 64
    private var left: Int
    /// Rows walked over, for tests.
    private(set) var walked = 0

    init(rows: Int) { left = 4 * rows }

    /// The most rows that it allows now.
    var most: Int { max(Self.few, left) }

    mutating func allows(_ rows: Int) -> Bool {
        guard rows <= most else { return false }
        walked += rows
        left = max(0, left - rows)
        return true
    }
}
