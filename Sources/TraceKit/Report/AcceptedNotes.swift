/// Sets problems apart that somebody has accepted.
enum AcceptedNotes {
    /// Those that are covered go to the end, with their reason; one that has grown says what it was.
    static func add(to section: inout ReportSection, _ accepted: [AcceptedNote]) {
        guard section.id == "problems", !accepted.isEmpty else { return }
        let names = section.columns.map(\.name)
        guard let key = names.firstIndex(of: "key"), let cost = names.firstIndex(of: "cost_ms"),
            let why = names.firstIndex(of: "why")
        else { return }
        section.columns.append(ReportColumn("accepted", "Accepted", .text, drop: 1))
        let notes = accepted.byKey
        var (open, apart) = ([[SQLValue]](), [[SQLValue]]())
        for var row in section.rows {
            let note = row[key].text.flatMap { notes[$0] }
            if let note, note.covers(row[cost].number) {
                apart.append(row + [.text(note.words)])
                continue
            }
            if let note {
                let was = note.costMs.map { "\(Decimal.text($0, digits: 2)) ms" } ?? ""
                // In front: what the figures behind it are sure of stands at their end.
                row[why] = .text("(it was accepted at \(was) and has grown) \(row[why].text ?? "")")
            }
            open.append(row + [.null])
        }
        section.rows = open + apart
    }
}
