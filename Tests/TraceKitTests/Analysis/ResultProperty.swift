@testable import TraceKit

/// A property of `AnalysisResults`: how a test copies it, spoils it and looks at it.
struct ResultProperty {
    let name: String
    let part: Results
    let copy: (_ from: AnalysisResults, _ to: AnalysisResults) -> Void
    /// Puts something else there that has the same shape: whoever reads it goes wrong, but not past its end.
    let spoil: (AnalysisResults) -> Void
    let text: (AnalysisResults) -> String

    static var all: [ResultProperty] {
        [
            scope,
            ResultProperty("processes", .processes, \.processes),
            ResultProperty("mainSampleRows", .processes, \.mainSampleRows),
            ResultProperty("role", .processes, \.role),
            ResultProperty("drawnFrames", .drawnFrames, \.drawnFrames) { $0 == nil ? [] : nil },
            ResultProperty("severity", .severity, \.severity),
            ResultProperty("openUntil", .severity, \.openUntil) { $0 + 1 },
            ResultProperty("viewOfKey", .views, \.viewOfKey),
            ResultProperty("views", .views, \.views),
            ResultProperty("viewSums", .viewSums, \.viewSums),
            ResultProperty("bodyDurations", .overview, \.bodyDurations),
            ResultProperty("length", .overview, \.length) { $0 + 1 },
            ResultProperty("coveredNs", .overview, \.coveredNs) { $0 + 1 },
            ResultProperty("slices", .overview, \.slices),
            ResultProperty("signposts", .signpostSums, \.signposts),
            ResultProperty("signpostNests", .signpostSums, \.signpostNests),
            ResultProperty("complaints", .complaints, \.complaints),
            ResultProperty("complaintOfLog", .complaints, \.complaintOfLog),
            ResultProperty("logGroups", .logGroups, \.logGroups),
            logDurations,
            ResultProperty("groups", .groups, \.groups),
            ResultProperty("group", .groups, \.group),
            ResultProperty("parent", .chains, \.parent),
            ResultProperty("recordAbove", .chains, \.recordAbove),
            drivingCause,
            ResultProperty("chain", .chains, \.chain),
            ResultProperty("chains", .chains, \.chains),
            ResultProperty("chainSteps", .chains, \.chainSteps),
            chainHeads,
            ResultProperty("fanOuts", .chains, \.fanOuts),
            ResultProperty("goesRound", .roundTrips, \.goesRound),
            ResultProperty("recurring", .recurring, \.recurring),
            ResultProperty("sharedProperties", .recurring, \.sharedProperties),
            ResultProperty("links", .recurring, \.links),
            ResultProperty("runs", .recurring, \.runs),
            run,
            ResultProperty("churn", .recurring, \.churn),
            ResultProperty("windows", .windows, \.windows),
            ResultProperty("window", .windows, \.window),
            ResultProperty("membership", .windows, \.membership),
            ResultProperty("answers", .windows, \.answers),
            ResultProperty("hitchWindow", .windows, \.hitchWindow),
            ResultProperty("hangWindow", .windows, \.hangWindow),
            judged,
            ResultProperty("mostRuns", .verdicts, \.mostRuns),
            ResultProperty("reason", .verdicts, \.reason),
            ResultProperty("verdict", .verdicts, \.verdict),
            ResultProperty("windowVerdicts", .verdictSums, \.windowVerdicts),
            ResultProperty("viewVerdicts", .verdictSums, \.viewVerdicts),
            ResultProperty("recurringVerdicts", .verdictSums, \.recurringVerdicts),
            ResultProperty("viewWindows", .verdictSums, \.viewWindows),
            ResultProperty("causes", .verdictSums, \.causes),
            ResultProperty("ownSums", .verdictSums, \.ownSums),
            ResultProperty("hitches", .stalls, \.hitches),
            ResultProperty("hangs", .stalls, \.hangs),
            ResultProperty("stretches", .stretches, \.stretches),
            ResultProperty("stretchParts", .stretches, \.stretchParts),
            ResultProperty("sampledBodies", .stretches, \.sampledBodies),
            lateOfUpdate,
            ResultProperty("hotFrames", .hotFrames, \.hotFrames),
            ResultProperty("findings", .findings, \.findings),
            ResultProperty("smallerFindings", .findings, \.smallerFindings),
            ResultProperty("problems", .findings, \.problems),
            ResultProperty("problemRows", .findings, \.problemRows) { _ in ProblemRelation() },
            ResultProperty("gains", .gains, \.gains) {
                $0 + [ProblemGain(problem: 1)]
            },
            ResultProperty("sampleThreads", .profile, \.sampleThreads),
            ResultProperty("functions", .profile, \.functions),
            ResultProperty("calls", .profile, \.calls),
        ]
    }

    /// A copy of the results in which only these parts are as they were, `unset` ones are empty, and all others spoiled.
    static func spoiled(_ results: AnalysisResults, except parts: Results, unset: Results = []) -> AnalysisResults {
        let copy = AnalysisResults(deadlines: results.deadlines)
        for property in all where !unset.contains(property.part) {
            property.copy(results, copy)
            if !parts.contains(property.part) { property.spoil(copy) }
        }
        return copy
    }

    private init<Value>(
        _ name: String, _ part: Results, _ path: ReferenceWritableKeyPath<AnalysisResults, Value>,
        spoiled: @escaping (Value) -> Value
    ) {
        (self.name, self.part) = (name, part)
        copy = { $1[keyPath: path] = $0[keyPath: path] }
        spoil = { $0[keyPath: path] = spoiled($0[keyPath: path]) }
        text = { "\($0[keyPath: path])" }
    }

    /// Spoiled, a list is one longer too: who only counts it reads it.
    private init<Element>(
        _ name: String, _ part: Results, _ path: ReferenceWritableKeyPath<AnalysisResults, [Element]>
    ) {
        self.init(name, part, path) { $0.reversed() + $0.prefix(1) }
    }

    private init<Element: BitwiseCopyable>(
        _ name: String, _ part: Results, _ path: ReferenceWritableKeyPath<AnalysisResults, Column<Element>>
    ) {
        func column(_ elements: some Sequence<Element>) -> Column<Element> {
            let column = Column<Element>()
            for element in elements { column.append(element) }
            return column
        }
        (self.name, self.part) = (name, part)
        copy = { $1[keyPath: path] = column($0[keyPath: path].buffer) }
        spoil = { $0[keyPath: path] = column($0[keyPath: path].buffer.reversed()) }
        text = { "\(Array($0[keyPath: path].buffer))" }
    }

    private init(
        _ name: String, _ part: Results, copy: @escaping (AnalysisResults, AnalysisResults) -> Void,
        spoil: @escaping (AnalysisResults) -> Void, text: @escaping (AnalysisResults) -> String
    ) {
        (self.name, self.part, self.copy, self.spoil, self.text) = (name, part, copy, spoil, text)
    }

    /// Sets have no order, and no reverse.
    private static var scope: ResultProperty {
        ResultProperty(
            "scope", .processes, copy: { $1.scope = $0.scope },
            spoil: { results in
                let isEmpty = results.scope.others.isEmpty
                results.scope.others = isEmpty ? Set(results.processes.map(\.process)) : []
                results.scope.isUnclear.toggle()
            },
            text: { results in
                let others = results.scope.others.map(\.rawValue).sorted()
                return "\(results.scope.target) \(results.scope.isUnclear) \(others)"
            })
    }

    /// Cannot be copied, and so has no key path.
    private static var judged: ResultProperty {
        func rows(_ results: AnalysisResults) -> [[UInt32]] {
            (0..<results.judged.numbers).map { number in
                results.judged.places(number).map { UInt32(results.judged[$0]) }
            }
        }
        func set(_ rows: [[UInt32]], in results: AnalysisResults) {
            let pairs = rows.enumerated().flatMap { number, rows in rows.map { (number, $0) } }
            results.judged = Buckets(
                pairs.count, numbers: rows.count, number: { pairs[$0].0 }, item: { pairs[$0].1 })
        }
        return ResultProperty(
            "judged", .verdicts, copy: { set(rows($0), in: $1) }, spoil: { set(rows($0).reversed(), in: $0) },
            text: { "\(rows($0))" })
    }

    private static var drivingCause: ResultProperty {
        func set(_ nodes: some Sequence<Int32>, in results: AnalysisResults) {
            let column = Column<Int32>()
            for node in nodes { column.append(node) }
            results.drivingCause = DrivingCauses(nodes: column, first: 0)
        }
        return ResultProperty(
            "drivingCause", .chains, copy: { set($0.drivingCause.buffer, in: $1) },
            spoil: { set($0.drivingCause.buffer.reversed(), in: $0) }, text: { "\(Array($0.drivingCause.buffer))" })
    }

    private static var chainHeads: ResultProperty {
        func heads(_ results: AnalysisResults) -> [Int32] {
            (0..<results.chainSteps.count).map { results.chainHeads[$0] }
        }
        func set(_ heads: [Int32], in results: AnalysisResults) {
            results.chainHeads = SparseColumn(absent: -1)
            for (step, head) in heads.enumerated() { results.chainHeads[step] = head }
        }
        return ResultProperty(
            "chainHeads", .chains, copy: { set(heads($0), in: $1) }, spoil: { set(heads($0).map { $0 + 1 }, in: $0) },
            text: { "\(heads($0))" })
    }

    private static var lateOfUpdate: ResultProperty {
        func times(_ results: AnalysisResults) -> [Int64] { Array(results.lateOfUpdate.rows.values) }
        func set(_ times: [Int64], in results: AnalysisResults) {
            results.lateOfUpdate = SparseColumn(absent: -1)
            for (row, time) in times.enumerated() where time >= 0 { results.lateOfUpdate[row] = time }
        }
        return ResultProperty(
            "lateOfUpdate", .stretches, copy: { set(times($0), in: $1) },
            spoil: { set(times($0).map { $0 > 0 ? $0 - 1 : $0 }, in: $0) }, text: { "\(times($0))" })
    }

    private static var logDurations: ResultProperty {
        func times(_ results: AnalysisResults) -> [Int64] { Array(results.logDurations.rows.values) }
        func set(_ times: [Int64], in results: AnalysisResults) {
            results.logDurations = SparseColumn(absent: -1)
            for (row, time) in times.enumerated() where time >= 0 { results.logDurations[row] = time }
        }
        return ResultProperty(
            "logDurations", .logGroups, copy: { set(times($0), in: $1) },
            spoil: { set(times($0).map { $0 > 0 ? $0 - 1 : $0 }, in: $0) }, text: { "\(times($0))" })
    }

    private static var run: ResultProperty {
        func runs(_ results: AnalysisResults) -> [Int32] { Array(results.run.rows.values) }
        func set(_ runs: [Int32], in results: AnalysisResults) {
            results.run = SparseColumn(absent: AnalysisResults.none)
            for (row, run) in runs.enumerated() where run >= 0 { results.run[row] = run }
        }
        return ResultProperty(
            "run", .recurring, copy: { set(runs($0), in: $1) },
            spoil: { set(runs($0).map { $0 > 0 ? $0 - 1 : $0 }, in: $0) },
            text: { "\(runs($0))" })
    }
}
