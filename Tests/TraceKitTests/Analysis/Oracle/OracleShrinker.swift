@testable import TraceKit

/// Makes a trace that shows a difference as small as leaving out rows and fields can make it.
enum OracleShrinker {
    static func shrink(_ trace: OracleTrace, _ fails: (OracleTrace) -> Bool) -> OracleTrace {
        var smallest = trace
        var isDone = false
        while !isDone {
            isDone = true
            for candidate in smaller(smallest) where fails(candidate) {
                smallest = candidate
                isDone = false
                break
            }
        }
        return smallest
    }

    /// Every trace with one row or one field less.
    private static func smaller(_ trace: OracleTrace) -> [OracleTrace] {
        without(trace, \.interactions) + without(trace, \.causes) + without(trace, \.updates) + without(trace, \.edges)
            + without(trace, \.signposts) + without(trace, \.hangs) + without(trace, \.samples)
            + (trace.hitches ?? []).indices.map { index in with(trace) { $0.hitches?.remove(at: index) } }
            + (trace.groups ?? []).indices.map { index in with(trace) { $0.groups?.remove(at: index) } }
            + trace.updates.indices.flatMap { index in plainer(trace, \.updates[index]) }
            + trace.causes.indices.filter { !trace.causes[$0].causes.isEmpty }
            .map { index in with(trace) { $0.causes[index].causes.removeLast() } }
    }

    private static func with(_ trace: OracleTrace, _ change: (inout OracleTrace) -> Void) -> OracleTrace {
        var copy = trace
        change(&copy)
        return copy
    }

    private static func without<Row>(_ trace: OracleTrace, _ lane: WritableKeyPath<OracleTrace, [Row]>) -> [OracleTrace]
    {
        trace[keyPath: lane].indices.map { index in with(trace) { $0[keyPath: lane].remove(at: index) } }
    }

    private static func plainer(
        _ trace: OracleTrace, _ row: WritableKeyPath<OracleTrace, OracleTrace.Update>
    ) -> [OracleTrace] {
        let update = trace[keyPath: row]
        var plainer: [OracleTrace] = []
        if !update.causes.isEmpty { plainer.append(with(trace) { $0[keyPath: row].causes.removeLast() }) }
        if update.group != nil { plainer.append(with(trace) { $0[keyPath: row].group = nil }) }
        if update.instance != nil { plainer.append(with(trace) { $0[keyPath: row].instance = nil }) }
        if update.changed != nil, update.start != nil { plainer.append(with(trace) { $0[keyPath: row].changed = nil }) }
        if update.module != nil { plainer.append(with(trace) { $0[keyPath: row].module = nil }) }
        if update.thread != nil { plainer.append(with(trace) { $0[keyPath: row].thread = nil }) }
        if update.phase != "update" { plainer.append(with(trace) { $0[keyPath: row].phase = "update" }) }
        if update.kind != "body" { plainer.append(with(trace) { $0[keyPath: row].kind = "body" }) }
        return plainer
    }
}
