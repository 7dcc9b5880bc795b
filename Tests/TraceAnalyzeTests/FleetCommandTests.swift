import Foundation
import Testing

/// `export --to parquet`, docs/fleet.md.
@Suite struct FleetCommandTests {
    private static let sample = Samples.path("landmarks-before.json")

    /// All files below a folder, by path.
    private static func files(_ root: String) -> [String] {
        (FileManager.default.enumerator(atPath: root)?.allObjects as? [String] ?? [])
            .filter { $0.contains(".parquet") || $0.hasSuffix(".tmp") }.sorted()
    }

    private static func answers(_ run: CommandLineRun) throws -> [[String: Any]] {
        try run.output.split(separator: "\n").map { line in
            try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
        }
    }

    @Test func `a trace becomes a file a fact, and is known the second time`() throws {
        let folder = try Folder()
        let words = ["export", Self.sample, "--to", "parquet", "--output", folder("facts")]
        let first = CommandLineRun(words)
        let answer = try #require(try Self.answers(first).first)
        #expect(first.code == 0 && answer["status"] as? String == "ok" && answer["updates"] as? Int == 484)
        let key = try #require(answer["key"] as? String)
        let files = Self.files(folder("facts"))
        #expect(
            files.count == 12
                && files.allSatisfy { $0.contains("/app=Landmarks/day=2026-") && $0.hasSuffix("/\(key).parquet") }
        )
        let bytes = try files.map { try Data(contentsOf: URL(fileURLWithPath: folder("facts/\($0)"))) }
        #expect(bytes.allSatisfy { $0.prefix(4) == Data("PAR1".utf8) && $0.suffix(4) == Data("PAR1".utf8) })
        #expect(try Self.answers(CommandLineRun(words)).first?["status"] as? String == "known")
        // The same bytes from another folder and with another number of threads.
        _ = CommandLineRun(["export", Self.sample, "--to", "parquet", "--output", folder("again"), "--jobs", "1"])
        #expect(Self.files(folder("again")) == files)
        for (file, data) in zip(files, bytes) {
            #expect(try Data(contentsOf: URL(fileURLWithPath: folder("again/\(file)"))) == data, "\(file)")
        }
    }

    @Test func `some facts, and plain ones`() throws {
        let folder = try Folder()
        let run = CommandLineRun([
            "export", Self.sample, "--to", "parquet", "--facts", "hitches,problems", "--plain", "--output",
            folder("facts"),
        ])
        #expect(run.code == 0)
        #expect(Self.files(folder("facts")).map { $0.split(separator: "/")[1] } == ["hitches", "problems", "traces"])
    }

    @Test func `every input is answered, whatever it is`() throws {
        let folder = try Folder()
        let cut = try folder.file("cut.json", String(Samples.small.dropLast(60)))
        let bad = try folder.file("bad.json", "no trace")
        let run = CommandLineRun([
            "export", Self.sample, bad, cut, folder("none.json"), "--to", "parquet", "--output", folder("facts"),
        ])
        #expect(run.code == 2)
        #expect(try Self.answers(run).map { $0["status"] as? String } == ["ok", "failed", "damaged", "failed"])
        #expect(try Self.answers(run).map { $0["error"] is String } == [false, true, false, true])
    }

    @Test func `where names are replaced, the answers have no path either`() throws {
        let folder = try Folder()
        let secret = try folder.file("secret-app.json", Samples.small)
        let bad = try folder.file("secret-notes.json", "secret words")
        let run = CommandLineRun([
            "export", secret, bad, folder("secret-none.json"), "--to", "parquet", "--redact", "--output",
            folder("facts"),
        ])
        #expect(run.code == 2)
        #expect(try Self.answers(run).map { $0["status"] as? String } == ["ok", "failed", "failed"])
        let names = try Self.answers(run).compactMap { $0["input"] as? String }
        #expect(Set(names).count == 3 && names.allSatisfy { $0.hasPrefix("File_") }, "\(names)")
        #expect(!(run.output + run.errors).contains("secret") && !run.output.contains(folder.path))
    }

    @Test func `a folder that cannot be written to ends it`() throws {
        let folder = try Folder()
        let file = try folder.file("facts", "a file")
        let run = CommandLineRun(["export", Self.sample, "--to", "parquet", "--output", file])
        #expect(run.code == 2 && run.output.isEmpty && run.errors.contains("cannot write"))
    }

    @Test func `a folder of something else is refused`() throws {
        let folder = try Folder()
        try FileManager.default.createDirectory(atPath: folder("mine"), withIntermediateDirectories: true)
        let file = try folder.file("mine/note.txt", "mine")
        let run = CommandLineRun(["export", Self.sample, "--to", "parquet", "--output", folder("mine")])
        #expect(run.code == 2 && run.output.isEmpty && run.errors.contains("not a folder of facts"))
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder("mine")) == ["note.txt"])
        #expect(try String(contentsOfFile: file, encoding: .utf8) == "mine")
    }

    @Test func `what does not fit together is told`() {
        func check(_ words: String..., says message: String) {
            let run = CommandLineRun(["export"] + words)
            #expect(run.code == 64 && run.errors.contains(message), "\(words): \(run.errors)")
        }
        check(Self.sample, "--to", "parquet", says: "needs a folder for the fact tables: --output DIR")
        check(
            Self.sample, "--to", "parquet", "--output", "/tmp/x", "--facts", "update", says: "did you mean 'updates'?")
        check("--to", "parquet", "--output", "/tmp/x", says: "give at least one INPUT")
        check(Self.sample, "--plain", says: "'--plain' needs --to parquet")
        check(Self.sample, "--to", "parquet", "--output", "/tmp/x", "--inputs", "-", says: "give no INPUT with it")
    }
}
