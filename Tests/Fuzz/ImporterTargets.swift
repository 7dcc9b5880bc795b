/// The importers, all the way to analysed records: the books close, and only the input can be at fault.
extension FuzzTargets {
    static let importers = [
        importer("tracekit") { [TraceKitJSONImporter.self, TraceKitNDJSONImporter.self] },
        importer("csv") { [TraceKitCSVImporter.self] },
        importer("xctrace") { [XctraceImporter.self] },
        importer("chrome") { [ChromeTraceImporter.self] },
        importer("log-text") { [UnifiedLogTextImporter.self] },
        importer("log-json") { [UnifiedLogJSONImporter.self] },
        importer("console") { [PrintChangesImporter.self] },
        importer("app-log") { [AppLogImporter.self, AppLogJSONImporter.self] },
        importer("call-trees") {
            [SampleTextImporter.self, SpindumpImporter.self, CrashReportImporter.self, CollapsedStacksImporter.self]
        },
        importer("metrics") { [MetricKitImporter.self, XCTestMetricsImporter.self] },
        FuzzTarget(name: "any-format", summary: "what recognises an input reads it") { bytes in
            let input = ByteInput(bytes: bytes, name: "x")
            guard let type = try? TraceAssembly.importer(for: input) else { return }
            check(bytes, type)
        },
    ]

    /// A target for one importer, or for the first of several that recognises the input. Inputs that none of them
    /// recognises are forced upon one of them: a reader must not trust its own recognition.
    private static func importer(
        _ name: String, _ types: @escaping @Sendable () -> [any Importer.Type]
    ) -> FuzzTarget {
        FuzzTarget(name: name, summary: "\(types().map { $0.name }.joined(separator: ", ")) to analysed records") {
            bytes in
            let types = types()
            let head = ByteInput(bytes: bytes, name: "x")
            let slice = ByteSlice(head.base, min(head.count, ByteInput.headSize))
            let type = types.first { $0.recognizes(slice) } ?? types[fingerprint(bytes) % types.count]
            check(bytes, type)
        }
    }

    private static func check(_ bytes: FuzzBytes, _ type: any Importer.Type) {
        let number = fingerprint(bytes)
        compare(bytes, piece: number & 7 == 0 ? 1 + number >> 3 % 61 : nil, type.name) { input, outline in
            outcome(input, type, &outline)
        }
    }

    /// What became of an input: its records, rejects, damage, or its error.
    private static func outcome(_ input: ByteInput, _ type: any Importer.Type, _ outline: inout Outline) {
        do throws(TraceError) {
            var assembly = TraceAssembly(ImportOptions())
            try assembly.read(input, by: type)
            let records = try assembly.finish()
            _ = AnalysisPasses.run(records, AnalysisOptions())
            add(records, to: &outline)
        } catch { outline.add(error) }
    }

    private static func add(_ records: TraceRecords, to outline: inout Outline) {
        let counts = [
            records.updates.count, records.interactions.count, records.causes.count, records.edges.count,
            records.groups.count, records.signposts.count, records.hitches.count, records.hangs.count,
            records.samples.count, records.metrics.count, records.metricBuckets.count,
        ]
        for count in counts { outline.add(count) }
        for row in 0..<records.updates.count {
            outline.add(Int(records.updates.start[row]))
            outline.add(Int(records.updates.duration[row]))
        }
        for reject in records.rejects {
            outline.add(reject.message)
            outline.add(reject.place.text)
            outline.add(reject.raw)
        }
        for warning in records.warnings { outline.add(warning) }
        if let damage = records.damage { outline.add(damage) }
        outline.add(records.contentHash)
    }
}
