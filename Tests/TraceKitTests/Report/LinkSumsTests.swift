import Testing

@testable import TraceKit

/// The links between chains and views that a page has room for.
@Suite struct LinkSumsTests {
    private let database: Database

    init() throws {
        database = try Traces.store(Traces.updates()).database
    }

    private func sums(durations: [Int64], wasted: Bool) throws -> LinkSums {
        var sums = LinkSums()
        let code = UpdateCodes.code(
            phase: .update, .linked, wasted ? .unnecessary : .necessary, .none, severity: 0, site: 1)
        for (index, duration) in durations.enumerated() {
            let columns = "\(index + 1), 0, \(duration), \(code), 1, 1, 1"
            try database.scan([columns], of: "trace", where: "1") { sums.add(PageUpdate($0)) }
        }
        return sums
    }

    @Test func `updates of a link are added up`() throws {
        var sums = try sums(durations: [5, 7], wasted: true)
        sums.add(try self.sums(durations: [100], wasted: false))
        #expect(sums.updates == 3 && sums.totalNs == 112 && sums.wastedNs == 12)
    }

    /// Far more than fit, of few different costs: many cost the same as the last one that fits.
    @Test(arguments: [1, 7, 300]) func `the costliest of many links are those that a sort finds`(limit: Int) throws {
        var random = SeededNumbers(limit)
        var costliest = CostliestLinks(limit: limit)
        var all: [CostliestLinks.Row] = []
        for chain in 0..<6000 {
            let durations = [Int64.random(in: 0...9, using: &random), Int64.random(in: 0...2, using: &random)]
            let sums = try sums(durations: durations, wasted: Bool.random(using: &random))
            all.append(CostliestLinks.Row(chain: Int32(5999 - chain), view: 1, interaction: -1, sums: sums))
            costliest.add(sums, chain: all[chain].chain, view: 1, interaction: -1)
        }
        all.sort {
            (-$0.sums.wastedNs, -$0.sums.totalNs, $0.chain) < (-$1.sums.wastedNs, -$1.sums.totalNs, $1.chain)
        }
        #expect(costliest.total == 6000)
        #expect(costliest.sorted.map(\.chain) == all.prefix(limit).map(\.chain))
    }
}
