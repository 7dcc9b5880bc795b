/// Bursts and recurring causes worked out from the words of docs/analysis.md, section 3, one sentence after the other, without a
/// thought for speed.
struct OracleBursts {
    struct Line {
        var view: String
        var reasons: [String]
        /// Nil = without a time.
        var ns: Int64?
        var lasting: Int64 = 0

        var isFirst: Bool { reasons.contains("@identity") }
        /// "A driver names something of its own, and is no first evaluation."
        var isDriver: Bool { !isFirst && reasons.contains { $0 != "@self" } }
    }

    struct Burst {
        var lines: [Line]
        /// Each once, in the order in which they come.
        var drivers: [String] {
            lines.filter(\.isDriver).map(\.view).reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
        }
        var reached: Set<String> { Set(lines.filter { !$0.isDriver && !$0.isFirst }.map(\.view)) }
    }

    let bursts: [Burst]

    init(_ lines: [Line]) {
        var bursts: [Burst] = []
        for line in lines {
            if let last = bursts.last, !Self.ends(last, before: line) {
                bursts[bursts.count - 1].lines.append(line)
            } else {
                bursts.append(Burst(lines: [line]))
            }
        }
        self.bursts = bursts
    }

    private static func ends(_ burst: Burst, before line: Line) -> Bool {
        let last = burst.lines[burst.lines.count - 1]
        if (line.ns == nil) != (last.ns == nil) { return true }
        // "after 100 ms without one"
        let until = burst.lines.compactMap { line in line.ns.map { $0 + line.lasting } }.max()
        if let now = line.ns, let until, now - until > 100_000_000 { return true }
        if line.isDriver {
            // "within 4 ms of the evaluation before, a driver that names what one of the burst named is part of it"
            if let now = line.ns, let until, now - until <= 4_000_000,
                burst.lines.contains(where: { $0.isDriver && $0.reasons == line.reasons })
            {
                return false
            }
            // "where a driver follows an evaluation that is none, where a driver's view evaluates again"
            return burst.lines.contains { !$0.isDriver } || burst.drivers.contains(line.view)
        }
        // "without a driver, where its first view evaluates again after another, unless that is within 4 ms"
        if let now = line.ns, let until, now - until <= 4_000_000 { return false }
        return burst.drivers.isEmpty && line.view == burst.lines[0].view && last.view != line.view
    }

    /// "Drivers that follow each other in 4 of 5 bursts of each, 3 times or more, are one cause."
    private func groups() -> [String: String] {
        let drivers = Set(bursts.flatMap(\.drivers)).sorted()
        func number(of view: String) -> Int { bursts.count { $0.drivers.contains(view) } }
        var group = Dictionary(uniqueKeysWithValues: drivers.map { ($0, $0) })
        for one in drivers {
            for other in drivers where one < other {
                let shared = bursts.count { burst in
                    zip(burst.drivers, burst.drivers.dropFirst()).contains { Set([$0, $1]) == [one, other] }
                }
                guard shared >= 3, 5 * shared >= 4 * number(of: one), 5 * shared >= 4 * number(of: other) else {
                    continue
                }
                let (kept, gone) = (group[one], group[other])
                for view in drivers where group[view] == gone { group[view] = kept }
            }
        }
        return group
    }

    /// What causes each burst; nil where all its evaluations are first ones.
    func causes() -> [String?] {
        let groups = groups()
        return bursts.map { burst in
            if let driver = burst.drivers.first { return "seen \(groups[driver] ?? driver)" }
            return burst.lines.first { !$0.isFirst }.map { "unseen \($0.view)" }
        }
    }

    /// Each cause with its links, as a line.
    func recurring() -> [String] {
        var runs: [String: [Burst]] = [:]
        for (burst, cause) in zip(bursts, causes()) {
            if let cause { runs[cause, default: []].append(burst) }
        }
        return runs.filter { $0.value.count >= 3 }.map { key, runs in
            let links = links(runs)
            let updates = links.reduce(0) { $0 + $1.updates }
            return
                "\(key.hasPrefix("seen") ? 1 : 0) \(runs.count) \(updates): \(links.map(\.text).sorted().joined(separator: ", "))"
        }.sorted()
    }

    private func links(_ runs: [Burst]) -> [(text: String, updates: Int)] {
        let views = Set(runs.flatMap(\.lines).map(\.view))
        return views.flatMap { view -> [(text: String, updates: Int)] in
            func count(_ isMeant: (Line) -> Bool) -> (runs: Int, updates: Int) {
                let counts = runs.map { $0.lines.count { $0.view == view && isMeant($0) } }
                return (counts.count { $0 > 0 }, counts.reduce(0, +))
            }
            let driven = count(\.isDriver)
            let reached = count { !$0.isDriver && !$0.isFirst }
            let all = bursts.count { $0.reached.contains(view) }
            var links: [(text: String, updates: Int)] = []
            if driven.runs >= 3 { links.append(("\(view) 1 \(driven.runs) \(driven.updates)", driven.updates)) }
            // "in all bursts with the view; one in 50 may lack it"
            if reached.runs >= 3, 50 * reached.runs >= 49 * all {
                links.append(("\(view) 0 \(reached.runs) \(reached.updates)", reached.updates))
            }
            return links
        }
    }
}
