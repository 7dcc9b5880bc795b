/// Updates per tally and name of the driving cause.
struct DriverCounts: ~Copyable {
    private var index = KeyIndex()
    private var counts: [(number: Int, name: NameID, count: Int)] = []
    private var last = -1

    mutating func add(_ driver: Int32, _ number: Int, _ context: RuleContext) {
        guard driver >= 0 else { return }
        let name = context.driverNames[Int(driver)]
        // Most updates have the same cause as the one before.
        if last < 0 || counts[last].number != number || counts[last].name != name {
            last = index.number(UInt64(number), UInt64(name.rawValue))
            if last == counts.count { counts.append((number, name, 0)) }
        }
        counts[last].count += 1
    }

    func all(_ context: RuleContext) -> [(number: Int, name: String, count: Int)] {
        counts.map { ($0.number, context.short(context.name($0.name)), $0.count) }
    }
}
