/// The sums over the samples of the Time Profiler.
extension TraceWriter {
    func insertSampleThreads() throws(TraceError) {
        let threads = results.sampleThreads
        try insert(
            "sample_thread", count: threads.count,
            [
                "id": .ids(from: base.sampleThread),
                "trace_id": .constant(traceID),
                "process_id": .names { threads[$0].process },
                "thread_id": .names { threads[$0].thread },
                "samples": .integers { threads[$0].samples },
                "running": .integers { threads[$0].running.samples },
                "cpu_ns": .integers { threads[$0].running.timeNs },
                "first_ns": .integers { threads[$0].firstNs },
                "last_ns": .integers { threads[$0].lastNs },
            ])
    }

    func insertFunctions() throws(TraceError) {
        let (functions, firstThread) = (results.functions, base.sampleThread)
        let sources = records.stacks.sources
        func source(_ row: Int) -> StackTable.Source? {
            sources[StackTable.Function(frame: functions[row].frame, binary: functions[row].binary)]
        }
        let first = try database.nextID("function_sum")
        try insert(
            "function_sum", count: functions.count,
            [
                "id": .ids(from: first),
                "trace_id": .constant(traceID),
                "sample_thread_id": .integers { firstThread + Int64(functions[$0].thread) },
                "frame_id": .names { functions[$0].frame },
                "binary_id": .names { functions[$0].binary },
                "is_app": .flags { functions[$0].isApp },
                "file_id": .names { source($0)?.file ?? .none },
                "line": .integers { source($0)?.line },
                "self_samples": .integers { functions[$0].own.samples },
                "total_samples": .integers { functions[$0].total.samples },
                "self_ns": .integers { functions[$0].own.timeNs(in: functions[$0].total) },
                "total_ns": .integers { functions[$0].total.timeNs },
            ])
    }

    func insertCalls() throws(TraceError) {
        let (calls, stacks, firstThread) = (results.calls, records.stacks, base.sampleThread)
        let nodes = stacks.nodes
        let first = try database.nextID("call_sum")
        try insert(
            "call_sum", count: calls.count,
            [
                "id": .ids(from: first),
                "trace_id": .constant(traceID),
                "caller_id": .integers { calls[$0].caller.map { first + Int64($0) } },
                "sample_thread_id": .integers { firstThread + Int64(calls[$0].thread) },
                "frame_id": .names { nodes[calls[$0].node].frame },
                "binary_id": .names { nodes[calls[$0].node].binary },
                "is_app": .flags { nodes[calls[$0].node].isApp },
                "file_id": .names { stacks.source(of: nodes[calls[$0].node])?.file ?? .none },
                "line": .integers { stacks.source(of: nodes[calls[$0].node])?.line },
                "depth": .integers { calls[$0].depth },
                "level": .integers { calls[$0].level },
                "passes_on": .flags { calls[$0].passesOn },
                "self_samples": .integers { calls[$0].own.samples },
                "total_samples": .integers { calls[$0].total.samples },
                "self_ns": .integers { calls[$0].own.timeNs(in: calls[$0].total) },
                "total_ns": .integers { calls[$0].total.timeNs },
            ])
    }
}
