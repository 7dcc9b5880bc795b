import Testing

@testable import TraceKit

/// Records in, the beginnings of windows out (docs/analysis.md, section 4).
@Suite struct WindowFinderTests {
    /// Windows in order: kind, name, start.
    private func check(
        _ lanes: (String, [String])..., signposts: [SignpostFilter] = [], find expected: String...,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let texts = lanes.map { "\"\($0.0)\": [\($0.1.joined(separator: ",\n"))]" }
        let records = try Traces.records("{\"format\": \"tracekit\", \(texts.joined(separator: ",\n"))}")
        var options = AnalysisOptions()
        options.interactionSignposts = signposts
        let results = AnalysisResults(deadlines: .frame)
        for pass in [ProcessPass.self, ViewsPass.self, ChainPass.self] as [any AnalysisPass.Type] {
            pass.run(records, options, results)
        }
        let found = WindowFinder(records, options, results).windows(CauseGraph(records))
        #expect(
            found.map { "\($0.kind.word) \(records.names.text($0.name) ?? "-") \($0.start)" } == expected,
            sourceLocation: sourceLocation)
    }

    private func tap(_ id: Int?, _ name: String, _ start: Int) -> String {
        "{\(id.map { "\"id\": \($0), " } ?? "")\"kind\": \"tap\", \"name\": \"\(name)\", \"start_ns\": \(start)}"
    }

    private func signpost(_ name: String, _ category: String, _ start: Int, _ duration: Int?) -> String {
        "{\"name\": \"\(name)\", \"subsystem\": \"app\", \"category\": \"\(category)\", \"start_ns\": \(start)"
            + "\(duration.map { ", \"duration_ns\": \($0)" } ?? "")}"
    }

    @Test func `windows come by start, then id, those without an id last`() throws {
        try check(
            (
                "interactions",
                [tap(nil, "d", 5), tap(10, "c", 5), tap(9, "b", 5), tap(11, "a", 4), tap(1, "e", 6)]
            ), find: "tap a 4", "tap b 5", "tap c 5", "tap d 5", "tap e 6")
    }

    @Test func `a gesture that nothing caused begins a window`() throws {
        let causes = [
            "{\"id\": 1, \"name\": \"onTapGesture\", \"start_ns\": 7}",
            "{\"id\": 2, \"name\": \"onDrag\", \"start_ns\": 8, \"cause\": 1}",
            "{\"id\": 3, \"name\": \"model\", \"kind\": \"touch-down\", \"start_ns\": 9}",
            "{\"id\": 4, \"name\": \"press\", \"kind\": \"gesture\", \"start_ns\": 10}",
            "{\"id\": 5, \"name\": \"model\", \"kind\": \"state\", \"start_ns\": 11}",
        ]
        try check(("causes", causes), find: "tap onTapGesture 7", "other model 9", "other press 10")
    }

    @Test func `what the app calls its values is no gesture`() throws {
        let kinds = ["state", "observable", "defaults", "environment", "creation"]
        let causes = kinds.enumerated().map { index, kind in
            "{\"id\": \(index), \"name\": \"Search.keywords\", \"kind\": \"\(kind)\", \"start_ns\": \(index)}"
        }
        try check(
            ("causes", causes + ["{\"id\": 9, \"name\": \"key_down\", \"start_ns\": 9}"]), find: "type key_down 9")
    }

    private func events(_ name: String, _ starts: Int...) -> (String, [String]) {
        ("causes", starts.map { "{\"kind\": \"gesture\", \"name\": \"\(name)\", \"start_ms\": \($0)}" })
    }

    @Test func `events of a drag are one interaction, taps are one each`() throws {
        let drag = "swipe DragGesture"
        try check(events("DragGesture", 0, 200, 449, 699), find: "\(drag) 0", "\(drag) 699000000")
        try check(events("Gesture", 0, 99, 199), find: "other Gesture 0", "other Gesture 199000000")
        try check(events("TapGesture", 0, 30), find: "tap TapGesture 0", "tap TapGesture 30000000")
    }

    @Test func `frames of a scroll view that nothing caused are one scroll`() throws {
        func frame(_ ms: Int, _ more: String = "") -> String {
            "{\"view\": \"UpdatedHostingScrollView\", \"kind\": \"other\", \"start_ms\": \(ms), \"duration_ms\": 1\(more)}"
        }
        let frames = ("updates", [0, 16, 33, 282, 600].map { frame($0) })
        try check(frames, find: "scroll - 0", "scroll - 600000000")
        try check(("updates", [frame(5, ", \"cause\": 1")]), ("causes", ["{\"id\": 1, \"name\": \"x\"}"]))
        // Where interactions are recorded, these are all.
        try check(frames, ("interactions", [tap(1, "a", 9)]), find: "tap a 9")
    }

    @Test func `a gesture without a time begins with the first that it sets off, or not at all`() throws {
        let causes = ["{\"id\": 1, \"name\": \"tap\"}", "{\"id\": 2, \"name\": \"click\"}"]
        let updates = [
            "{\"view\": \"Row\", \"start_ns\": 90, \"cause\": 1}",
            "{\"view\": \"Row\", \"start_ns\": 80, \"cause\": 1}",
        ]
        try check(("causes", causes), ("updates", updates), find: "tap tap 80")
    }

    @Test func `points of interest begin windows where nothing else does`() throws {
        let signposts = (
            "signposts",
            [
                signpost("Load", "PointsOfInterest", 1, 0), signpost("Load", "net", 2, 5),
                signpost("Mark", "PointsOfInterest", 3, nil),
            ]
        )
        try check(signposts, find: "signpost Load 1")
        try check(signposts, ("interactions", [tap(1, "a", 9)]), find: "tap a 9")
        try check(signposts, ("causes", ["{\"id\": 1, \"name\": \"tap\", \"start_ns\": 9}"]), find: "tap tap 9")
    }

    @Test func `signposts that the user names begin windows beside others`() throws {
        let lanes = ("signposts", [signpost("Load", "net", 2, 5), signpost("Save", "net", 3, 5)])
        let taps = ("interactions", [tap(1, "a", 9)])
        let net = SignpostFilter(subsystem: "app", category: "net")
        try check(lanes, taps, signposts: [net], find: "signpost Load 2", "signpost Save 3", "tap a 9")
        try check(
            lanes, taps, signposts: [SignpostFilter(subsystem: "app", category: "net", name: "Save")],
            find: "signpost Save 3", "tap a 9")
        try check(lanes, taps, signposts: [SignpostFilter(subsystem: "lib", category: "net")], find: "tap a 9")
        try check(lanes, taps, signposts: [SignpostFilter(subsystem: "app", category: "db")], find: "tap a 9")
    }

    @Test(arguments: ["onTapGesture", "key_down", "a click", "DragGesture<x>", "scrolling", "touchDown", "gestures"])
    func `a word that begins as a gesture says so`(_ name: String) {
        #expect(GestureName.isGesture(name))
    }

    @Test(arguments: [
        "Preference: HeightKey", "External: Time", "Focus: KeyField", "Focus: ScrollView",
        "Child Environment: TapModel",
        "Layout: ScrollView", "onScrollGeometryChange", "onScrollPhaseChange(of:)", "View.onKeyChange",
        "WidthPreferenceKey",
        "WritableKeyPath<A, B>", "keyPath", "KeyframeAnimator",
    ])
    func `triggers, feedback and keys of values are no gestures`(_ name: String) {
        #expect(!GestureName.isGesture(name) && !XctraceNodeRole.isGesture(name))
        #expect(GestureName.kind(name) == .other)
    }

    @Test(arguments: [
        "TapGesture: onEnded", "onKeyPress", "KeyPress", "key down", "onKey", "keyboard", "DragGesture<onChanged>",
        "Tap: Favorite", "onScroll",
    ])
    func `what a user does is a gesture with a colon or a change in its name too`(_ name: String) {
        #expect(GestureName.isGesture(name))
    }

    @Test func `a preference that sets off updates begins no window`() throws {
        for name in ["Preference: WidthKey", "External: Time", "onScrollGeometryChange"] {
            let cause = "{\"id\": 1, \"name\": \"\(name)\", \"origin\": \"system\", \"start_ns\": 9}"
            try check(("causes", [cause]))
        }
    }

    @Test(arguments: ["monkey", "untapped", "Row.body", "", "STAP", "backdrag"])
    func `a gesture inside of a word says nothing`(_ name: String) {
        #expect(!GestureName.isGesture(name))
    }

    @Test(arguments: [
        ("onTapGesture", InteractionKind.tap), ("click", .tap), ("touchDown", .tap), ("DragGesture", .swipe),
        ("scrollView", .scroll), ("KeyPress", .type), ("MagnifyGesture", .other), ("", .other),
    ])
    func `the first word of a gesture says its kind`(_ name: String, _ kind: InteractionKind) {
        #expect(GestureName.kind(name) == kind)
    }
}
