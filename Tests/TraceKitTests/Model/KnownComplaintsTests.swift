import Testing

@testable import TraceKit

/// What is a framework's complaint, and what only looks like one.
@Suite struct KnownComplaintsTests {
    private func match(_ text: String) -> String? {
        var text = text
        return text.withUTF8 { bytes in
            KnownComplaints.match(bytes).map { match in
                let subject = match.subject.map {
                    String(decoding: UnsafeBufferPointer(rebasing: bytes[$0]), as: UTF8.self)
                }
                return KnownComplaints.all[match.complaint].id + (subject.map { ": \($0)" } ?? "")
            }
        }
    }

    @Test(arguments: [
        ("=== AttributeGraph: cycle detected through attribute 7 ===", "attribute-graph-cycle"),
        (
            "Bound preference Edge<Int, Key> tried to update multiple times per frame.",
            "preference-loop: Edge<Int, Key>"
        ),
        ("onChange(of: Optional<URL>) action tried to update multiple times per frame.", "action-loop: Optional<URL>"),
        (
            "<OnScrollGeometryChange Modifier> tried to update multiple times per frame.",
            "modifier-loop: OnScrollGeometryChange Modifier"
        ),
        ("FocusedValue update tried to update multiple times per frame.", "modifier-loop"),
        ("  [SwiftUI] Modifying state during view update, this will cause undefined behavior.", "state-in-update"),
        ("Publishing changes from within view updates is not allowed", "publish-in-update"),
        ("Model.swift:42 Publishing changes from background threads is not allowed; make sure", "publish-off-main"),
        (
            "Accessing Environment<Locale>'s value outside of being installed on a View. This will",
            "state-outside-view: Environment<Locale>"
        ),
        (
            "Accessing StateObject's object without being installed on a View. This will create",
            "state-outside-view: StateObject"
        ),
        (
            "ForEach<Array<Track>, Int, Row>: the ID 4 occurs multiple times within the collection, this",
            "duplicate-id: Array<Track>, Int, Row"
        ),
        (
            "LazyVGridLayout: the ID 4 is used by multiple child views, this will give undefined results!",
            "duplicate-child-id: VGridLayout"
        ),
        (
            "ForEach<Range<Int>, Int, Text> count (3) != its initial count (2). `ForEach(_:content:)` should",
            "constant-foreach: Range<Int>, Int, Text"
        ),
        ("[LayoutConstraints] Unable to simultaneously satisfy constraints.\n\tProbably at least", "constraints"),
        ("Hang detected: 0.55s (debugger attached, not reporting)", "hang-detected"),
        ("<0x107b0e0e0> Gesture: System gesture gate timed out.", "gesture-gate"),
        (
            "0x10f8 - [PID=77] WebProcessProxy::didFinishLaunching: WebContent process (0x10f8) took 1.5 seconds to launch",
            "web-process-launch"
        ),
        (
            "Unable to determine number of views per element in the collection Slice<[Track]>. If this view only produces one view",
            "views-per-element: Slice<[Track]>"
        ),
        (
            "__delegate_identifier__:Performance Diagnostics__:::____message__:{\"message\":\"Performing I/O on the main thread can "
                + "cause hangs.\",\"antipattern trigger\":\"-[NSFileManager fileExistsAtPath:]\",\"issue type\":1}",
            "main-thread-io: -[NSFileManager fileExistsAtPath:]"
        ),
        ("Performing I/O on the main thread can cause hangs.", "main-thread-io"),
        (
            "Snapshotting a view (0x1, UIView) that has not been rendered at least once requires afterScreenUpdates:YES.",
            "snapshot-before-render"
        ),
        (
            "Thread Performance Checker: Thread running at QOS_CLASS_USER_INTERACTIVE waiting on a lower QoS thread",
            "priority-inversion"
        ),
        (
            "App/Contacts.swift:141 [Internal] Thread running at User-initiated quality-of-service class waiting on a thread",
            "priority-inversion"
        ),
        ("-[UIView setFrame:] must be used from main thread only", "ui-off-main: UIView setFrame:"),
        (
            "warning: data race detected: @MainActor function at App/Feed.swift:12 was not called on the main thread",
            "data-race: App/Feed.swift:12"
        ),
        ("Marking window 0xc1 as needing Update Constraints in Window (limit: 3, count: 4)", "constraint-passes"),
    ])
    func `complaints by their words, with what they are about`(_ text: String, _ expected: String) {
        #expect(match(text) == expected)
    }

    @Test(arguments: [
        "", " ", "[", "[x]", "[x] ", "a.swift:1", "a.swift:1 ", "cycle detected in the playlist",
        "Cover updated multiple times per frame",
        "AttributeGraph: no cycle", "Bound preference tried to update multiple times per frame.",
        "Bound preference  tried to update", "The cache tried to update multiple times per frame.",
        "0x1 - [PID=7] WebProcessProxy::didFinishLaunching: WebContent process (0x1) took 0.31 seconds to launch",
        "Note: Modifying state during view update, this will cause undefined behavior.",
        "Publishing changes from within the editor", "Hang detected: yes", "Hang detected: .s", "Hang detected: 1.2.3s",
        "Accessing the value outside", "ForEach over 3 rows: the ID 4 was not found", "Unable to satisfy constraints",
        "Thread running at noon waiting on a train", "incrementing window 0xc1 update constraints count (was 0)",
        "\u{FFFD}=== AttributeGraph: cycle detected through attribute 7 ===",
    ])
    func `other lines are none, however similar`(_ text: String) {
        var text = text
        let hang = text.withUTF8 { KnownComplaints.hang($0) }
        #expect(hang == nil)
        if !text.hasPrefix("Hang detected: ") { #expect(match(text) == nil) }
    }

    @Test(arguments: [
        ("Hang detected: 1.42s (debugger", 1_420_000_000), ("[HangTracer] Hang detected: 12s", 12_000_000_000),
        ("Hang detected: 0.00s", 0),
    ])
    func `a hang has the length that its line says`(_ text: String, _ nanoseconds: Int64) {
        var text = text
        #expect(text.withUTF8 { KnownComplaints.hang($0) } == nanoseconds)
    }

    @Test func `what is declared can be found and told`() {
        #expect(Set(KnownComplaints.all.map(\.id)).count == KnownComplaints.all.count)
        for (index, known) in KnownComplaints.all.enumerated() {
            #expect(!known.patterns.isEmpty && !known.fix.isEmpty && !known.matters.isEmpty)
            for pattern in known.patterns {
                #expect(pattern.first != "{" && pattern.prefix { $0 != "{" }.count >= 1, "\(pattern)")
                // A line made of the pattern is that complaint, and its title has no hole left.
                let line = pattern.replacing("{subject}", with: "Some<Type>").replacing("{seconds}", with: "0.5")
                    .replacing("{1 or more}", with: "2.5").replacing("{}", with: "4711")
                var text = line
                let found = text.withUTF8 { KnownComplaints.match($0) }
                #expect(found?.complaint == index, "\(line)")
                #expect((found?.subject != nil) == pattern.contains("{subject}"), "\(line)")
                let title = known.title(found?.subject == nil ? nil : "x")
                #expect(!title.contains("{subject}"), "\(line)")
            }
        }
    }

    @Test func `a line of any length is looked at in time linear in it`() {
        var long = "ForEach<" + String(repeating: "Array<", count: 2_000_000)
        let clock = ContinuousClock()
        let time = clock.measure { #expect(long.withUTF8 { KnownComplaints.match($0) } == nil) }
        #expect(time < .seconds(2))
    }
}

extension ComplaintMatch: Equatable {
    public static func == (left: ComplaintMatch, right: ComplaintMatch) -> Bool {
        left.complaint == right.complaint && left.holes == right.holes && left.end == right.end
    }
}
