/// Core Animation commits that are too long for a frame, by CoreAnimation's own signposts.
enum LongCommitRule: FindingRule {
    static let subsystem = "com.apple.coreanimation"
    static let name = "Commit"

    static let depth = RuleDepth.change
    static let needs: [RuleNeed] = [.lane(.signposts)]
    static let guide = RuleGuide(
        "long-commit", "Core Animation commits that take too long",
        finds: """
            Intervals named Commit of the subsystem com.apple.coreanimation that are longer than a deadline: how many, \
            how long, and in how many interactions.
            """,
        matters: """
            A commit ends every transaction: layout, drawing and decoding of images that were put off happen in it, on \
            the thread of the transaction. A long one makes its frame late even where every body was short.
            """,
        fix: """
            Look at what the commit has to do: large layer trees, drawRect and Canvas, images that are decoded at \
            their first appearance, text that is laid out again. A time profile of the same stretch names the calls.
            """,
        limits:
            """
            Needs CoreAnimation's signposts, which only some templates record. The time of nested commits is counted \
            with the outer one's.
            """,
        severity: """
            high from 3 commits beyond the red deadline on, medium for a single red one or 3 orange ones, low \
            otherwise
            """,
        effort: .medium,
        thresholds: [
            """
            orange and red deadline: 8.3 ms and 16.67 ms, or as set by --profile, --refresh-rate or --deadlines; a \
            single longer commit makes a finding
            """
        ],
        before: #"""
            Image(uiImage: UIImage(contentsOfFile: path)!)     // decoded in the commit
            """#,
        after: #"""
            let image = await UIImage(contentsOfFile: path)?.byPreparingForDisplay()
            """#)

    static func findings(_ context: RuleContext) -> [Finding] {
        let (signposts, deadlines) = (context.records.signposts, context.deadlines)
        guard let wanted = names(context.names) else { return [] }
        let windows = context.results.windows
        var cursor = WindowCursor(windows)
        var (count, red, total) = (0, 0, Int64(0))
        var longest: SignpostRecord?
        var rows: [Int] = []
        var places = Set<Int>()
        var common = CommonWindow()
        for index in 0..<signposts.count {
            let commit = signposts[index]
            guard commit.name == wanted.name, commit.subsystem == wanted.subsystem,
                commit.duration > deadlines.orangeNs,
                !context.results.scope.isOther(commit.process)
            else { continue }
            count += 1
            rows.append(index)
            if commit.duration > deadlines.redNs { red += 1 }
            total = total.addingSaturating(commit.duration)
            if commit.duration > longest?.duration ?? -1 { longest = commit }
            let window = cursor.window(holding: commit.start)
            if let window { places.insert(window) }
            common.add(Int32(window ?? -1))
        }
        guard let longest else { return [] }
        let seen = places.isEmpty ? "" : ", in \(RuleWords.windows(places.sorted().map { windows[$0].kind }))"
        let many = RuleThresholds.manyLongUpdates
        return [
            Finding(
                severity: red >= many ? .high : red > 0 || count >= many ? .medium : .low,
                title: "Core Animation commits take up to \(RuleWords.ms(longest.duration))", view: nil,
                effort: .medium, sql: sql(deadlines.orangeNs), rows: count, costNs: total
            ) {
                Finding.Rest(
                    window: common.window,
                    evidence: """
                        \(RuleWords.count(count, "commit")) over \(RuleWords.deadline(deadlines.orangeNs)), \
                        \(RuleWords.ms(total)) in all\(seen); the longest began at \(RuleWords.at(longest.start))
                        """,
                    hint:
                        """
                        Look at what these commits lay out, draw and decode: large layer trees, images decoded at \
                        their first appearance, drawing in drawRect or Canvas.
                        """, about: .signposts(rows))
            }
        ]
    }

    /// The ids of both names; nil if the trace has no such signpost.
    static func names(_ table: NameTable) -> (name: NameID, subsystem: NameID)? {
        let ids = [name, subsystem].map { text in
            Array(text.utf8).withUnsafeBufferPointer { bytes in
                bytes.baseAddress.map { table.find(ByteSlice($0, bytes.count)) } ?? .none
            }
        }
        return ids.allSatisfy(\.isPresent) ? (ids[0], ids[1]) : nil
    }

    private static func sql(_ deadline: Int64) -> String {
        """
        SELECT id, name, subsystem, category, process, thread, start_ms, duration_ms
        FROM signposts
        WHERE trace_id = :trace AND is_target = 1 AND subsystem = \(RuleSQL.literal(subsystem))
            AND name = \(RuleSQL.literal(name)) AND duration_ms > \(deadline) / 1e6
        ORDER BY start_ns, id
        """
    }
}
