import Foundation

@testable import TraceKit
@testable import trace_generate

/// Recordings for tests: the story's, its files changed as a test wants.
enum Bundles {
    typealias Files = [(path: String, bytes: [UInt8])]

    static let landmarks = BundleStory.files(LandmarksStory.told(fixed: false))

    static func write(_ files: Files, to folder: String) throws {
        for (path, bytes) in files {
            let file = URL(fileURLWithPath: "\(folder)/\(path)")
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(bytes).write(to: file)
        }
    }

    /// The recording with some of its files changed (nil = left out), unpacked where they are packed.
    static func changed(_ change: (String, [UInt8]) throws -> [UInt8]?) rethrows -> Files {
        try landmarks.compactMap { file in
            try change(file.path, unpacked(file.bytes)).map { (file.path, $0) }
        }
    }

    static func unpacked(_ bytes: [UInt8]) -> [UInt8] {
        guard UnpackedStream.isZlib(bytes) else { return bytes }
        return (try? UnpackedStream(MemoryStream(bytes), .zlib, name: "x").readAll(limit: 1 << 30, "x").array) ?? []
    }

    /// What loading says of a recording: its store, or the error.
    static func load(
        _ files: Files, _ options: TracePipeline.Options = .init()
    ) throws -> Result<TracePipeline.Loaded, TraceError> {
        var options = options
        options.recordingReader = .native
        return try withTemporaryFolder { folder in
            try write(files, to: "\(folder)/x.trace")
            do throws(TraceError) {
                return .success(try TracePipeline.load(["\(folder)/x.trace"], into: .temporary, options))
            } catch {
                return .failure(error)
            }
        }
    }
}
