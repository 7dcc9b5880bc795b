/// For programs: stable keys and a schema version.
enum JSONDoctor {
    static func render(_ doctor: Doctor, _ options: RenderOptions) -> String {
        JSONText.document("doctor", version: 1) { json in
            json.value("format", doctor.formats)
            json.texts("files", doctor.files)
            json.rows("lanes", doctor.lanes) { lane in
                [("lane", .text(lane.name)), ("state", .text(lane.state.rawValue)), ("rows", SQLValue(lane.rows))]
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
