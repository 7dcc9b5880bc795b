import Foundation
import Testing

@testable import TraceKit

/// What every sample in SampleTraces must do, whatever its format.
@Suite struct SampleTraceTests {
    /// The samples: files that lie there, and folders of exports below the folder of a format.
    static let samples: [String] = {
        let files = Repository.files(below: "SampleTraces").filter { !$0.hasSuffix(".md") }
        // A folder two levels down is one export, a file at most one level down is one trace.
        return Set(files.map { $0.split(separator: "/").prefix(3).joined(separator: "/") }).sorted()
    }()

    private static func load(_ path: String) throws(TraceError) -> TracePipeline.Loaded {
        try TracePipeline.load([path], into: .temporary, TracePipeline.Options())
    }

    @Test func `the samples are found`() {
        #expect(Self.samples.contains("SampleTraces/landmarks-before.json"))
        #expect(Self.samples.contains("SampleTraces/xctrace/landmarks-after"))
    }

    @Test(arguments: samples) func `a sample imports without rejects and without damage`(_ sample: String) throws {
        let store = try Self.load("\(Repository.root)/\(sample)").store
        #expect(try store.rows("SELECT kind, message, raw FROM import_rejects") == [])
        #expect(try store.rows("SELECT damage FROM traces WHERE truncated") == [])
        #expect(try store.rows("SELECT count FROM import_counters WHERE counter = 'rows-imported'") != [])
    }

    @Test(arguments: samples) func `a sample is the same trace under another name`(_ sample: String) throws {
        let path = "\(Repository.root)/\(sample)"
        let named = try RowOrderTests.dump(try Self.load(path).store)
        try withTemporaryFolder { folder in
            let copy = "\(folder)/x"
            try FileManager.default.copyItem(atPath: path, toPath: copy)
            var isDirectory: ObjCBool = false
            _ = FileManager.default.fileExists(atPath: copy, isDirectory: &isDirectory)
            // The names inside of a recording are its format.
            let hasNames = isDirectory.boolValue && !sample.hasSuffix(".trace")
            for (number, name) in (hasNames ? names(in: copy) : []).enumerated() {
                try FileManager.default.moveItem(atPath: "\(copy)/\(name)", toPath: "\(copy)/\(number)")
            }
            let neutral = try RowOrderTests.dump(try Self.load(copy).store)
            // The file's name is part of the dump, and nothing else is different.
            let different = zip(named, neutral).filter { $0 != $1 && !$0.hasPrefix("traces: ") }
            #expect(different.isEmpty && named.count == neutral.count, "\(different.first.map { "\($0)" } ?? "")")
        }
    }

    @Test(arguments: samples) func `a damaged sample is an error of the input at worst`(_ sample: String) throws {
        for seed in 0..<4 {
            var random = SeededNumbers(seed)
            try withTemporaryFolder { folder in
                let copy = "\(folder)/x"
                try FileManager.default.copyItem(atPath: "\(Repository.root)/\(sample)", toPath: copy)
                let files =
                    FileManager.default.enumerator(atPath: copy)?.compactMap { $0 as? String }.sorted()
                    .filter { bytes(of: "\(copy)/\($0)") != nil } ?? []
                let file = files.randomElement(using: &random).map { "\(copy)/\($0)" } ?? copy
                var damaged = try #require(bytes(of: file))
                for _ in 0..<Int.random(in: 1...4, using: &random) where !damaged.isEmpty {
                    let place = Int.random(in: 0..<damaged.count, using: &random)
                    switch Int.random(in: 0...2, using: &random) {
                    case 0: damaged[place] = UInt8.random(in: 0...255, using: &random)
                    case 1: damaged.removeSubrange(place..<min(damaged.count, place + 200))
                    default: damaged = damaged.prefix(place)
                    }
                }
                try damaged.write(to: URL(fileURLWithPath: file))
                do throws(TraceError) {
                    _ = try Self.load(copy)
                } catch {
                    #expect(error.kind == .input, "seed \(seed): \(error.diagnostic.text)")
                }
            }
        }
    }
}
