import Foundation
import Testing

/// The checkout that the tests stand in, found from where this file was compiled.
enum Repository {
    static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().path

    static func text(_ path: String) throws -> String {
        try String(contentsOfFile: "\(root)/\(path)", encoding: .utf8)
    }

    /// Paths of all files below a folder, relative to the root, in order.
    static func files(below folder: String, suffix: String = "") -> [String] {
        guard let found = FileManager.default.enumerator(atPath: "\(root)/\(folder)") else { return [] }
        var files: [String] = []
        while let path = found.nextObject() as? String {
            let isFile = found.fileAttributes?[.type] as? FileAttributeType == .typeRegular
            if isFile, path.hasSuffix(suffix) { files.append("\(folder)/\(path)") }
        }
        return files.sorted()
    }

    /// Public test suites, outside the repository; nil where they were not fetched.
    static func corpus(_ path: String) -> String? {
        let home = ProcessInfo.processInfo.environment["TRACEKIT_CORPORA"] ?? "\(root)/../shared"
        let candidates = ["\(home)/corpora/\(path)", "\(home)/\(path)"]
        return candidates.first { FileManager.default.fileExists(atPath: $0) }
    }
}

/// A folder that is gone when the test is over.
func withTemporaryFolder<Result>(_ body: (String) throws -> Result) throws -> Result {
    let folder = NSTemporaryDirectory() + "tracekit-tests-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    return try body(folder)
}

/// Holds `body` to a minute of its own. A time limit of Swift Testing counts the wait for a free processor too, and that is
/// minutes where all tests start at once: it is for tests that would wait for ever, and is half an hour there.
func withinAMinute<Result>(
    sourceLocation: SourceLocation = #_sourceLocation, _ body: () throws -> Result
) rethrows -> Result {
    let start = ContinuousClock.now
    defer { #expect(ContinuousClock.now - start < .seconds(60), sourceLocation: sourceLocation) }
    return try body()
}

/// What stands in a folder, in order.
func names(in folder: String) -> [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted()
}

/// The bytes of a file; nil where there is none.
func bytes(of path: String) -> Data? { FileManager.default.contents(atPath: path) }

/// Holds a text against a file in Tests/Golden; `UPDATE_GOLDEN=1` writes the file instead.
func expectGolden(_ text: String, _ name: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
    let path = "\(Repository.root)/Tests/Golden/\(name)"
    if ProcessInfo.processInfo.environment["UPDATE_GOLDEN"] == "1" {
        try text.write(toFile: path, atomically: true, encoding: .utf8)
        return
    }
    let golden = try String(contentsOfFile: path, encoding: .utf8)
    guard text != golden else { return }
    // The first line that differs says more than two whole texts.
    let new = text.split(separator: "\n", omittingEmptySubsequences: false)
    let old = golden.split(separator: "\n", omittingEmptySubsequences: false)
    let line = (0..<min(new.count, old.count)).first { new[$0] != old[$0] } ?? min(new.count, old.count)
    let (newLine, oldLine) = (line < new.count ? String(new[line]) : nil, line < old.count ? String(old[line]) : nil)
    #expect(
        newLine == oldLine, "line \(line + 1) of Tests/Golden/\(name); UPDATE_GOLDEN=1 rewrites it",
        sourceLocation: sourceLocation)
}
