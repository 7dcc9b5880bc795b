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
}
