/// Signposts that may be bodies of views, as the import counted them under the value of the option that says so.
enum BodyProposals {
    /// The options that make bodies of them; empty where there are none, or where their names are hidden.
    static func read(_ stored: StoredTrace) throws(TraceError) -> [CommandInput.Option] {
        let rows = try stored.database.rows(
            "SELECT detail FROM import_counters WHERE trace_id = ? AND counter = ? ORDER BY id",
            [.integer(stored.id), .text(ImportCounters.Name.bodyLikeSignpost.rawValue)])
        return rows.compactMap { row in
            guard let value = row[0].text, SignpostFilter(value) != nil else { return nil }
            return CommandInput.Option("body-signposts", value)
        }
    }
}
