/// Finds instances that are recreated although their place in the view tree stays. The first evaluation of any instance
/// names `@identity`, which alone proves nothing (docs/analysis.md, section 3).
enum ChurnFinder {
    /// Recreated in at least this many of five bursts of the same driver, each time at least this many fifths as
    /// before.
    private static let ofFive = 4
    /// The least number of times: if at least `manyAtOnce` are recreated at a time, and if fewer are.
    private static let (manyAtOnce, timesOfMany, timesOfFew) = (3, 2, 5)
    /// A single instance with one property is probably another screen, unless it is very frequent.
    private static let timesOfOne = 20
    /// Without a driver: the least instances at once, and times.
    private static let (manyUndriven, timesUndriven) = (30, 3)

    /// The first evaluations of one view in one burst.
    private struct Birth {
        var burst: Int
        /// The group that drives the burst.
        var group: Int?
        var rows: [UInt32]
    }

    static func find(_ order: EvaluationOrder, _ drivers: DriverGroups, views: Int) -> [IdentityChurn] {
        var births = [[Birth]](repeating: [], count: views)
        // Bursts by driving group, and by view those in which it ran again.
        var burstsOf: [Int: [Int]] = [:]
        var lastReached = [[Int]](repeating: [], count: views)
        for (number, burst) in order.bursts.buffer.enumerated() {
            let group = drivers.group(of: burst)
            if let group { burstsOf[group, default: []].append(number) }
            for evaluation in order.evaluations(of: burst) {
                let view = Int(evaluation.view)
                if evaluation.kind != .first {
                    if lastReached[view].last != number { lastReached[view].append(number) }
                } else if births[view].last?.burst == number {
                    births[view][births[view].count - 1].rows.append(evaluation.row)
                } else {
                    births[view].append(Birth(burst: number, group: group, rows: [evaluation.row]))
                }
            }
        }
        return births.indices.compactMap { view -> IdentityChurn? in
            guard births[view].count > 1 else { return nil }
            return driven(births[view], view, burstsOf, drivers) ?? undriven(births[view], view, lastReached[view])
        }
    }

    /// Instances recreated whenever the same thing changes.
    private static func driven(
        _ births: [Birth], _ view: Int, _ bursts: [Int: [Int]], _ drivers: DriverGroups
    ) -> IdentityChurn? {
        let again = Dictionary(grouping: births.dropFirst()) { $0.group ?? -1 }
        let found = again.sorted { $0.key < $1.key }.compactMap { group, own -> IdentityChurn? in
            // A row that changes does not recreate the others.
            guard group >= 0, group != drivers.group(ofView: view) else { return nil }
            let driven = bursts[group] ?? []
            let all = driven.count - driven.firstPlace { $0 > births[0].burst }
            guard own.count * 5 >= all * ofFive, isSteady([births[0]] + own), isRepeated(own, births[0]) else {
                return nil
            }
            let property = drivers.property(ofView: group)
            let least = own.map(\.rows.count).min() ?? 0
            let needed = least >= manyAtOnce ? timesOfMany : least > 1 ? timesOfFew : timesOfOne
            guard own.count >= needed else { return nil }
            return IdentityChurn(
                view: view, driver: (group, property), times: own.count, atOnce: own.last?.rows.count ?? 0,
                rows: own.flatMap(\.rows))
        }
        return found.max { $0.rows.count < $1.rows.count }
    }

    /// Instances recreated as a whole, with no update between.
    private static func undriven(_ births: [Birth], _ view: Int, _ reached: [Int]) -> IdentityChurn? {
        let whole = births.filter { $0.group == nil && $0.rows.count >= manyUndriven }
        guard whole.count >= timesUndriven, isSteady(whole), let last = whole.last else { return nil }
        guard !reached.contains(where: { $0 > whole[0].burst && $0 < last.burst }) else { return nil }
        return IdentityChurn(
            view: view, driver: nil, times: whole.count - 1, atOnce: last.rows.count,
            rows: whole.dropFirst().flatMap(\.rows))
    }

    /// Whether as many are made again in half of the bursts: pages of a list that grows differ in length.
    private static func isRepeated(_ own: [Birth], _ first: Birth) -> Bool {
        let equal = zip(own, [first] + own).count { $0.rows.count == $1.rows.count }
        return equal * 2 >= own.count
    }

    private static func isSteady(_ births: [Birth]) -> Bool {
        zip(births.dropFirst(), births).allSatisfy { $0.rows.count * 5 >= $1.rows.count * ofFive }
    }
}
