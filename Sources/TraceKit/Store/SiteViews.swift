/// The views of a trace, by the sites that updates refer to.
struct SiteViews {
    /// The views that have sites, each once.
    private(set) var views: [Int64] = []
    private var first: Int64 = 0
    /// The place of a site's view; -1 where there is no such site.
    private var places: [Int32] = []

    init() {}

    init(_ stored: StoredTrace) throws(TraceError) {
        let rows = try stored.database.rows(
            "SELECT id, view_id FROM update_site WHERE \(try stored.condition("update_site")) ORDER BY id")
        self.init(rows.map { ($0[0].whole, $0[1].whole) })
    }

    /// Sites with their views, by id; those of a trace stand together.
    private init(_ sites: [(site: Int64, view: Int64)]) {
        guard let first = sites.first?.site, let last = sites.last?.site else { return }
        self.first = first
        places = Array(repeating: -1, count: Int(last - first) + 1)
        var known: [Int64: Int32] = [:]
        for (site, view) in sites {
            let place = known[view] ?? Int32(views.count)
            if place == views.count {
                known[view] = place
                views.append(view)
            }
            places[Int(site - first)] = place
        }
    }

    @inline(__always)
    func place(of site: Int64) -> Int? {
        let index = site - first
        guard index >= 0, index < places.count, places[Int(index)] >= 0 else { return nil }
        return Int(places[Int(index)])
    }

    @inline(__always)
    func view(of site: Int64) -> Int64 { place(of: site).map { views[$0] } ?? -1 }
}
