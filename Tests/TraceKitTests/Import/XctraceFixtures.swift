import Foundation
import Testing

@testable import TraceKit

/// Exports as xctrace writes them, from a few words, and what the importer makes of them.
enum Xctrace {
    // MARK: Files

    /// One exported table; its columns by mnemonic.
    static func table(_ schema: String?, _ columns: String, _ rows: String..., run: Int = 1) -> String {
        let name = schema.map { " name=\"\($0)\"" } ?? ""
        return "<?xml version=\"1.0\"?>\n<trace-query-result>\n"
            + node("<schema\(name)>\(header(columns))</schema>", rows, run: run) + "</trace-query-result>\n"
    }

    static func header(_ columns: String) -> String {
        columns.split(separator: " ").map { "<col><mnemonic>\($0)</mnemonic><name>N</name></col>" }.joined()
    }

    static func node(_ schema: String, _ rows: [String], run: Int = 1) -> String {
        let body = rows.map { "<row>\($0)</row>\n" }.joined()
        return "<node xpath='//trace-toc[1]/run[\(run)]/data[1]/table[2]'>\(schema)\n\(body)</node>"
    }

    static let updateColumns = "start duration id update-type description category module view-name thread"

    static func update(_ id: Int, _ description: String, start: Int = 100, duration: String = "20") -> String {
        "<start-time>\(start)</start-time><duration>\(duration)</duration><uint32>\(id)</uint32>"
            + "<swiftui-update>View Body Updates</swiftui-update><string>\(description)</string><string>Update</string>"
            + "<string>App</string><string></string><thread fmt=\"Main Thread (0x1) (App, pid: 7)\"/>"
    }

    static let causeColumns =
        "timestamp source-node-event-id source-node destination-node-event-id destination-node label changed-properties"

    static func edge(
        _ from: Int, _ source: String, _ to: Int, _ target: String, at time: Int = 5, changed: String = "<sentinel/>"
    ) -> String {
        "<event-time>\(time)</event-time><uint32>\(from)</uint32>\(source)<uint32>\(to)</uint32>\(target)"
            + "<string>Update</string>\(changed)"
    }

    static func array(_ name: String, _ color: String = "blue", _ rest: String = "") -> String {
        let members = "<string>\(name)</string><string>\(color)</string><string>icon</string><sentinel/><sentinel/>"
        return "<typed-array fmt=\"\(name), \(color), icon, n/a, n/a\">\(members)\(rest)</typed-array>"
    }

    // MARK: Outcomes

    static func records(_ inputs: [ByteInput], _ options: ImportOptions) throws(TraceError) -> TraceRecords {
        let builder = TraceBuilder(options)
        var importer = XctraceImporter()
        for (file, input) in inputs.enumerated() {
            builder.records.sourceFiles.append(input.name)
            try importer.read(input, file: file, into: builder)
        }
        try importer.finish(builder)
        return try builder.finish()
    }

    static func lines(_ inputs: [ByteInput], _ options: ImportOptions = ImportOptions()) -> [String] {
        do throws(TraceError) {
            return XctraceLines(try records(inputs, options)).all
        } catch {
            return ["error: \(error.diagnostic.place?.text ?? ""): \(error.diagnostic.message)"]
        }
    }

    /// The same lines whether the files come at once or in pieces.
    static func check(
        _ files: String..., options: ImportOptions = ImportOptions(), lines expected: String...,
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let whole = lines(files.map { ByteInput(bytes: Array($0.utf8), name: "t.xml") }, options)
        #expect(whole == expected, sourceLocation: sourceLocation)
        for size in [1, 6, 64] {
            let pieces = lines(files.map { inputInPieces($0, size: size, name: "t.xml") }, options)
            #expect(pieces == expected, "in pieces of \(size)", sourceLocation: sourceLocation)
        }
    }
}
