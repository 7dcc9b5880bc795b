/// Updates by the name of their driving cause, of one view or group of views at a time.
final class DriverCounts {
    /// The names of driving causes, by the numbers that they have here.
    private(set) var names: [NameID] = []
    private var shortNames: [String] = []
    /// By interaction and cause.
    private let numberOfNode: Scratch<Int32>
    private let counts: Scratch<Int>
    private var met: [Int] = []

    init(_ records: TraceRecords) {
        let labels = records.labels
        numberOfNode = Scratch(repeating: -1, count: records.firstUpdateNode)
        let index = DenseIndex<UInt64>()
        for node in 0..<records.firstUpdateNode {
            let name = labels.label(node)
            let number = index.number(of: name.key)
            if number == names.count { names.append(name) }
            numberOfNode[node] = Int32(number)
        }
        counts = Scratch(repeating: 0, count: names.count)
    }

    /// The number of the name of a driving cause.
    @inline(__always)
    func number(_ driver: Int32) -> Int { Int(numberOfNode[Int(driver)]) }

    /// Counts an update, where its driving cause is known.
    @inline(__always)
    func count(_ driver: Int32) {
        guard driver >= 0 else { return }
        let number = number(driver)
        if counts[number] == 0 { met.append(number) }
        counts[number] += 1
    }

    /// What was counted since the last time, with names for a sentence.
    func take(_ context: RuleContext) -> [(name: String, count: Int)] {
        if shortNames.isEmpty { shortNames = names.map(context.shortName) }
        let all = met.map { (name: shortNames[$0], count: counts[$0]) }
        for number in met { counts[number] = 0 }
        met.removeAll(keepingCapacity: true)
        return all
    }
}
