/// What the views of a trace add up to. There may be as many as updates: their table is read once for all of it.
struct ViewSums: Sendable {
    /// Views, and those of them that were updated, and updated in vain.
    private(set) var views = 0
    private(set) var updated = 0
    private(set) var wasteful = 0
    /// Updates of all kinds, checks, and evidence without a time.
    private(set) var updates = 0
    private(set) var checks = 0
    private(set) var untimed = 0
    /// Updates of bodies, by severity, and those without an end.
    private(set) var bodies = 0
    private(set) var red = 0
    private(set) var orange = 0
    private(set) var gray = 0
    private(set) var unterminated = 0
    /// Updates over a deadline: of bodies, and of all else.
    var longBodies: Int { red + orange }
    private(set) var longOthers = 0

    private static let columns = [
        "kind", "updates", "red", "orange", "gray", "unterminated", "checks", "untimed", "unnecessary",
    ]

    init(_ stored: StoredTrace) throws(TraceError) {
        var sums = ViewSums()
        try StoredRows(Self.columns, of: "view", stored).each { sums.add($0) }
        self = sums
    }

    private init() {}

    private mutating func add(_ row: StoredRows) {
        func count(_ column: Int) -> Int { Int(row.integer(column) ?? 0) }
        views += 1
        if count(1) > 0 { updated += 1 }
        if count(8) > 0 { wasteful += 1 }
        updates += count(1)
        checks += count(6)
        untimed += count(7)
        if row.integer(0) == Int64(UpdateKind.body.rawValue) {
            bodies += count(1)
            red += count(2)
            orange += count(3)
            gray += count(4)
            unterminated += count(5)
        } else {
            longOthers += count(2) + count(3)
        }
    }
}
