/// Numbers what many rows have in common, from 0 in order of its first row: the rows then have one column for it.
final class RowSites<Site: Hashable> {
    /// All sites by their number.
    private(set) var all: [Site] = []
    private var numbers: [Site: Int32] = [:]
    /// The number of the site that was asked for last, by the caller's hash; most rows find theirs here.
    private let recent = Column<Int32>(repeating: -1, count: 1 << recentBits)
    private static var recentBits: Int { 10 }

    /// `hash` is any number that differs between most sites, and is quick to have.
    @inline(__always)
    func number(of site: Site, _ hash: Int) -> Int64 {
        let slot = hash & (1 << Self.recentBits - 1)
        let number = recent[slot]
        if number >= 0, all[Int(number)] == site { return Int64(number) }
        return find(site, slot)
    }

    @inline(never)
    private func find(_ site: Site, _ slot: Int) -> Int64 {
        let number = numbers[site] ?? Int32(all.count)
        if number == all.count {
            all.append(site)
            numbers[site] = number
        }
        recent[slot] = number
        return Int64(number)
    }
}

/// A row of `update_site`.
struct UpdateSource: Hashable {
    /// Index of its spelling in `TraceRecords.views`.
    let view: UInt32
    let thread: NameID
    let category: NameID
    let process: NameID
    let hierarchy: NameID
}

/// A row of `signpost_site`.
struct SignpostSite: Hashable {
    let name: NameID
    let subsystem: NameID
    let category: NameID
    let process: NameID
    let thread: NameID
    let scope: NameID
}

extension SignpostSite {
    init(_ record: SignpostRecord) {
        name = record.name
        subsystem = record.subsystem
        category = record.category
        process = record.process
        thread = record.thread
        scope = record.scope
    }
}
