import Foundation
import Testing

@testable import TraceKit

/// The window over a file: places, refills, the head, errors.
@Suite struct ByteInputTests {
    /// Offset in the text to `line:column:byte`.
    private func check(
        _ input: ByteInput, _ offset: Int, _ place: String, sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let found = input.place(of: offset - input.baseOffset)
        #expect(
            "\(found.line ?? 0):\(found.column ?? 0):\(found.byte ?? -1)" == place, sourceLocation: sourceLocation)
    }

    private let text = "ab\ncdé\n\nx"

    @Test func `lines and columns count from one, columns in bytes, offsets from zero`() {
        let input = ByteInput(bytes: Array(text.utf8), name: "t")
        check(input, 0, "1:1:0")
        check(input, 2, "1:3:2")
        check(input, 3, "2:1:3")
        check(input, 7, "2:5:7")
        check(input, 8, "3:1:8")
        check(input, 9, "4:1:9")
        check(input, 10, "4:2:10")
    }

    @Test func `a place outside the window is the nearest one inside`() {
        let input = ByteInput(bytes: Array(text.utf8), name: "t")
        check(input, 99, "4:2:10")
        check(input, -5, "1:1:0")
    }

    @Test func `places stay right while the window moves over the file`() throws {
        let input = inputInPieces(text, size: 1)
        for offset in 0..<text.utf8.count {
            while input.baseOffset + input.count <= offset, !input.atEnd { _ = try input.refill(keeping: input.count) }
            check(
                input, offset,
                [
                    "1:1:0", "1:2:1", "1:3:2", "2:1:3", "2:2:4", "2:3:5", "2:4:6", "2:5:7", "3:1:8",
                    "4:1:9",
                ][offset])
        }
    }

    @Test func `a refill keeps what is still needed at the front and says how far it moved`() throws {
        let input = inputInPieces("abcdef", size: 3)
        #expect(try input.refill(keeping: 0) == 0)
        #expect(ByteSlice(input.base, input.count).text == "abc")
        #expect(try input.refill(keeping: 2) == 2)
        #expect(ByteSlice(input.base, input.count).text == "cdef" && input.baseOffset == 2)
        #expect(!input.atEnd)
        #expect(try input.refill(keeping: 4) == 4)
        #expect(input.atEnd && input.count == 0 && input.baseOffset == 6)
        #expect(try input.refill(keeping: 0) == 0)
    }

    @Test func `zero bytes stand behind the window, always`() throws {
        let input = inputInPieces("abcdefgh", size: 3)
        while !input.atEnd {
            _ = try input.refill(keeping: min(input.count, 1))
            for offset in 0..<ByteInput.padding { #expect(input.base[input.count + offset] == 0) }
        }
    }

    @Test func `the head is there for recognition and nothing is consumed`() throws {
        let input = inputInPieces(text, size: 2)
        #expect(try input.head().text == text)
        #expect(try input.head().text == text)
        #expect(input.baseOffset == 0 && input.count == text.utf8.count)
        let long = inputInPieces([UInt8](repeating: 0x61, count: 100_000), size: 30_000)
        #expect(try long.head().count == ByteInput.headSize)
    }

    @Test func `the hash is that of all bytes, however they came`() throws {
        let whole = ByteInput(bytes: Array(text.utf8), name: "t").hash.text
        for size in 1...4 {
            let input = inputInPieces(text, size: size)
            while !input.atEnd { _ = try input.refill(keeping: input.count) }
            #expect(input.hash.text == whole, "in pieces of \(size)")
        }
    }

    @Test func `a file that cannot be read is named with the reason, after what was read of it`() throws {
        try withTemporaryFolder { folder in
            let path = "\(folder)/long"
            try Data("long".utf8).write(to: URL(fileURLWithPath: path))
            // A descriptor for writing only has a size, and nothing can be read from it.
            let input = ByteInput(descriptor: open(path, O_WRONLY), name: "long")
            let moved = try input.refill(keeping: 0)
            #expect(moved == 0 && !input.atEnd && input.count == 0)
            #expect {
                try input.refill(keeping: 0)
            } throws: { error in
                (error as? TraceError)?.diagnostic.message == "cannot read further: bad file descriptor"
            }
        }
    }

    @Test func `a file that one thread has to parse is the same trace with more threads`() throws {
        try withTemporaryFolder { folder in
            let rows = (0..<90_000).map {
                "{\"view\": \"Row\($0 % 7)\", \"start_ns\": \($0 + 1)000, \"duration_ns\": \($0 % 900)}"
            }
            let path = "\(folder)/long.json"
            try Data(Traces.updates(rows.joined(separator: ",\n")).utf8).write(to: URL(fileURLWithPath: path))
            let databases = try (1...2).map { jobs in
                var options = TracePipeline.Options()
                options.jobs = jobs
                let database = "\(folder)/\(jobs).sqlite"
                _ = try TracePipeline.load([path], into: .file(database), options)
                return try Data(contentsOf: URL(fileURLWithPath: database))
            }
            #expect(databases[0] == databases[1])
        }
    }

    @Test func `a file that cannot be opened or read is named with the reason`() throws {
        #expect {
            try ByteInput(path: "/nowhere/at/all")
        } throws: { error in
            (error as? TraceError)?.diagnostic.text == """
                /nowhere/at/all: error: cannot read the file: no such file or directory
                  fix: check the path; relative paths start at the current directory
                """
        }
        let directory = try ByteInput(path: NSTemporaryDirectory())
        #expect {
            try directory.head()
        } throws: { error in
            (error as? TraceError)?.diagnostic.message == "cannot read further: is a directory"
        }
    }

    @Test func `a pipe with a name is read once, from its beginning`() throws {
        try withTemporaryFolder { folder in
            let path = "\(folder)/pipe"
            #expect(mkfifo(path, 0o600) == 0)
            let json = Traces.updates("{\"view\": \"Row\", \"start_ns\": 5, \"duration_ns\": 1}")
            Thread.detachNewThread {
                // The file is opened by whoever reads it first; what is not read then is lost.
                _ = FileManager.default.createFile(atPath: "\(folder)/done", contents: nil)
                try? Data(json.utf8).write(to: URL(fileURLWithPath: path))
            }
            let loaded = try TracePipeline.load([path], into: .temporary, TracePipeline.Options())
            #expect(try loaded.store.rows("SELECT view FROM updates") == ["Row"])
        }
    }

    @Test func `memory in pieces comes like a pipe, and the window stays as small`() throws {
        let input = ByteInput(bytes: Array("abcdefg".utf8), name: "x", piece: 3)
        #expect(try input.refill(keeping: 0) == 0)
        #expect(input.excerpt(from: 0) == "abc" && input.baseOffset == 0)
        #expect(try input.refill(keeping: 2) == 2)
        #expect(input.excerpt(from: 0).hasPrefix("cd") && input.baseOffset == 2)
        while !input.atEnd { _ = try input.refill(keeping: 0) }
        #expect(input.excerpt(from: 0) == "cdefg")
        #expect(input.hash.text == ByteInput(bytes: Array("abcdefg".utf8), name: "x").hash.text)
    }

    @Test func `a value is 64 MB at most, and nothing moves where there is more`() throws {
        let input = ByteInput(bytes: [UInt8](repeating: 0x61, count: 97 << 20), name: "long.txt", piece: 32 << 20)
        #expect {
            while !input.atEnd { _ = try input.refill(keeping: 0) }
        } throws: { error in
            (error as? TraceError)?.diagnostic.text
                == "long.txt:1:1: error: a single value is longer than 64 MB\n  fix: split or shorten it; the limit protects memory"
        }
        // As long as a line, and a piece behind it.
        #expect(input.count == 96 << 20 && input.baseOffset == 0)
    }

    #if os(Linux)  // On macOS such a connection just ends.
        @Test func `what an input held before it could not be read further is kept`() throws {
            // The other side of a connection goes without having read what it was sent: what it wrote comes, then an error.
            var ends: [Int32] = [0, 0]
            #expect(socketpair(AF_UNIX, 1, 0, &ends) == 0)
            let text = "{\"record\": \"hang\", \"start_ns\": 1, \"duration_ns\": 2}\n"
            #expect(write(ends[1], text, text.utf8.count) == text.utf8.count)
            #expect(write(ends[0], "?", 1) == 1)
            close(ends[1])
            let input = ByteInput(descriptor: ends[0], name: "socket")
            var assembly = TraceAssembly(ImportOptions())
            try? assembly.read(input, by: TraceKitNDJSONImporter.self)
            let records = try assembly.finish()
            #expect(records.hangs.count == 1)
            #expect(records.damage?.message == "cannot read further: connection reset by peer")
            #expect(records.metadata.truncatedAt?.line == 2)
        }
    #endif

    @Test func `a pipe that says nothing is not waited for once somebody wants to stop`() throws {
        var ends: [Int32] = [0, 0]
        #expect(pipe(&ends) == 0)
        defer { close(ends[1]) }
        let input = ByteInput(descriptor: ends[0], name: "pipe")
        let interruption = Interruption()
        input.interruption = interruption
        Thread.detachNewThread {
            usleep(50_000)
            interruption.request()
        }
        #expect(throws: Interruption.error) { try input.refill(keeping: 0) }
    }

    @Test func `a refill that throws has moved nothing, as readers go on after the error of one record`() throws {
        let input = inputInPieces("abcdef", size: 3)
        _ = try input.refill(keeping: 0)
        let interruption = Interruption()
        interruption.request()
        input.interruption = interruption
        for _ in 1...2 { #expect(throws: Interruption.error) { try input.refill(keeping: 2) } }
        #expect(ByteSlice(input.base, input.count).text == "abc" && input.baseOffset == 0)
    }
}
