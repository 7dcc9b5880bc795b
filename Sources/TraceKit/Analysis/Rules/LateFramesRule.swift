/// Hitches without view updates to explain them: frames late in the render server, and those with an unknown stage.
enum LateFramesRule: FindingRule {
    static let depth = RuleDepth.hang
    static let needs: [RuleNeed] = [.lane(.hitches), .alike(.updates), .whole]
    static let guide = RuleGuide(
        "late-frames", "Frames come late, and no view update explains it",
        finds:
            """
            App hitches of which rendering takes at least half, and hitches of which view updates and commits take \
            less than half (view `late_time`), if together they exceed \(HitchBand.good) ms per second.
            """,
        matters:
            """
            A hitch is a frame that was shown late: scrolling and animations stutter. Apple's bands for the hitch time \
            per second are good up to 5 ms, warning up to 10 ms, critical above.
            """,
        fix:
            """
            Late in rendering: fewer layers that need an extra pass (shadows without a path, masks, blurs, rounded \
            corners that clip), smaller images, drawingGroup() or rasterisation for what does not change. Otherwise \
            record the SwiftUI and Time Profiler instruments with the hitches, to see what the main thread did.
            """,
        limits:
            """
            Which stage was late is known where the recording has the tables of updates and renders, or Instruments \
            says it in words. Hitches with view updates in them belong to the findings on those. The signpost or logged \
            work that runs in most of them is a lead.
            """,
        severity: "high above 10 ms of each second, medium above 5 ms", effort: .medium,
        thresholds: [
            "\(HitchBand.good) ms of such hitches per second of the recording, and \(RuleThresholds.occurrences) of them"
        ],
        before: #"""
            Card().shadow(radius: 40).shadow(radius: 20)      // two offscreen passes per card
            """#,
        after: #"""
            Card().background { Image("card-shadow") }        // drawn once
            """#)

    static func findings(_ context: RuleContext) -> [Finding] {
        let groups = context.stretches.groups.filter { $0.lead == .hitch }
        var rendered = context.stretches.rendered
        var (told, rest) = ([StretchGroup](), StretchGroup())
        let total = groups.reduce(Int64(0)) { $0.addingSaturating($1.hitchNs) }
        for group in groups {
            let isMuch = group.hitches.count >= RuleThresholds.occurrences && group.hitchNs >= total / 10
            if group.share != nil, isMuch { told.append(group) } else { rest.add(group) }
        }
        // Few of one kind are mixed with the others.
        if rendered.count < RuleThresholds.occurrences {
            let hitches = context.records.hitches
            rest.hitches += rendered
            rest.hitchNs = rendered.reduce(rest.hitchNs) { $0.addingSaturating(hitches[$1].duration) }
            rendered = []
        }
        let all = told.reduce(rest.hitchNs) { $0.addingSaturating($1.hitchNs) }
        var findings: [Finding] = []
        if isNoticeable(all, told.reduce(rest.hitches.count) { $0 + $1.hitches.count }, context) {
            findings = told.map { finding($0, context) }
            if rest.hitches.count >= RuleThresholds.occurrences,
                told.isEmpty || rest.hitchNs >= all / 10
            {
                rest.hitches.sort()
                findings.append(unexplained(rest, context))
            }
        }
        let hitches = context.records.hitches
        let ofRendering = rendered.reduce(Int64(0)) { $0.addingSaturating(hitches[$1].duration) }
        if isNoticeable(ofRendering, rendered.count, context) {
            findings.append(late(in: rendered, ofRendering, context))
        }
        return findings
    }

    private static func ratio(_ total: Int64, _ context: RuleContext) -> Double {
        Double(total) / 1e6 / (Double(max(context.results.coveredNs, 1)) / 1e9)
    }

    private static func isNoticeable(_ total: Int64, _ count: Int, _ context: RuleContext) -> Bool {
        count >= RuleThresholds.occurrences && ratio(total, context) > Double(HitchBand.good)
    }

    /// `133 hitches, 119 ms of each second (critical)`
    private static func words(_ total: Int64, _ count: Int, _ context: RuleContext) -> String {
        let ratio = ratio(total, context)
        return
            "\(RuleWords.count(count, "hitch")), \(RuleWords.number(Int(ratio.rounded()))) ms of each second (\(HitchBand.words(ratio)))"
    }

    private static func severity(_ total: Int64, _ context: RuleContext) -> Finding.Severity {
        ratio(total, context) > Double(HitchBand.warning) ? .high : .medium
    }

    /// Late frames in which one subject has the main thread.
    private static func finding(_ group: StretchGroup, _ context: RuleContext) -> Finding {
        let words = StretchFindings(context: context)
        let subject = group.share?.subject
        let has = subject?.kind == .several ? "together have" : "has"
        return words.finding(
            group,
            title: """
                \(context.short(subject?.title ?? "")) \(has) \(group.share?.percent ?? 0) % of the main thread in \
                \(self.words(group.hitchNs, group.hitches.count, context))
                """,
            hint: words.hint(group) ?? "", effort: .medium, severity: severity(group.hitchNs, context))
    }

    /// Late frames of which the samples, if there are any, say nothing.
    private static func unexplained(_ group: StretchGroup, _ context: RuleContext) -> Finding {
        let words = StretchFindings(context: context)
        let work = words.workMeanwhile(group)
        let isSampled = !group.tally.isEmpty
        let rest =
            work.first.map { "meanwhile \($0.name) runs" }
            ?? (isSampled
                ? "no one thing has the main thread in them"
                : context.updates.count == 0 ? "view updates are not in this input" : "no view update explains them")
        let quotation = narrative(group.hitches, context).map { "; Instruments says: \($0)" } ?? ""
        return words.finding(
            group, title: "\(self.words(group.hitchNs, group.hitches.count, context)); \(rest)\(quotation)",
            hint: work.first.map { StretchFindings.hint($0, words.release(of: group)) }
                ?? advice(isSampled: isSampled, context), effort: .medium,
            severity: severity(group.hitchNs, context), work: work)
    }

    private static func advice(isSampled: Bool, _ context: RuleContext) -> String {
        if isSampled {
            return """
                Look at the table of sampled bodies and at the call tree of the main thread (--all): the largest of them are \
                what to make smaller first.
                """
        }
        return context.updates.count == 0
            ? """
            Record the SwiftUI and Time Profiler instruments together with the hitches: this input does not say \
            what the main thread did in them.
            """
            : """
            Look at commits and rendering: offscreen passes, large images; a recording with Time Profiler would say what \
            the main thread did besides.
            """
    }

    /// Late frames whose work in the app was done in time.
    private static func late(in rows: [Int], _ total: Int64, _ context: RuleContext) -> Finding {
        let why = narrative(rows, context)
        let passes = RenderPasses(rows, context)
        var window = CommonWindow()
        for row in rows { window.add(context.results.hitchWindow[row]) }
        return Finding(
            severity: severity(total, context),
            title:
                "Frames are late in rendering\(passes.words(why).map { ": \($0)" } ?? ""); \(words(total, rows.count, context))",
            view: nil, effort: .medium, sql: renderedSQL, rows: rows.count, costNs: total
        ) {
            Finding.Rest(
                window: window.window, evidence: evidence(rows, total, context), hint: passes.hint,
                about: .stalls(hangs: [], hitches: rows, function: .none, view: nil))
        }
    }

    /// The most frequent message of Instruments, with `N` for numbers: `N offscreen passes`.
    private static func narrative(_ rows: [Int], _ context: RuleContext) -> String? {
        var counts: [String: Int] = [:]
        for row in rows {
            let words = context.name(context.records.hitches[row].narrative)
            if !words.isEmpty { counts[withoutNumbers(words), default: 0] += 1 }
        }
        let most = RuleWords.largest(1, of: counts.map { (name: $0.key, count: $0.value) }).first
        return most.flatMap { $0.count * 2 >= rows.count ? context.short($0.name) : nil }
    }

    private static func withoutNumbers(_ text: String) -> String {
        var (result, isNumber) = ("", false)
        for character in text {
            if character.isNumber {
                if !isNumber { result += "N" }
                isNumber = true
            } else {
                result.append(character)
                isNumber = false
            }
        }
        return result.hasPrefix("N ") ? String(result.dropFirst(2)) : result
    }

    private static func evidence(_ rows: [Int], _ total: Int64, _ context: RuleContext) -> String {
        let (hitches, results) = (context.records.hitches, context.results)
        let worst = rows.max { hitches[$0].duration < hitches[$1].duration } ?? rows[0]
        var text = """
            \(RuleWords.ms(total)) in \(RuleWords.count(rows.count, "hitch")), the longest \
            \(RuleWords.ms(hitches[worst].duration)) at \(RuleWords.at(hitches[worst].start))
            """
        let views = views(rows, context)
        if !views.isEmpty { text += "; meanwhile on the screen: \(views.joined(separator: ", "))" }
        if let render = median(rows.compactMap { results.hitches[$0].renderNs }) {
            let app = median(rows.compactMap { results.hitches[$0].appNs }).map {
                "\(RuleWords.ms($0)) or more in the app and "
            }
            text += "; half of the frames took \(app ?? "")\(RuleWords.ms(render)) or more in the render server"
        }
        return text
    }

    /// The app's views that were updated in most of them, else those whose bodies are in samples.
    private static func views(_ rows: [Int], _ context: RuleContext) -> [String] {
        var counts: [String: Int] = [:]
        for row in rows {
            for (view, _) in context.results.hitches[row].views where !context.isFramework[Int(view)] {
                counts[context.shortViewName(Int(view)), default: 0] += 1
            }
        }
        if counts.isEmpty { return context.results.sampledBodies.prefix(2).map { context.short($0.view) } }
        return RuleWords.largest(2, of: counts.map { (name: $0.key, count: $0.value) }).map(\.name)
    }

    private static func median(_ times: [Int64]) -> Int64? {
        times.isEmpty ? nil : times.sorted()[times.count / 2]
    }

    private static let renderedSQL = """
        SELECT id, start_ms, duration_ms, class, app_ms, render_ms, narrative, overlapping_views, interaction_id
        FROM hitches
        WHERE trace_id = :trace AND is_target = 1 AND class <> 'system'
            AND coalesce((SELECT sum(l.late_ms) FROM late_time l WHERE l.hitch_id = hitches.id AND l.part = 'render'), 0) * 2
                >= duration_ms
        ORDER BY start_ms, id
        """
}

/// The offscreen passes that Instruments counts in the frames of hitches.
private struct RenderPasses {
    /// The least and the most; nil where no text counts them.
    private let range: ClosedRange<Int>?

    init(_ rows: [Int], _ context: RuleContext) {
        let counts = rows.compactMap { row -> Int? in
            let words = context.name(context.records.hitches[row].narrative).lowercased()
            guard let end = words.firstRange(of: " offscreen pass") else { return nil }
            let digits = words[..<end.lowerBound].reversed().prefix { $0.isNumber || $0 == "," }.filter(\.isNumber)
            return Int(String(digits.reversed()))
        }
        range = counts.min().flatMap { least in counts.max().map { least...$0 } }
    }

    /// `52 to 79 offscreen passes`, where Instruments counts them; else its words.
    func words(_ narrative: String?) -> String? {
        guard let range else { return narrative }
        let (least, most) = (RuleWords.number(range.lowerBound), RuleWords.number(range.upperBound))
        return "\(least == most ? least : "\(least) to \(most)") offscreen passes"
    }

    var hint: String {
        if range?.upperBound == 0 {
            return """
                Not offscreen passes, as none was needed: look at the size of images (downsample them to the size they are shown \
                in), at the number of layers on the screen, and at large areas that change in every frame.
                """
        }
        return """
            Draw with fewer passes: look for shadows, blurs, masks and clipped corners in what moves, give shadows a shadowPath, \
            rasterise what does not change (drawingGroup(), shouldRasterize), and downsample images to the size they are shown in.
            """
    }
}
