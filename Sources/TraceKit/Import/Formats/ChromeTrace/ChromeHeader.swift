/// What the object form says of the whole recording, in `otherData`.
///
/// Only a file whose `clock_origin` is `trace-start` is taken at its word: elsewhere these keys mean whatever their
/// writer likes.
struct ChromeHeader {
    /// Times count from the start of the trace, not from the earliest event.
    private(set) var countsFromTraceStart = false
    private var texts: [String: String] = [:]

    private static let longestText = 200

    mutating func read(_ reader: inout JSONReader) throws(TraceError) {
        guard try reader.peekKind() == .object else { return try reader.skipValue() }
        try reader.enterObject()
        while let key = try reader.nextKey() {
            let key = key.prefix(Self.longestText).text
            switch try reader.peekKind() {
            case .string: texts[key] = try reader.string().prefix(Self.longestText).text
            case .number: texts[key] = try reader.number().prefix(Self.longestText).text
            default: try reader.skipValue()
            }
        }
        countsFromTraceStart = texts["clock_origin"] == "trace-start"
    }

    func apply(to metadata: inout TraceMetadata) {
        guard countsFromTraceStart else { return }
        metadata.name = texts["name"] ?? metadata.name
        metadata.app = texts["app"] ?? metadata.app
        metadata.process = texts["process"] ?? metadata.process
        metadata.pid = texts["pid"].flatMap { Int64($0) } ?? metadata.pid
        metadata.device = texts["device"] ?? metadata.device
        metadata.os = texts["os"] ?? metadata.os
        metadata.build = texts["build"] ?? metadata.build
        metadata.configuration = texts["configuration"] ?? metadata.configuration
        metadata.refreshHz = texts["refresh_hz"].flatMap { Int64($0) } ?? metadata.refreshHz
        metadata.startedAt = texts["started_at"] ?? metadata.startedAt
        metadata.template = texts["template"] ?? metadata.template
        metadata.instruments = texts["instruments"] ?? metadata.instruments
        metadata.recordingRun = texts["recording_run"].flatMap { Int64($0) } ?? metadata.recordingRun
        metadata.recordingRuns = texts["recording_runs"] ?? metadata.recordingRuns
        metadata.hangsThresholdMs = texts["hangs_over_ms"].flatMap { Int64($0) } ?? metadata.hangsThresholdMs
        if let duration = texts["duration_ns"].flatMap({ Int64($0) }), duration >= 0, duration < TraceBuilder.sentinel {
            metadata.durationNs = duration
        }
    }
}
