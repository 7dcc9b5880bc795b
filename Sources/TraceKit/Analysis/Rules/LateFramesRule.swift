/// Hitches without view updates to explain them: frames late in the render server, and those with an unknown stage.
enum LateFramesRule: FindingRule {
    static let depth = RuleDepth.hang
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

    /// Selects hitches by stage.
    private enum Stage { case rendering, unknown, any }

    static func findings(_ context: RuleContext) -> [Finding] {
        let (hitches, results) = (context.records.hitches, context.results)
        var (ofUpdates, ofRendering) = ([Int32: Int64](), [Int32: Int64]())
        for part in results.lateParts where part.hitch >= 0 {
            switch part.kind {
            case .updates, .commit:
                ofUpdates[part.hitch] = (ofUpdates[part.hitch] ?? 0).addingSaturating(part.nanoseconds)
            case .render: ofRendering[part.hitch] = part.nanoseconds
            case .mainThread, .blocked, .unexplained: break
            }
        }
        var (rendered, unexplained) = ([Int](), [Int]())
        for row in hitches.indices where hitches[row].isSystem != true && !results.scope.isOther(hitches[row].process) {
            let (hitch, half) = (Int32(row), hitches[row].duration / 2)
            if let time = ofRendering[hitch], time >= half {
                rendered.append(row)
            } else if ofUpdates[hitch] ?? 0 < max(1, half) {
                unexplained.append(row)
            }
        }
        // Few of them are mixed with the others.
        guard rendered.count >= RuleThresholds.occurrences else {
            return [finding((unexplained + rendered).sorted(), .any, context)].compactMap(\.self)
        }
        return [finding(rendered, .rendering, context), finding(unexplained, .unknown, context)].compactMap(\.self)
    }

    private static func finding(_ rows: [Int], _ stage: Stage, _ context: RuleContext) -> Finding? {
        let hitches = context.records.hitches
        let total = rows.reduce(Int64(0)) { $0.addingSaturating(hitches[$1].duration) }
        let length = max(context.results.length, 1)
        let ratio = Double(total) / 1e6 / (Double(length) / 1e9)
        guard rows.count >= RuleThresholds.occurrences, ratio > Double(HitchBand.good) else { return nil }
        let perSecond = "\(RuleWords.number(Int(ratio.rounded()))) ms of each second (\(HitchBand.words(ratio)))"
        let narrative = narrative(rows, context)
        let (count, why) = (RuleWords.count(rows.count, "hitch"), narrative.map { ": \($0)" } ?? "")
        let quotation = narrative.map { "; Instruments says: \($0)" } ?? ""
        let isRendered = stage == .rendering
        let frameNs = LateTimePass.frameNs(context.records)
        let work =
            isRendered
            ? [] : WorkMeanwhile.find(in: rows.map { LateTimePass.span(hitches[$0], frameNs: frameNs) }, context)
        let rest =
            work.first.map { "meanwhile \($0.name) runs" }
            ?? (context.updates.count == 0 ? "view updates are not in this input" : "no view update explains them")
        let title =
            isRendered
            ? "Frames are late in rendering\(why); \(count), \(perSecond)"
            : "\(count), \(perSecond); \(rest)\(quotation)"
        return Finding(
            severity: ratio > Double(HitchBand.warning) ? .high : .medium, title: title, view: nil, effort: .medium,
            sql: sql(stage), rows: rows.count, costNs: total
        ) {
            var window = CommonWindow()
            for row in rows { window.add(context.results.hitchWindow[row]) }
            return Finding.Rest(
                window: window.window, evidence: evidence(rows, total, work, context),
                hint: hint(isRendered: isRendered, work, context),
                about: .stalls(hangs: [], hitches: rows, function: .none))
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

    private static func evidence(
        _ rows: [Int], _ total: Int64, _ work: [WorkMeanwhile], _ context: RuleContext
    ) -> String {
        let (hitches, results) = (context.records.hitches, context.results)
        let worst = rows.max { hitches[$0].duration < hitches[$1].duration } ?? rows[0]
        var text =
            "\(RuleWords.ms(total)) in \(RuleWords.count(rows.count, "hitch")), the longest \(RuleWords.ms(hitches[worst].duration)) at "
            + RuleWords.at(hitches[worst].start)
        text += WorkMeanwhile.words(work, of: rows.count)
        if let app = median(rows.compactMap { results.hitches[$0].appNs }),
            let render = median(rows.compactMap { results.hitches[$0].renderNs })
        {
            text +=
                "; half of the frames took \(RuleWords.ms(app)) or more in the app and \(RuleWords.ms(render)) or more in rendering"
        }
        return text
    }

    private static func median(_ times: [Int64]) -> Int64? {
        times.isEmpty ? nil : times.sorted()[times.count / 2]
    }

    private static func hint(isRendered: Bool, _ work: [WorkMeanwhile], _ context: RuleContext) -> String {
        if let first = work.first { return HangFindings.hint(first) }
        if isRendered {
            return
                """
                Draw with fewer passes: look for shadows, blurs, masks and clipped corners in what moves, give shadows \
                a shadowPath, rasterise what does not change (drawingGroup(), shouldRasterize), and downsample images \
                to the size they are shown in.
                """
        }
        return context.updates.count == 0
            ? """
            Record the SwiftUI and Time Profiler instruments together with the hitches: this input does not say \
            what the main thread did in them.
            """
            : """
            Look at what else the main thread did in them (Time Profiler), then at commits and rendering: \
            offscreen passes, large images.
            """
    }

    private static func sql(_ stage: Stage) -> String {
        func half(_ parts: String) -> String {
            "coalesce((SELECT sum(l.late_ms) FROM late_time l WHERE l.hitch_id = hitches.id AND l.part IN (\(parts))), 0) * 2 >= duration_ms"
        }
        let (isRendered, isOfUpdates) = (half("'render'"), half("'updates', 'commit'"))
        let condition =
            switch stage {
            case .rendering: isRendered
            case .unknown: "NOT \(isRendered) AND NOT \(isOfUpdates)"
            case .any: "(\(isRendered) OR NOT \(isOfUpdates))"
            }
        return """
            SELECT id, start_ms, duration_ms, class, app_ms, render_ms, narrative, overlapping_views, interaction_id
            FROM hitches
            WHERE trace_id = :trace AND is_target = 1 AND class <> 'system' AND \(condition)
            ORDER BY start_ms, id
            """
    }
}
