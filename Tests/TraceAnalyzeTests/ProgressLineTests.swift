import Testing

@testable import TraceKit
@testable import trace_analyze

/// Stages at times in; what standard error shows out.
@Suite struct ProgressLineTests {
    private final class Screen {
        var now = 0.0
        var text = ""
    }

    private func shown(_ steps: [(at: Double, stage: TracePipeline.Stage)], width: Int = 80) -> String {
        let screen = Screen()
        let line = ProgressLine(width: width, seconds: { screen.now }, write: { screen.text += $0 })
        for step in steps {
            screen.now = step.at
            line.show(step.stage)
        }
        line.erase()
        return screen.text.replacing("\u{1B}[K", with: "").replacing("\r", with: "|")
    }

    @Test func `what is done within half a second shows nothing`() {
        #expect(shown([(0.1, .reading(bytes: 1, of: 2)), (0.4, .storing)]) == "")
    }

    @Test func `bytes, rate and time left, then nothing of it`() {
        #expect(
            shown([(0.5, .reading(bytes: 12_500_000, of: 80_000_000))])
                == "|reading 12.5 of 80.0 MB, 25.0 MB/s, 3 s left|")
        #expect(shown([(2, .reading(bytes: 3_000_000, of: nil))]) == "|reading 3.0 MB, 1.5 MB/s|")
    }

    @Test func `ten times a second are enough, but a new stage is told at once`() {
        let steps: [(Double, TracePipeline.Stage)] = [
            (1, .reading(bytes: 1_000_000, of: nil)), (1.05, .reading(bytes: 2_000_000, of: nil)), (1.06, .analysing),
        ]
        #expect(shown(steps) == "|reading 1.0 MB, 1.0 MB/s|analysing|")
    }

    @Test func `it never takes two lines`() {
        #expect(shown([(1, .reading(bytes: 1_000_000, of: 9_000_000))], width: 20) == "|reading 1.0 of 9.0 |")
    }

    private func hasLine(watched: Bool, quiet: Bool, _ environment: [String: String] = [:]) -> Bool {
        let console = Console(
            output: { _ in true }, errors: { _ in true }, width: 80, isTerminal: false, errorsAreWatched: watched,
            environment: environment)
        console.isQuiet = quiet
        return console.progressLine() != nil
    }

    @Test func `it is for somebody who watches and wants it`() {
        #expect(hasLine(watched: true, quiet: false))
        #expect(!hasLine(watched: false, quiet: false))
        #expect(!hasLine(watched: true, quiet: true))
        #expect(!hasLine(watched: true, quiet: false, ["TERM": "dumb"]))
    }

    @Test func `every byte of every input is counted, and the total is known of files`() throws {
        let folder = try Folder()
        let paths = [try folder.file("a.json", Samples.red(5000)), try folder.file("b.json", Samples.small)]
        let size = Samples.red(5000).utf8.count + Samples.small.utf8.count
        var stages: [TracePipeline.Stage] = []
        _ = try TracePipeline.load(paths, into: .temporary, TracePipeline.Options()) { stages.append($0) }
        let reading = stages.compactMap { stage -> (Int, Int?)? in
            if case .reading(let bytes, let total) = stage { (bytes, total) } else { nil }
        }
        #expect(reading.count >= 2 && reading.allSatisfy { $0.1 == size })
        #expect(reading.last?.0 == size)
        #expect(stages.filter { $0 == .analysing }.count == 2 && stages.filter { $0 == .storing }.count == 2)
    }
}
