/// Hangs in which the main thread works.
enum HangBusyRule: FindingRule {
    static let depth = RuleDepth.hang
    static let guide = RuleGuide(
        "hang-busy", "The main thread hangs because it works",
        finds: """
            Hangs in which the main thread ran nearly all the time, with the call path that holds most of the samples. \
            Hangs in the same call are one finding.
            """,
        matters: "While the main thread works, no touch is handled and no frame is made.",
        fix: """
            Do the work off the main thread (Task.detached, an actor, an async API), in pieces with pauses between, or \
            do less of it: load what is shown first.
            """,
        limits: """
            Needs time-profile samples. Coverage is samples present of samples expected; a recording that drops \
            samples looks less busy than it was.
            """,
        severity: HangFindings.severityWords, effort: .medium,
        thresholds: ["the main thread ran \(RuleThresholds.busyPercent) % of the hang or more"],
        before: #"""
            init() { items = try! JSONDecoder().decode([Item].self, from: data) }
            """#,
        after: #"""
            func load() async throws {
                items = try await Task.detached {
                    try JSONDecoder().decode([Item].self, from: data)
                }.value
            }
            """#)

    static func findings(_ context: RuleContext) -> [Finding] {
        let hangs = HangFindings(context: context)
        let limit = Double(RuleThresholds.busyPercent) / 100
        return hangs.clusters { $0.map { $0 >= limit } ?? false }.map { cluster in
            let worker = hangs.worker(cluster)
            return hangs.finding(
                cluster, title: "The main thread hangs, busy\(worker.map { " \($0.phrase)" } ?? "")",
                condition: "main_thread_coverage >= \(limit)", hint: hint(worker, hangs, cluster), effort: .medium)
        }
    }

    private static func hint(_ worker: HangWorker?, _ hangs: HangFindings, _ cluster: HangFindings.Cluster) -> String {
        let off = "off the main thread (an async function on an actor, Task.detached)"
        let family = hangs.family(cluster).map { " \($0.inHang)" } ?? ""
        switch worker {
        case .framework(let name, let view):
            let what =
                view.map { "Update \($0) less often, or make what it shows lighter" }
                ?? "Look at which views are updated in that time"
            return
                "\(what): \(name) is SwiftUI's own, and takes long where many views are made, laid out or updated at once."
        case .unsymbolicated:
            return
                """
                Move that work \(off), or do it once\(hangs.work(cluster)).\(family) Its functions have names after \
                xctrace symbolicate --input FILE.trace --dsym APP.dSYM.
                """
        case .function(let name) where name.contains("body.getter"):
            return """
                That body does too much work: prepare it ahead of time, \(off), and give the view finished \
                values\(hangs.work(cluster)).\(family)
                """
        case .function, nil:
            return """
                Move \(worker?.name ?? "this work") \(off), or split it into pieces that leave time for \
                frames\(hangs.work(cluster)).\(family)
                """
        }
    }
}
