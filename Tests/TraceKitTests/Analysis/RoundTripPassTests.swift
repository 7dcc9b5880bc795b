import Testing

@testable import TraceKit

/// Chains in which an event of the app goes round through the framework.
@Suite struct RoundTripPassTests {
    /// A chain of causes by their origins (`a` app, `s` system, `-` unknown), ending in a body update.
    private func check(
        _ origins: String, module: String = "App", _ expected: Bool, sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let words: [Character: String] = ["a": #", "origin": "app""#, "s": #", "origin": "system""#]
        let causes = origins.enumerated().map { index, origin in
            #"{"id": \#(index + 1), "name": "c\#(index)"\#(words[origin] ?? ""), "start_ns": \#(index)"#
                + (index > 0 ? #", "cause": \#(index)}"# : "}")
        }
        let store = try Traces.store(
            """
            {"format": "tracekit", "causes": [\(causes.joined(separator: ","))], "updates": [
            {"id": 99, "view": "Row", "module": "\(module)", "start_ns": 50, "duration_ns": 1, "cause": \(origins.count)}]}
            """)
        #expect(
            try store.rows("SELECT goes_round FROM cause_chains") == [expected ? "1" : "0"],
            sourceLocation: sourceLocation)
    }

    @Test func `app, system, app goes round`() throws {
        try check("asa", true)
        try check("as", true)
        try check("ss-a-s-a", true)
    }

    @Test func `without a way out or a way back it does not`() throws {
        try check("a", false)
        try check("sa", false)
        try check("ss", false)
        try check("aa", false)
        try check("as", module: "SwiftUI", false)
    }

    @Test func `what comes after a round trip stays one`() throws {
        try check("asaa", true)
        try check("asas", module: "SwiftUI", true)
    }

    @Test func `the times of the causes do not matter`() throws {
        let store = try Traces.store(
            """
            {"format": "tracekit", "causes": [
            {"id": 1, "name": "a", "origin": "app", "start_ns": 9},
            {"id": 2, "name": "s", "origin": "system", "start_ns": 1, "cause": 1}], "updates": [
            {"id": 99, "view": "Row", "start_ns": 50, "duration_ns": 1, "cause": 2}]}
            """)
        #expect(try store.rows("SELECT chain, goes_round FROM cause_chains") == ["a → s → Row.body|1"])
    }

    @Test func `a cycle ends`() throws {
        let store = try Traces.store(
            """
            {"format": "tracekit", "causes": [
            {"id": 1, "name": "a", "origin": "app", "start_ns": 1, "cause": 2},
            {"id": 2, "name": "s", "origin": "system", "start_ns": 2, "cause": 1}], "updates": [
            {"id": 99, "view": "Row", "start_ns": 50, "duration_ns": 1, "cause": 2}]}
            """)
        #expect(try store.rows("SELECT chain FROM cause_chains") == ["a → s → Row.body"])
    }
}
