import Testing

@testable import TraceKit
@testable import trace_generate

/// Sides of a comparison are read by as many threads as there are, and come out the same.
@Suite struct DiffInputsTests {
    private func traces(_ folder: String, _ count: Int, records: Int = 1500) throws -> [String] {
        try (0..<count).map { number in
            let path = "\(folder)/\(number).ndjson"
            try StreamFormat.ndjson.write(
                StreamShape(), records: records + 400 * number, seed: UInt64(number), to: try OutputFile(creating: path)
            )
            return path
        }
    }

    @Test func `the number of threads changes nothing`() throws {
        try withTemporaryFolder { folder in
            let paths = try traces(folder, 5)
            func compare(_ jobs: Int) throws -> String {
                var options = TracePipeline.Options()
                options.jobs = jobs
                options.sharedFrom = 0
                let inputs = try DiffInputs.read(
                    before: Array(paths[..<2]), after: Array(paths[2...]), hasPage: true, options)
                #expect(inputs.before.loaded.count == 2 && inputs.after.loaded.count == 3)
                let (before, after) = (inputs.before, inputs.after)
                let timelines = (
                    before: try #require(before.timeline), after: try #require(after.timeline)
                )
                let diff = try DiffBuilder.build(
                    before: before.figures, after: after.figures, DiffOptions(), timelines: timelines,
                    chains: ChainSource(before.loaded + after.loaded))
                return HTMLDiff.render(diff, RenderOptions())
            }
            let alone = try compare(1)
            #expect(try compare(2) == alone)
            #expect(try compare(5) == alone)
        }
    }

    @Test(arguments: [1, 2, 8]) func `of several inputs that cannot be read the first is told of`(jobs: Int) throws {
        try withTemporaryFolder { folder in
            let good = try traces(folder, 1)[0]
            var options = TracePipeline.Options()
            options.jobs = jobs
            let error = #expect(throws: TraceError.self) {
                try DiffInputs.read(
                    before: [good, "\(folder)/first.json"], after: [good, "\(folder)/second.json"], hasPage: false,
                    options)
            }
            #expect(error?.diagnostic.text.contains("first.json") == true)
        }
    }

    /// Two threads would share what comes.
    @Test(arguments: [("-", "-"), ("-", "/dev/stdin")])
    func `standard input is one trace`(before: String, after: String) {
        let error = #expect(throws: TraceError.self) {
            try DiffInputs.read(
                before: [before], after: [after], hasPage: false, TracePipeline.Options())
        }
        #expect(error?.kind == .usage)
    }

    @Test func `what is told of the work is the sum of both inputs`() throws {
        try withTemporaryFolder { folder in
            let paths = try traces(folder, 2)
            var options = TracePipeline.Options()
            options.jobs = 2
            var (most, totals): (Int, Set<Int>) = (0, [])
            _ = try DiffInputs.read(
                before: [paths[0]], after: [paths[1]], hasPage: false, options
            ) { stage in
                guard case .reading(let bytes, let total) = stage else { return }
                most = max(most, bytes)
                if let total { totals.insert(total) }
            }
            let sizes = try paths.map { try #require(try ByteInput(path: $0).size) }.reduce(0, +)
            #expect(most == sizes && totals.isSubset(of: [sizes]))
        }
    }

    @Test func `sums of two halves are those of the whole`() throws {
        try withTemporaryFolder { folder in
            var options = TracePipeline.Options()
            options.sharedFrom = 0
            let store = try TracePipeline.load(try traces(folder, 1, records: 8000), into: .temporary, options).store
            let stored = StoredTrace(store.database, 1)
            var places = UpdateSums.Places()
            places.views = try SiteViews(stored)
            places.chains = try stored.rows(of: "cause_chain")
            for row in try store.database.rows("SELECT id FROM interaction ORDER BY id") {
                places.windows[row[0].whole] = places.kindOfWindow.count
                places.kindOfWindow.append(places.kindOfWindow.count % 3)
            }
            let whole = try UpdateSums.read(stored, places, jobs: 1)
            let halves = try UpdateSums.read(stored, places, jobs: 2, sharedFrom: 1)
            func dump(_ rows: SettledRows) -> [String] {
                rows.indices.map {
                    "\(rows.counts($0)) \(rows.byKind($0)) \(rows.byWindow[$0]) \(rows.durations[$0])"
                }
            }
            let views = whole.views()
            #expect(dump(views) == dump(halves.views()))
            #expect(views.indices.contains { views.byKind($0).count > 1 })
            #expect(views.indices.contains { views.durations[$0].count > 1 && views.byWindow[$0].count > 1 })
            #expect(whole.launch == halves.launch && whole.unattributed == halves.unattributed)
            #expect(whole.hasEvidence == halves.hasEvidence && whole.hasAllocations == halves.hasAllocations)
            #expect(dump(whole.chains()) == dump(halves.chains()))
            #expect(whole.chains().indices.contains { whole.chains().counts($0).updates > 1 })
        }
    }
}
