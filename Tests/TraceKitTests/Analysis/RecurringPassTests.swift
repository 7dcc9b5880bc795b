import Testing

@testable import TraceKit

/// What makes bodies run again, inferred from the order of their evaluations.
@Suite struct RecurringPassTests {
    typealias Line = OracleBursts.Line

    private static func document(_ lines: [Line]) -> String {
        let rows = lines.map { line in
            let reasons = line.reasons.map { JSONText.quote($0) }.joined(separator: ", ")
            let time = line.ns.map { ", \"start_ns\": \($0), \"duration_ms\": 0" } ?? ""
            return "{\"view\": \"\(line.view)\", \"changed\": [\(reasons)]\(time)}"
        }
        return "{\"format\": \"tracekit\", \"version\": 1, \"updates\": [\(rows.joined(separator: ","))]}"
    }

    private static func found(_ lines: [Line]) throws -> [String] {
        let store = try Traces.store(document(lines))
        let causes = try store.rows("SELECT is_seen || ' ' || runs || ' ' || updates FROM recurring ORDER BY id")
        return try causes.indices.map { index in
            let links = try store.rows(
                "SELECT view || ' ' || is_driver || ' ' || runs || ' ' || updates FROM recurring_links "
                    + "WHERE recurring_id = \(index + 1)")
            return "\(causes[index]): \(links.sorted().joined(separator: ", "))"
        }.sorted()
    }

    /// `Editor _text` and so on, as a console prints them.
    private static func lines(_ text: String, times: Int = 1) -> [Line] {
        let one = text.split(separator: ";").map { part in
            let words = part.split(separator: " ").map(String.init)
            return Line(view: words[0], reasons: Array(words.dropFirst()), ns: nil)
        }
        return (0..<times).flatMap { _ in one }
    }

    @Test func `a view that names what changed drives those that run behind it`() throws {
        #expect(
            try Self.found(Self.lines("Editor _frames;Row @self;Row @self", times: 4))
                == ["1 4 12: Editor 1 4 4, Row 0 4 8"])
        // Twice may be chance.
        #expect(try Self.found(Self.lines("Editor _frames;Row @self", times: 2)) == [])
    }

    @Test func `first evaluations name everything and say nothing`() throws {
        #expect(try Self.found(Self.lines("List @self @identity _model;Row @self @identity _liked", times: 5)) == [])
    }

    @Test func `a view that others run too is linked to neither`() throws {
        let mixed = Self.lines("A _x;Label @self", times: 3) + Self.lines("B _y;Label @self", times: 3)
        #expect(try Self.found(mixed) == ["1 3 3: A 1 3 3", "1 3 3: B 1 3 3"])
    }

    @Test func `views that change together are one cause`() throws {
        #expect(
            try Self.found(Self.lines("Totals _sum;Chart _points;Legend _points", times: 5))
                == ["1 5 15: Chart 1 5 5, Legend 1 5 5, Totals 1 5 5"])
    }

    /// Seven rows read one store that changes every half second; and one row whose own value changes seven times a second.
    @Test func `instances that name the same property at once are one run, changes one after the other are several`()
        throws
    {
        func lines(gap: Int64) -> [Line] {
            (0..<10).flatMap { tick in
                (0..<7).flatMap { row in
                    let start = Int64(tick) * 500_000_000 + Int64(row) * gap
                    return [
                        Line(view: "Row", reasons: ["_store"], ns: start),
                        Line(view: "Icon", reasons: ["@self"], ns: start + 300_000),
                    ]
                }
            }
        }
        #expect(try Self.found(lines(gap: 900_000)) == ["1 10 140: Icon 0 10 70, Row 1 10 70"])
        #expect(try Self.found(lines(gap: 60_000_000)) == ["1 70 140: Icon 0 70 70, Row 1 70 70"])
    }

    @Test func `where none says what changed, something above the first one runs`() throws {
        let ticks = (0..<10).flatMap { tick in
            ["Menu", "Window"].map { Line(view: $0, reasons: ["@self"], ns: Int64(tick) * 500_000_000) }
        }
        let store = try Traces.store(Self.document(ticks))
        #expect(try store.rows("SELECT is_seen, view, runs, period_ms FROM recurring") == ["0|Menu|10|500.0"])
        #expect(
            try store.rows("SELECT count(DISTINCT run_id), min(recurring_id), max(recurring_id) FROM updates") == [
                "10|1|1"
            ])
        #expect(try store.rows("SELECT start_ms FROM recurring_runs ORDER BY id LIMIT 2") == ["0.0", "500.0"])
    }

    @Test func `a steady pace is one whose gaps are alike`() {
        #expect(Rhythm.period(of: (0..<9).map { Int64($0) * 400 }) == 400)
        #expect(Rhythm.period(of: (0..<8).map { Int64($0) * 400 }) == nil)
        #expect(Rhythm.period(of: [0, 10, 20, 30, 40, 50, 60, 70, 80, 90, 9_000]) == nil)
        #expect(Rhythm.period(of: [0, 5, 40, 41, 90, 130, 131, 132, 240, 250]) == nil)
        // One that is missed now and then.
        #expect(Rhythm.period(of: [0, 10, 20, 30, 40, 60, 70, 80, 90, 100, 110]) == 10)
    }

    @Test func `where a cause was recorded, none is inferred`() throws {
        let rows = (0..<5).flatMap { index in
            [
                "{\"view\": \"A\", \"changed\": [\"_x\"], \"start_ms\": \(index * 500), \"duration_ms\": 1, \"cause\": \(100 + index)}",
                "{\"view\": \"B\", \"changed\": [\"@self\"], \"start_ms\": \(index * 500 + 1), \"duration_ms\": 1, \"cause\": \(100 + index)}",
            ]
        }
        let causes = (0..<5).map { "{\"id\": \(100 + $0), \"name\": \"M.x\", \"start_ms\": \($0 * 500)}" }
        let store = try Traces.store(
            "{\"format\": \"tracekit\", \"causes\": [\(causes.joined(separator: ","))], \"updates\": [\(rows.joined(separator: ","))]}"
        )
        #expect(try store.rows("SELECT count(*) FROM recurring WHERE name IS NULL") == ["0"])
    }

    @Test(arguments: 0..<80) func `random logs give what the words of the definition give`(seed: Int) throws {
        var random = SeededNumbers(seed)
        let parents = ["P": ["A", "B"], "Q": ["B", "C", "C"], "R": [], "S": ["D", "D", "D", "E"]]
        var (lines, ms) = ([Line](), 0)
        let isTimed = seed % 2 == 0
        for _ in 0..<Int.random(in: 5...60, using: &random) {
            let parent = parents.keys.sorted().randomElement(using: &random) ?? "P"
            let reasons = [["_x"], ["@dependencies"], ["@self"], ["@self", "_y"], ["@self", "@identity", "_x"], []]
            ms += [1, 40, 99, 100, 101, 400].randomElement(using: &random) ?? 1
            lines.append(
                Line(
                    view: parent, reasons: reasons.randomElement(using: &random) ?? [],
                    ns: isTimed ? Int64(ms) * 1_000_000 : nil))
            for child in parents[parent] ?? [] where Int.random(in: 0..<9, using: &random) > 0 {
                ms += 1
                let own = Int.random(in: 0..<20, using: &random) == 0 ? ["_z"] : ["@self"]
                lines.append(Line(view: child, reasons: own, ns: isTimed ? Int64(ms) * 1_000_000 : nil))
            }
        }
        #expect(try Self.found(lines) == OracleBursts(lines).recurring(), "seed \(seed)")
    }

    // MARK: Recorded

    /// A timer of `count` ticks, each of which updates two views, and what else there is.
    static func timer(_ count: Int, lasting ms: Double, kind: String = "observable", name: String = "Feed.tick")
        -> String
    {
        let causes = (0..<count).map {
            "{\"id\": \(100 + $0), \"kind\": \"\(kind)\", \"name\": \"\(name)\", \"start_ms\": \($0 * 250)}"
        }
        let updates = (0..<count).flatMap { tick in
            ["PriceRow", "Chart"].enumerated().map { index, view in
                "{\"view\": \"\(view)\", \"start_ms\": \(tick * 250 + 1 + index * 20), \"duration_ms\": \(ms), \"cause\": \(100 + tick)}"
            }
        }
        return
            "{\"format\": \"tracekit\", \"causes\": [\(causes.joined(separator: ","))], \"updates\": [\(updates.joined(separator: ","))]}"
    }

    private func titles(_ json: String) throws -> [String] {
        try Traces.store(json).rows("SELECT title FROM findings WHERE rule = 'recurring-cause'")
    }

    @Test func `a root that comes again and again is a cause, whatever else was touched`() throws {
        let store = try Traces.store(Self.timer(20, lasting: 7))
        #expect(
            try store.rows("SELECT name, is_seen, runs, updates, total_ms, period_ms FROM recurring")
                == ["Feed.tick|1|20|40|280.0|250.0"])
        #expect(
            try store.rows("SELECT count(*), count(DISTINCT run_id) FROM updates WHERE recurring_id = 1") == ["40|20"])
        #expect(
            try titles(Self.timer(20, lasting: 7))
                == ["Each change of Feed.tick re-runs Chart and 1 other view every 0.25 s (20 times)"])
        // 4 % of the time is what any clock in an app takes.
        #expect(try titles(Self.timer(20, lasting: 5)) == [])
        // A gesture is none.
        #expect(try titles(Self.timer(20, lasting: 7, kind: "gesture")) == [])
    }

    /// An object tells its readers one after another, each when the one before is done; a clock tells the same one again.
    @Test func `what reaches several readers in one go is one change, what reaches one again is another`() throws {
        func document(_ roots: [(start: Double, readers: [(view: String, instance: String, ms: Double)])]) -> String {
            var (causes, updates): ([String], [String]) = ([], [])
            for (number, root) in roots.enumerated() {
                causes.append(
                    "{\"id\": \(1000 + number), \"kind\": \"observable\", \"name\": \"player\", \"start_ms\": \(root.start)}"
                )
                var start = root.start
                for reader in root.readers {
                    updates.append(
                        """
                        {"view": "\(reader.view)", "instance": "\(reader.instance)", "cause": \(1000 + number), "start_ms": \(start), \
                        "duration_ms": \(reader.ms)}
                        """)
                    start += reader.ms
                }
            }
            return RuleTraces.document(("causes", causes), ("updates", updates))
        }
        func runs(_ json: String) throws -> [String] {
            try Traces.store(json).rows("SELECT runs, updates FROM recurring WHERE is_seen")
        }
        let rows = (0..<6).map { (view: "Row", instance: "r\($0)", ms: 9.0) }
        let ticks = (0..<10).flatMap { tick in
            let start = Double(tick) * 250
            return [
                (start: start, readers: rows), (start: start + 54.2, readers: [(view: "Bar", instance: "b", ms: 3.0)]),
                (start: start + 57.5, readers: [(view: "Slider", instance: "s", ms: 2.0)]),
            ]
        }
        #expect(try runs(document(ticks)) == ["10|80"])
        let clock = (0..<40).map { (start: Double($0) * 8, readers: [(view: "Hand", instance: "h", ms: 8.0)]) }
        #expect(try runs(document(clock)) == ["40|40"])
        // With a pause of more than a millisecond it is another change.
        let apart = ticks.map {
            (start: $0.start == 0 || $0.readers.count > 1 ? $0.start : $0.start + 5, readers: $0.readers)
        }
        #expect(try runs(document(apart)) == ["20|80"])
    }

    @Test func `SwiftUI's own clock is told as a clock, and no value to pass on`() throws {
        let json = Self.timer(40, lasting: 7, kind: "external-environment", name: "External: Time")
        let store = try Traces.store(json)
        #expect(
            try store.rows(
                "SELECT rule, title FROM findings WHERE rule IN ('recurring-cause', 'environment-broadcast')")
                == ["recurring-cause|A clock updates Chart and 1 other view every 0.25 s (40 times)"])
    }

    @Test func `a long body of a timer is told with the timer, not with what somebody tapped meanwhile`() throws {
        let json = Self.timer(20, lasting: 9).replacing(
            "{\"format\": \"tracekit\",",
            with:
                "{\"format\": \"tracekit\", \"interactions\": [{\"id\": 1, \"kind\": \"tap\", \"name\": \"Lap\", \"start_ms\": 0}],"
        )
        let found = try Traces.store(json).rows(
            "SELECT title, evidence FROM findings WHERE rule = 'long-body' ORDER BY title")
        #expect(
            found.first?.hasPrefix("Chart.body is too long for a frame, and runs for Feed.tick every 0.25 s|") == true)
        #expect(found.first?.contains("while Tap") == false)
    }

    // MARK: Labels

    private func labels(_ json: String) throws -> [String] {
        try Traces.store(json).rows("SELECT label FROM recurring ORDER BY label")
    }

    @Test func `a cause is labelled as findings name it`() throws {
        #expect(try labels(Self.timer(4, lasting: 1)) == ["Feed.tick"])
        #expect(try labels(Self.document(Self.lines("Editor _frames;Row @self", times: 4))) == ["Editor._frames"])
        #expect(try labels(Self.document(Self.lines("Menu @self;Item @self", times: 4))) == ["Menu"])
        #expect(
            try labels(Self.document(Self.lines("Player @dependencies", times: 4))) == ["what Player observes"])
        // Bodies of two views name it: neither is known to own it. What begins with _ is a view's own.
        #expect(try labels(Self.document(Self.lines("Window time;Queue time", times: 4))) == ["time"])
        #expect(try labels(Self.document(Self.lines("Window _time;Queue _time", times: 4))) == ["Queue._time"])
        // A name with a dot says itself whose property it is.
        #expect(try labels(Self.document(Self.lines("Basket cart.items;Line @self", times: 4))) == ["cart.items"])
        let store = try Traces.store(Self.document(Self.lines("Editor _frames;Row @self;Row @self", times: 40)))
        #expect(
            try store.rows("SELECT r.label = f.cause FROM recurring r JOIN findings f ON f.rule = 'recurring-cause'")
                == ["1"])
    }

    /// Bodies of several views that run one behind the other, 40 times; `gap`: milliseconds from one time to the next.
    private static func together(_ views: [(name: String, property: String)], gap: (Int) -> Int) throws -> [String] {
        let lines = (0..<40).flatMap { turn in
            views.map { Line(view: $0.name, reasons: [$0.property], ns: Int64(gap(turn)) * 1_000_000) }
        }
        return try Traces.store(document(lines)).rows("SELECT title, hint FROM findings WHERE rule = 'recurring-cause'")
    }

    @Test func `views that run together at a steady pace are told of what beats, others of a store or a query`() throws
    {
        let same = [(name: "Ring", property: "_clock"), ("Chart", "_clock"), ("Total", "_clock")]
        let beat = try Self.together(same) { $0 * 400 }.joined()
        #expect(beat.contains("each because its own _clock changed|Look for what changes every 0.40 s"))
        let differing = [(name: "Ring", property: "_steps"), ("Chart", "_days"), ("Total", "_sum")]
        let irregular = try Self.together(differing) { $0 * $0 * 40 }.joined()
        #expect(irregular.contains("a property of its own changed|Find what invalidates all of them at once"))
    }

    @Test func `rates are over the time between the first run and the last, and unknown without times or durations`()
        throws
    {
        func rates(_ json: String) throws -> [String] {
            try Traces.store(json).rows(
                "SELECT round(updates_per_second, 3), round(main_thread_share, 3) FROM recurring")
        }
        #expect(try rates(Self.timer(20, lasting: 7)) == ["8.421|5.895"])
        #expect(try rates(Self.timer(20, lasting: 900)) == ["8.421|100.0"])
        #expect(try rates(Self.timer(20, lasting: 0)) == ["8.421|-"])
        #expect(try rates(Self.document(Self.lines("Editor _frames;Row @self", times: 4))) == ["-|-"])
    }

    // MARK: Intervals

    /// A driver that runs 10 times, with intervals behind it.
    private static func table(_ intervals: (Int) -> [(start: Double, ms: Double)]) -> String {
        let updates = (0..<10).map {
            "{\"view\": \"Tracks\", \"changed\": [\"_lyrics\"], \"start_ms\": \($0 * 1000), \"duration_ms\": 2}"
        }
        let signposts = (0..<10).flatMap(intervals).map {
            "{\"name\": \"Table.updateNSView\", \"category\": \"ui\", \"start_ms\": \($0.start), \"duration_ms\": \($0.ms)}"
        }
        return
            "{\"format\": \"tracekit\", \"updates\": [\(updates.joined(separator: ","))], \"signposts\": [\(signposts.joined(separator: ","))]}"
    }

    @Test func `intervals that begin with a cause are what it costs`() throws {
        let json = Self.table { [(Double($0) * 1000 + 2.1, 40)] }
        #expect(
            try titles(json) == [
                "Each change of Tracks._lyrics re-runs Tracks and Table.updateNSView once a second (10 times)"
            ])
        // Elsewhere, short ones, and those in which other bodies begin are not.
        #expect(try titles(Self.table { [(Double($0) * 1000 + 500, 40)] }) == [])
        #expect(try titles(Self.table { [(Double($0) * 1000 + 2.1, 1)] }) == [])
        #expect(try titles(Self.table { [(Double($0) * 1000 + 2.1, 1_500)] }) == [])
    }

    @Test func `an interval in half of the long bodies is named with them`() throws {
        func found(_ inside: Int) throws -> [String] {
            let bodies = (0..<10).map { "{\"view\": \"Photo\", \"start_ms\": \($0 * 100), \"duration_ms\": 30}" }
            let intervals = (0..<inside).map {
                "{\"name\": \"decode\", \"category\": \"ui\", \"start_ms\": \($0 * 100 + 1), \"duration_ms\": 25}"
            }
            return try Traces.store(
                "{\"format\": \"tracekit\", \"updates\": [\(bodies.joined(separator: ","))], \"signposts\": [\(intervals.joined(separator: ","))]}"
            ).rows("SELECT title FROM findings WHERE rule = 'long-body'")
        }
        #expect(try found(5) == ["Photo.body is too long for a frame: decode runs in it"])
        #expect(try found(4) == ["Photo.body is too long for a frame"])
    }

    @Test func `a long body that only runs with another one is told so`() throws {
        func document(_ changed: String) -> String {
            let rows = (0..<8).flatMap { tick in
                [
                    "{\"view\": \"Form\", \"changed\": [\"_model\"], \"start_ms\": \(tick * 300), \"duration_ms\": 1}",
                    "{\"view\": \"Picker\", \"changed\": [\(changed)], \"start_ms\": \(tick * 300 + 2), \"duration_ms\": 20}",
                ]
            }
            return "{\"format\": \"tracekit\", \"updates\": [\(rows.joined(separator: ","))]}"
        }
        func found(_ changed: String) throws -> [String] {
            try Traces.store(document(changed)).rows("SELECT title, hint FROM findings WHERE rule = 'long-body'")
        }
        let reached = try found("\"@self\"")
        #expect(
            reached.first?.hasPrefix(
                "Picker.body is too long for a frame, re-run by each change of Form._model|Make Picker Equatable")
                == true)
        let own = try found("\"_zone\"")
        #expect(own.first?.contains("Equatable") == false)
    }

    // MARK: Loops

    /// State, a body, a preference, and the state again, `rounds` times.
    private static func loop(_ rounds: Int, every ms: Int) -> String {
        var (causes, updates) = ([String](), [String]())
        for round in 0..<rounds {
            let (id, start) = (10 * round + 10, round * ms)
            let above = round > 0 ? ", \"cause\": \(id - 8)" : ""
            causes.append(
                "{\"id\": \(id), \"kind\": \"state\", \"name\": \"Header.width\", \"start_ms\": \(start)\(above)}")
            updates.append(
                "{\"id\": \(id + 1), \"view\": \"Header\", \"start_ms\": \(start), \"duration_us\": 100, \"cause\": \(id)}"
            )
            updates.append(
                "{\"id\": \(id + 2), \"view\": \"onPreferenceChange: WidthKey\", \"kind\": \"other\", \"module\": \"SwiftUI\", "
                    + "\"start_ms\": \(start), \"duration_us\": 10, \"cause\": \(id + 1)}")
        }
        return
            "{\"format\": \"tracekit\", \"causes\": [\(causes.joined(separator: ","))], \"updates\": [\(updates.joined(separator: ","))]}"
    }

    @Test func `state that its own updates write again is a loop`() throws {
        func titles(_ json: String) throws -> [String] {
            try Traces.store(json).rows("SELECT title FROM findings WHERE rule = 'update-loop'")
        }
        #expect(
            try titles(Self.loop(60, every: 1)) == [
                "Header.width is written again by what it updates (59 times), through onPreferenceChange: WidthKey"
            ])
        #expect(try titles(Self.loop(50, every: 1)) == [])
        // Without times nothing is known of it.
        #expect(try titles(Self.loop(60, every: 1).replacing("width\", \"start_ms\"", with: "width\", \"x\"")) == [])
        // Page after page.
        #expect(try titles(Self.loop(60, every: 101)) == [])
    }

    // MARK: Made again

    private func churn(_ lines: [Line]) throws -> [String] {
        try Traces.store(Self.document(lines)).rows(
            "SELECT title FROM findings WHERE rule = 'identity-churn' ORDER BY title")
    }

    @Test func `rows that are made again each time the same thing changes have no identity that stays`() throws {
        let start = Self.lines("List @self @identity _items") + Self.lines("Row @self @identity", times: 8)
        let again = Self.lines("List _items") + Self.lines("Row @self @identity", times: 8)
        let title = "8 Row views are recreated on each change of List._items (2 times)"
        #expect(try churn(start + again + again) == [title])
        // Once, or fewer each time: that is content that goes and comes.
        #expect(try churn(start + again) == [])
        let fewer = Self.lines("List _items") + Self.lines("Row @self @identity", times: 2)
        #expect(try churn(start + again + fewer) == [])
    }

    @Test func `tabs, pushes and lists that grow make nothing again`() throws {
        let tabs = ["Home", "Search", "Profile"].flatMap { tab in
            Self.lines("Tabs _selection") + Self.lines("\(tab) @self @identity")
                + Self.lines("Cell @self @identity", times: tab.count)
        }
        #expect(try churn(tabs + tabs) == [])
        // A card that changes while others appear.
        let cards = (0..<6).flatMap { _ in
            Self.lines("Card @self @identity", times: 10) + Self.lines("Card _item", times: 1)
        }
        #expect(try churn(cards) == [])
        let grows = (1..<9).flatMap { _ in Self.lines("Feed _posts;Post @self @identity;Post @self;Post @self") }
        #expect(try churn(grows) == [])
    }

    @Test func `a whole list that is made again without a word is doubted`() throws {
        let page = Self.lines("Row @self @identity", times: 40) + Self.lines("Title @self;Sub @self")
        #expect(try churn(page + page + page + page) == ["40 Row views are recreated as a whole (3 times)"])
        let store = try Traces.store(Self.document(page + page + page + page))
        #expect(
            try store.rows("SELECT evidence FROM findings WHERE rule = 'identity-churn'").first?.contains(
                "unless you scrolled")
                == true)
    }
}
