import Foundation
import Testing
import TraceLoggingExample

@testable import TraceKit

/// Examples/TraceLogging.swift, as far as a system without SwiftUI can run it.
@Suite struct TraceLoggingExampleTests {
    @Test func `a trace of its own says what ran, why, and that nothing had changed`() throws {
        let path = NSTemporaryDirectory() + "trace-logging-\(UUID().uuidString).ndjson"
        defer { try? FileManager.default.removeItem(atPath: path) }
        #expect(TraceLog.measure("Early") { 1 } == 1)
        TraceLog.start(to: path, app: "Landmarks")
        TraceLog.interaction("tap", "Favorite")
        TraceLog.change("ModelData.favorites")
        for row in 1...3 {
            let text = TraceLog.measure("LandmarkRow", instance: "\(row)", changed: row == 1 ? ["isFavorite"] : []) {
                "row \(row)"
            }
            #expect(text == "row \(row)")
        }
        TraceLog.flush()
        let loaded = try TracePipeline.load([path], into: .temporary, TracePipeline.Options())
        let report = try ReportBuilder.build(loaded.store, traces: loaded.traceIDs, ReportBuilder.Options())
        let answer = try #require(report.traces.first?.answer)
        #expect(answer.updates == 3 && answer.waste.unnecessary == 2 && answer.waste.necessary == 1)
        let chains = try loaded.names(of: "cause", trace: try #require(loaded.traceIDs.first))
        #expect(chains.contains("ModelData.favorites") && chains.contains("Tap \"Favorite\""))
    }

    /// The part for SwiftUI against stand-ins of its types; where there is no compiler, it cannot be tried.
    @Test func `the part for SwiftUI has the types that SwiftUI asks for`() throws {
        #if os(Linux)
            try withTemporaryFolder { folder in
                let use = """
                    import SwiftUI
                    struct LandmarkRow: View {
                        let id: Int
                        var body: some View {
                            let _ = Self._logChanges()
                            TraceLog.body("LandmarkRow", instance: "\\(id)") { Text("x") }.traced("LandmarkRow.id", id)
                        }
                    }
                    """
                try use.write(toFile: "\(folder)/Use.swift", atomically: false, encoding: .utf8)
                let script = """
                    command -v swiftc >/dev/null || exit 3
                    cd "$1" && flags="-swift-version 6 -parse-as-library -warnings-as-errors -module-cache-path $1"
                    swiftc $flags -emit-module -module-name SwiftUI "$2/Tests/Darwin/SwiftUI.swift" -o SwiftUI.swiftmodule &&
                    swiftc $flags -emit-module -module-name TraceKitLogger "$2/Sources/TraceKitLogger/TraceKitLogger.swift" &&
                    swiftc $flags -typecheck -I . "$2/Examples/TraceLogging.swift" Use.swift
                    """
                let process = Process()
                process.executableURL = URL(fileURLWithPath: "/bin/bash")
                process.arguments = ["-c", script, "-", folder, Repository.root]
                let errors = Pipe()
                process.standardError = errors
                process.standardOutput = Pipe()
                try process.run()
                let text = try errors.fileHandleForReading.readToEnd() ?? Data()
                process.waitUntilExit()
                let status = process.terminationStatus
                #expect(status == 0 || status == 3, "\(String(decoding: text, as: UTF8.self))")
            }
        #endif
    }
}
