/// Numbers what many rows have in common, from 0 in order of its first row: the rows then have one column for it.
final class RowSites<Site: DenseKey> {
    private let index = DenseIndex<Site>()

    /// All sites by their number.
    var all: Column<Site> { index.keys }

    @inline(__always)
    func number(of site: Site) -> Int64 { Int64(index.number(of: site)) }
}

/// A row of `update_site`.
struct UpdateSource: DenseKey {
    /// Index of its spelling in `TraceRecords.views`.
    let view: UInt32
    let thread: NameID
    let category: NameID
    let process: NameID
    let hierarchy: NameID

    @inline(__always)
    var hash: UInt64 {
        HashMixer.mix(view, thread.rawValue &* 31 &+ hierarchy.rawValue, category.rawValue, process.rawValue)
    }
}

/// A row of `signpost_site`.
struct SignpostSite: DenseKey {
    let name: NameID
    let origin: SignpostRecord.Origin

    @inline(__always)
    var hash: UInt64 { HashMixer.mix(UInt64(name.rawValue), origin.hash) }
}
