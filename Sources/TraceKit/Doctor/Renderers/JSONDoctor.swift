/// JSON with stable keys and a schema version.
enum JSONDoctor {
    static func render(_ doctor: Doctor, _ options: RenderOptions) -> String {
        JSONText.document("doctor", version: 1) { json in
            json.value("format", doctor.formats)
            json.value("recording", doctor.recording)
            json.texts("files", doctor.files)
            json.rows("tables", doctor.tables) { table in
                [
                    ("run", SQLValue(table.run)), ("schema", .text(table.schema)), ("tables", SQLValue(table.tables)),
                    ("rows", table.rows.map { SQLValue($0) } ?? .null), ("state", .text(table.state.rawValue)),
                ]
            }
            json.rows("lanes", doctor.lanes) { lane in
                [
                    ("lane", .text(lane.name)), ("state", .text(lane.state.rawValue)), ("rows", SQLValue(lane.rows)),
                    ("rejected", SQLValue(lane.rejected)), ("note", lane.note.map { .text($0) } ?? .null),
                ]
            }
            json.rows("analyses", doctor.abilities) { ability in
                [
                    ("analysis", .text(ability.analysis)), ("supported", .text(ability.level.rawValue)),
                    ("why", .text(ability.why)),
                ]
            }
            json.texts("not_understood", doctor.unknowns)
            json.texts("export_next", doctor.next)
        }
    }
}
