import Testing

@testable import TraceKit

/// The stages of frames, SwiftUI's layouts and its changes: intervals and events among the signposts.
@Suite struct XctraceFrameTests {
    private static func records(_ tables: String...) throws -> TraceRecords {
        let inputs = tables.enumerated().map { ByteInput(bytes: Array($1.utf8), name: "\($0).xml") }
        return try Xctrace.records(inputs, ImportOptions())
    }

    // MARK: Frames

    private static let columns = "start duration display swap-id surface-id frame-color containment-level label"

    private static func stage(_ start: Int, _ duration: String, swap: String) -> String {
        "<t>\(start)</t>\(duration)<s>Display 1</s>\(swap)<n>9</n><c>Red</c><n>1</n><s>0xa</s>"
    }

    @Test(arguments: [
        ("hitches-updates", "Frame: app update"), ("hitches-renders", "Frame: render"), ("hitches-gpu", "Frame: GPU"),
        ("hitches-framewait", "Frame: wait"), ("hitches-frame-lifetimes", "Frame: lifetime"),
    ])
    func `every stage of a frame is an interval of its own name, with the swap as its id`(
        _ schema: String, _ name: String
    ) throws {
        let rows = [
            Self.stage(10, "<d>7</d>", swap: "<u>42</u>"), Self.stage(30, "<d>5</d>", swap: "<sentinel/>"),
            Self.stage(40, "<sentinel/>", swap: "<u>43</u>"), Self.stage(50, "<d>x</d>", swap: "<u>44</u>"),
        ]
        let records = try Self.records(
            Xctrace.table(schema, Self.columns, rows.joined(separator: "</row><row>")))
        #expect(
            records.signpostLines == [
                "\(name) [-:\(schema)] 10+7 #42 -/- - \"0xa\"", "\(name) [-:\(schema)] 30+5 -/- - \"0xa\"",
            ])
        #expect(records.signposts[0].signpostID == 42 && records.signposts[0].hasID && !records.signposts[1].hasID)
        #expect(records.rejects.count == 2)
    }

    @Test func `a hitch says what its frame took in the app and in the render server`() throws {
        let hitches = Xctrace.table(
            "hitches", "start duration process is-system swap-id label display narrative-description",
            ["42", "43"].map {
                "<t>10</t><d>16000000</d><process fmt=\"App (7)\"/><b>0</b><u>\($0)</u><s>0xa</s><s>D</s><s/>"
            }.joined(separator: "</row><row>"))
        func table(_ schema: String, _ rows: [(Int, Int)]) -> String {
            let cells = rows.map { Self.stage(5, "<d>\($0.1)</d>", swap: "<u>\($0.0)</u>") }
            return Xctrace.table(schema, Self.columns, cells.joined(separator: "</row><row>"))
        }
        let records = try Self.records(
            hitches, table("hitches-updates", [(42, 21_000_000), (42, 3_000_000), (99, 80_000_000)]),
            table("hitches-renders", [(42, 4_000_000)]))
        let results = AnalysisPasses.run(records, AnalysisOptions())
        let found = results.hitches.map { [$0.appNs, $0.renderNs] }
        #expect(found.contains([21_000_000, 4_000_000]) && found.contains([nil, nil]), "\(found)")
    }

    // MARK: Layouts

    private static let layoutColumns =
        "start duration id self-duration cached description view-hierarchy module view-name process thread severity"

    private static func layout(
        _ start: Int, own: String = "<d>2000000</d>", cached: Int = 0, view: String = "<s>VStack</s>",
        hierarchy: String = "<h fmt=\"VStack ← Screen\"><x><s>Screen</s></x></h>"
    ) -> String {
        "<t>\(start)</t><d>7</d><n>1</n>\(own)<b>\(cached)</b><s>_VStackLayout: sizeThatFits</s>\(hierarchy)"
            + "<s>SwiftUI</s>\(view)<process fmt=\"App (42)\"/><thread fmt=\"Main Thread 0x1 (App, pid: 42)\"/><c>Low</c>"
    }

    @Test(arguments: ["swiftui-layout-updates", "SwiftUILayoutUpdates2"])
    func `layouts are intervals named after the view, those from the cache apart`(_ schema: String) throws {
        let rows = [
            Self.layout(10), Self.layout(20, own: "<sentinel/>", cached: 1, hierarchy: "<sentinel/>"),
            Self.layout(30, view: "<sentinel/>"), Self.layout(-1),
        ]
        let records = try Self.records(
            Xctrace.table(schema, Self.layoutColumns, rows.joined(separator: "</row><row>")))
        #expect(
            records.signpostLines == [
                "VStack [-:swiftui-layout-updates] 10+7 App (42)/main - "
                    + "\"_VStackLayout: sizeThatFits; self 2.000 ms; in VStack ← Screen\"",
                "VStack [-:swiftui-layout-updates, cached] 20+7 App (42)/main - \"_VStackLayout: sizeThatFits\"",
                "_VStackLayout: sizeThatFits [-:swiftui-layout-updates] 30+7 App (42)/main - "
                    + "\"_VStackLayout: sizeThatFits; self 2.000 ms; in VStack ← Screen\"",
            ])
        #expect(records.rejects.count == 1 && records.updates.count == 0)
    }

    @Test func `a layout that refers to the hierarchy of an earlier one stands there too`() throws {
        let first = Self.layout(10, hierarchy: "<h id=\"7\" fmt=\"VStack ← Screen\"/>")
        let records = try Self.records(
            Xctrace.table(
                "SwiftUILayoutUpdates2", Self.layoutColumns,
                first + "</row><row>" + Self.layout(20, hierarchy: "<h ref=\"7\"/>")))
        #expect(records.signpostLines.count == 2)
        #expect(records.signpostLines.allSatisfy { $0.hasSuffix("in VStack ← Screen\"") })
    }

    @Test func `the older table of layouts is skipped where the newer one has rows`() throws {
        let records = try Self.records(
            Xctrace.table("swiftui-layout-updates", Self.layoutColumns, Self.layout(10)),
            Xctrace.table("SwiftUILayoutUpdates2", Self.layoutColumns, Self.layout(11)))
        #expect(records.signposts.count == 1 && records.signposts[0].start == 11)
        #expect(records.skipLines == ["skipped-repeated-lane swiftui-layout-updates 1"])
    }

    // MARK: Changes

    @Test func `changes are events that name the app's function closest to them`() throws {
        func frame(_ name: String, _ path: String) -> String {
            "<frame name=\"\(name)\" addr=\"0x1\"><binary name=\"B\" UUID=\"U\" arch=\"arm64\" load-addr=\"0x0\" path=\"\(path)\"/></frame>"
        }
        let stack =
            "<backtrace>" + frame("set_needs_update()", "/System/Library/F.framework/F")
            + frame("Model.load()", "/private/var/containers/Bundle/Application/A/App.app/App")
            + frame("main", "/private/var/containers/Bundle/Application/A/App.app/App") + "</backtrace>"
        let system = "<backtrace>" + frame("run()", "/System/Library/F.framework/F") + "</backtrace>"
        let rows = [("5", stack), ("6", system), ("7", "<sentinel/>")].map {
            "<t>\($0)</t><n>1</n><s>View Creation</s>\($1)<process fmt=\"App (42)\"/><thread fmt=\"Main Thread 0x1 (App, pid: 42)\"/>"
        }
        let records = try Self.records(
            Xctrace.table(
                "swiftui-changes", "timestamp id description backtrace process thread",
                rows.joined(separator: "</row><row>")))
        #expect(
            records.signpostLines == [
                "View Creation [-:swiftui-changes] 5 App (42)/main - \"Model.load()\"",
                "View Creation [-:swiftui-changes] 6 App (42)/main -",
                "View Creation [-:swiftui-changes] 7 App (42)/main -",
            ])
    }

    // MARK: Hierarchies

    private static func update(_ start: Int, _ view: String, _ hierarchy: String) -> String {
        "<t>\(start)</t><d>20000000</d><n>\(start)</n><s>View Body Updates</s><s>\(view).body</s>\(hierarchy)"
    }

    @Test func `the views around a view are those of its first update, cut to the innermost eight`() throws {
        let long = (1...20).map { "V\($0)" }.joined(separator: " ← ")
        let huge = String(repeating: "x", count: 70_000)
        let rows = [
            Self.update(1, "Row", "<h id=\"1\" fmt=\"Row ← List&lt;Row&gt; ← Screen\"><s>Row</s></h>"),
            Self.update(2, "Row", "<h ref=\"1\"/>"), Self.update(3, "Row", "<h fmt=\"Row ← Other\"/>"),
            Self.update(4, "Deep", "<h fmt=\"\(long)\"/>"), Self.update(5, "Huge", "<h fmt=\"\(huge)\"/>"),
            Self.update(6, "Half", "<h fmt=\"Half ← \(huge)\"/>"), Self.update(7, "None", "<sentinel/>"),
            Self.update(8, "Beside", "<h ref=\"1\"/>"),
        ]
        let records = try Self.records(
            Xctrace.table(
                "swiftui-updates", "start duration id update-type description view-hierarchy",
                rows.joined(separator: "</row><row>")))
        let shown = (0..<records.updates.count).map { records.names.text(records.updates.hierarchy[$0]) ?? "-" }
        let row = "Row ← List<Row> ← Screen"
        #expect(Array(shown[..<3]) == [row, row, row] && Array(shown[5...]) == ["Half", "-", row])
        #expect(shown[3] == (1...8).map { "V\($0)" }.joined(separator: " ← ") && shown[4].utf8.count == 400)
        let results = AnalysisPasses.run(records, AnalysisOptions())
        let finding = try #require(results.findings.first { $0.view == "Row" })
        #expect(finding.evidence.hasSuffix("; the view is inside \(row)"))
    }
}
