import Foundation
import Testing

@testable import TraceKit

/// What fixes gave beside what they had promised.
@Suite struct PromiseDiffTests {
    private func promised(_ before: TraceStore, _ after: TraceStore) throws -> String? {
        let (old, new) = (
            try FigureReader.read(before, trace: 1, series: true), try FigureReader.read(after, trace: 1, series: true)
        )
        return try DiffBuilder.build(before: [old], after: [new], DiffOptions()).answer
            .first { $0.label == "Promised" }?.text
    }

    private func sample(_ name: String) throws -> TraceStore {
        try Traces.store(try Repository.text("SampleTraces/\(name).json"))
    }

    @Test func `every fixed problem of the sample says what it promised and what became of it`() throws {
        let (before, after) = (try sample("landmarks-before"), try sample("landmarks-after"))
        #expect(
            try promised(before, after) == """
                about 44 → 0 long bodies without these calls: now 0, the longest 2.9 ms; \
                about 312.7 → 0.0 ms of hangs without it: now 0; about 104 → 1 updates per tap "Favorite": now 1; \
                about 15 → 2 updates per keystroke "Search": now 2
                """)
        // By SQL on the after side alone.
        #expect(
            try after.rows("SELECT max(updates) FROM interactions WHERE kind = 'tap' AND name = 'Favorite'") == ["1"])
        #expect(
            try after.rows(
                "SELECT sum(duration_ms > 8.3), round(max(duration_ms), 1) FROM updates WHERE view = 'LandmarkRow' AND kind = 'body'"
            ) == ["0|2.9"])
    }

    @Test func `what remains, and what the other side did not do, promises nothing`() throws {
        let before = try sample("landmarks-before")
        #expect(try promised(before, before) == nil)
        let other = try Traces.store(
            Traces.updates(
                "{\"view\": \"LandmarkRow\", \"start_ms\": 5, \"duration_ms\": 1}",
                "{\"view\": \"LandmarkRow\", \"start_ms\": 9, \"duration_ms\": 1}"))
        #expect(try promised(before, other)?.contains("tap") != true)
    }

    @Test func `a name is told whole, whatever signs it has`() throws {
        let (before, after) = try ["landmarks-before", "landmarks-after"].map { name in
            try Repository.text("SampleTraces/\(name).json").replacingOccurrences(of: "Favorite", with: "Add; then buy")
        }.reduce(into: ("", "")) { sides, text in sides = (sides.1, text) }
        #expect(
            try promised(Traces.store(before), Traces.store(after))?
                .contains("104 → 1 updates per tap \"Add; then buy\": now 1") == true)
    }
}
