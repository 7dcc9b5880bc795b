/// The views of a trace, by the sites that updates refer to.
struct SiteViews {
    /// The views that have sites, each once.
    private(set) var views: [Int64] = []
    private var first: Int64 = 0
    /// The place of a site's view; -1 where there is no such site.
    private var places: [Int32] = []

    init() {}

    init(_ stored: StoredTrace) throws(TraceError) {
        guard let sites = try stored.rows(of: "update_site"), let ids = try stored.rows(of: "view") else { return }
        first = sites.lowerBound
        places = Array(repeating: -1, count: sites.count)
        var known = [Int32](repeating: -1, count: ids.count)
        try stored.database.scan(
            ["id", "view_id"], of: "update_site", where: try stored.condition("update_site")
        ) { row in
            let (site, view) = (row.integer(0), row.integer(1))
            guard ids.contains(view) else { return }
            let index = Int(view - ids.lowerBound)
            if known[index] < 0 {
                known[index] = Int32(views.count)
                views.append(view)
            }
            places[Int(site - first)] = known[index]
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
