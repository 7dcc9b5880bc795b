import Testing

@testable import TraceKit

/// The words of the formats and the codes of the database.
@Suite struct KindsTests {
    /// Every case comes back from its own word, and no other text gives a case.
    private func check<Kind: CodedWord & Equatable>(
        _ type: Kind.Type, _ words: String, sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let names = NameTable()
        let all = Array(Kind.allCases)
        #expect(all.map(\.word).joined(separator: " ") == words, sourceLocation: sourceLocation)
        #expect(all.map { Int($0.rawValue) } == Array(0..<all.count), sourceLocation: sourceLocation)
        for word in Keyword.allCases {
            let expected = all.first { $0.wordID == word }
            #expect(Kind(name: word.nameID) == expected, "\(word)", sourceLocation: sourceLocation)
        }
        #expect(Kind(name: names.intern("none of them")) == nil, sourceLocation: sourceLocation)
        #expect(Kind(name: NameID(rawValue: .max)) == nil, sourceLocation: sourceLocation)
        #expect(Kind(name: .none) == nil, sourceLocation: sourceLocation)
    }

    @Test func `kinds of updates`() {
        check(UpdateKind.self, "body representable layout gesture on-change action other")
    }

    @Test func `phases of updates`() { check(UpdatePhase.self, "update creation check") }

    @Test func `kinds of causes`() {
        check(
            CauseKind.self,
            "state observable defaults environment external-environment environment-writer observer transaction "
                + "creation system other gesture update")
    }

    @Test func `kinds of interactions`() {
        check(InteractionKind.self, "tap scroll swipe type appear navigation launch other signpost trace")
        #expect(InteractionKind.tap.title == "Tap")
    }

    @Test func `origins, of which the unknown one has no word`() { check(Origin.self, "app system ") }

    @Test func `the views of the database write the same words`() throws {
        let kinds = UpdateKind.allCases.enumerated().map {
            "{\"view\": \"\($1)\", \"kind\": \"\($1.word)\", \"start_ns\": \($0), \"duration_ns\": 1}"
        }
        let store = try Traces.store(Traces.document("updates", kinds))
        #expect(try store.rows("SELECT kind FROM updates ORDER BY start_ns") == UpdateKind.allCases.map(\.word))
        #expect(
            try store.rows("SELECT kind FROM view_summary ORDER BY view_id") == UpdateKind.allCases.map(\.word))
        let phases = Traces.document(
            "updates",
            UpdatePhase.allCases.map {
                "{\"view\": \"V\", \"phase\": \"\($0.word)\", \"start_ns\": \($0.rawValue), \"duration_ns\": 1}"
            })
        #expect(
            try Traces.store(phases).rows("SELECT phase FROM updates ORDER BY start_ns")
                == UpdatePhase.allCases.map(\.word))
        let causes = CauseKind.allCases.map {
            "{\"name\": \"n\", \"kind\": \"\($0.word)\", \"start_ns\": \($0.rawValue), \"origin\": \"system\"}"
        }
        #expect(
            try Traces.store(Traces.document("causes", causes)).rows(
                "SELECT kind || origin FROM causes WHERE origin = 'system' ORDER BY start_ns")
                == CauseKind.allCases.map { "\($0.word)system" })
        let interactions = InteractionKind.allCases.filter { $0 != .trace }.map {
            "{\"kind\": \"\($0.word)\", \"start_ns\": \($0.rawValue)}"
        }
        #expect(
            try Traces.store(Traces.document("interactions", interactions)).rows(
                "SELECT kind FROM interactions ORDER BY start_ns")
                == InteractionKind.allCases.filter { $0 != .trace }.map(\.word))
    }
}
