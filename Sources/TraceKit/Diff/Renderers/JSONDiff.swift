/// A comparison as JSON: stable keys with units, in a stable order, with a schema version and all rows that differ.
enum JSONDiff {
    static func render(_ diff: TraceDiff, _ options: RenderOptions) -> String {
        JSONText.document("diff", version: TraceDiff.schemaVersion) { json in
            json.value("verdict", diff.conclusion.word.rawValue)
            json.rows("movements", diff.conclusion.movements, movement)
            if let toDecide = diff.conclusion.toDecide { json.value("to_decide", toDecide) }
            side(diff.before, &json)
            side(diff.after, &json)
            json.texts("compared", diff.compared)
            json.texts("warnings", diff.warnings)
            json.object("answer") { json in
                for line in diff.answer { json.value(line.label.lowercased(), line.text) }
            }
            json.value("method", diff.method)
            json.texts("worse", diff.worse)
            json.texts("better", diff.better)
            json.texts("likely_worse", diff.likelyWorse)
            json.texts("likely_better", diff.likelyBetter)
            if let occurrences = diff.occurrencesToTell { json.value("occurrences_to_tell", occurrences) }
            json.texts("new_findings", diff.newFindings)
            json.texts("new_long_bodies", diff.newLongBodies)
            json.object("tables") { json in for table in diff.tables { self.table(table, &json) } }
            json.value("next", diff.next)
        }
    }

    private static func movement(_ movement: Movement) -> [(String, SQLValue)] {
        [
            ("figure", .text(movement.figure)), ("subject", SQLValue(movement.subject)),
            ("words", .text(movement.words)),
            ("before", .real(movement.before)), ("after", .real(movement.after)),
            ("rows_before", SQLValue(movement.rowsBefore)), ("rows_after", SQLValue(movement.rowsAfter)),
            ("certainty", .text(movement.certainty.rawValue)),
            ("direction", .text(movement.isBetter.map { $0 ? "better" : "worse" } ?? "unknown")),
        ]
    }

    private static func side(_ side: DiffSide, _ json: inout JSONText) {
        json.object(side.role) { json in
            json.value("label", side.label)
            json.value("environment", side.environment)
            json.value("traces", side.traces)
            json.value("updates", side.updates)
            json.value("interactions", side.interactions)
            json.value("signposts", side.signposts)
            json.value("samples", side.samples)
            json.value("evaluations", side.evaluations)
        }
    }

    private static func table(_ table: DiffTable, _ json: inout JSONText) {
        json.object(table.id.map { $0 == "-" ? "_" : String($0) }.joined()) { json in
            json.value("title", table.title)
            json.value("unchanged", table.unchanged)
            json.value("left_out", table.leftOut)
            json.rows("rows", table.rows) { row in
                [("verdict", .text(row.verdict.rawValue)), ("likely", .text(row.likely.rawValue))]
                    + [("change", .text(row.words))]
                    + zip(table.columns, row.cells).flatMap { pairs($0, $1) }
            }
        }
    }

    private static func pairs(_ column: DiffColumn, _ cell: DiffCell) -> [(String, SQLValue)] {
        switch cell {
        case .text(let text): return [(column.name, SQLValue(text))]
        case .change(let change):
            var pairs = [
                ("\(column.name)_before", SQLValue(change.before)), ("\(column.name)_after", SQLValue(change.after)),
            ]
            for (side, interval) in [("before", change.beforeInterval), ("after", change.afterInterval)] {
                guard let interval else { continue }
                pairs.append(("\(column.name)_\(side)_low", .real(interval.lowerBound)))
                pairs.append(("\(column.name)_\(side)_high", .real(interval.upperBound)))
            }
            if let p = change.p { pairs.append(("\(column.name)_p", .real(p))) }
            return pairs
        }
    }
}
