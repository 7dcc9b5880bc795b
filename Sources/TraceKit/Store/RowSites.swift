/// Numbers what many rows have in common, from 0 in order of its first row: the rows then have one column for it.
final class RowSites<Site: Equatable> {
    /// All sites by their number.
    private(set) var all: [Site] = []
    private let index = HashIndex()

    /// `hash`: of all of the site.
    @inline(__always)
    func number(of site: Site, _ hash: UInt32) -> Int64 {
        var place = index.first(hash)
        while true {
            let id = index.id(at: place, hash: hash)
            if id == 0 { return add(site, hash, at: place) }
            if id != HashIndex.other, all[Int(id) - 1] == site { return Int64(id) - 1 }
            place = index.next(place)
        }
    }

    @inline(never)
    private func add(_ site: Site, _ hash: UInt32, at place: Int) -> Int64 {
        all.append(site)
        index.insert(UInt32(all.count), hash: hash, at: place)
        return Int64(all.count) - 1
    }
}

extension HashMixer {
    /// Of four numbers of a site.
    @inline(__always)
    static func hash(_ one: UInt32, _ two: UInt32, _ three: UInt32, _ four: UInt32) -> UInt32 {
        let mixed = mix(UInt64(one) << 32 | UInt64(two), UInt64(three) << 32 | UInt64(four))
        return UInt32(truncatingIfNeeded: mixed ^ mixed >> 32)
    }
}

/// A row of `update_site`.
struct UpdateSource: Equatable {
    /// Index of its spelling in `TraceRecords.views`.
    let view: UInt32
    let thread: NameID
    let category: NameID
    let process: NameID
    let hierarchy: NameID

    @inline(__always)
    var hash: UInt32 {
        HashMixer.hash(view, thread.rawValue &* 31 &+ hierarchy.rawValue, category.rawValue, process.rawValue)
    }
}

/// A row of `signpost_site`.
struct SignpostSite: Equatable {
    let name: NameID
    let subsystem: NameID
    let category: NameID
    let process: NameID
    let thread: NameID
    let scope: NameID

    @inline(__always)
    var hash: UInt32 {
        HashMixer.hash(
            name.rawValue, thread.rawValue &* 31 &+ scope.rawValue, subsystem.rawValue &* 31 &+ category.rawValue,
            process.rawValue)
    }
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
