import Testing

@testable import TraceKit

/// Imports of logs and console captures from literal text, and what came of them as literal lines.
enum LogFixtures {
    /// The records of files that are parts of one trace; holds the row invariant on the way.
    static func records(
        _ files: [[UInt8]], _ options: ImportOptions = ImportOptions(), as importer: (any Importer.Type)? = nil
    ) throws -> TraceRecords {
        var assembly = TraceAssembly(options)
        for (index, bytes) in files.enumerated() {
            let input = ByteInput(bytes: bytes, name: "file-\(index)")
            try assembly.read(input, by: try importer ?? TraceAssembly.importer(for: input))
        }
        let records = try assembly.finish()
        let counters = records.counters
        #expect(
            counters.count(.rowsSeen) == counters.count(.rowsImported) + counters.count(.rowsRejected)
                + counters.count(.rowsSkipped))
        return records
    }

    static func records(_ files: String..., options: ImportOptions = ImportOptions()) throws -> TraceRecords {
        try records(files.map { Array($0.utf8) }, options)
    }

    /// The name of the format that a text is taken for; nil for none.
    static func format(of text: String) -> String? {
        try? TraceAssembly.importer(for: ByteInput(bytes: Array(text.utf8), name: "x")).name
    }

    /// Every prefix of a file either imports with its rows accounted for or is refused with a typed error.
    static func checkPrefixes(_ text: String, as importer: any Importer.Type) throws {
        let bytes = Array(text.utf8)
        for length in 0...bytes.count {
            do {
                _ = try records([Array(bytes[..<length])], as: importer)
            } catch let error as TraceError {
                #expect(error.kind == .input, "prefix of \(length) bytes: \(error)")
            }
        }
    }

    /// Every change of one byte to another does no harm either.
    static func checkDamage(_ text: String, as importer: any Importer.Type, seed: Int) throws {
        var random = SeededNumbers(seed)
        for index in text.utf8.indices {
            var bytes = Array(text.utf8)
            bytes[text.utf8.distance(from: text.startIndex, to: index)] = UInt8.random(in: 0...255, using: &random)
            do {
                _ = try records([bytes], as: importer)
            } catch let error as TraceError {
                #expect(error.kind == .input, "seed \(seed), byte \(index): \(error)")
            }
        }
    }
}

extension TraceRecords {
    /// `Name [subsystem:category] 1000+250 #7 Process/0x1 scope "message"`, one line a signpost.
    var signpostLines: [String] {
        (0..<signposts.count).map { row in
            let signpost = signposts[row]
            var parts = [names.text(signpost.name) ?? "-"]
            parts.append("[\(names.text(signpost.subsystem) ?? "-"):\(names.text(signpost.category) ?? "-")]")
            let mark = signpost.pairing == .complete ? "" : signpost.pairing == .beginOnly ? "…" : "…|"
            parts.append("\(signpost.start)" + (signpost.duration < 0 ? mark : "+\(signpost.duration)"))
            if signpost.hasID { parts.append("#\(signpost.signpostID)") }
            parts.append("\(names.text(signpost.process) ?? "-")/\(names.text(signpost.thread) ?? "-")")
            parts.append(names.text(signpost.scope) ?? "-")
            if let message = names.text(signpost.message) { parts.append("\"\(message)\"") }
            return parts.joined(separator: " ")
        }
    }

    /// `1000 info [subsystem:category] Process/0x1 message`, one line a message.
    var logLines: [String] {
        (0..<logs.count).map { row in
            let log = logs[row]
            return "\(log.start) \(log.level.shownWord ?? "-") "
                + "[\(names.text(log.subsystem) ?? "-"):\(names.text(log.category) ?? "-")] "
                + "\(names.text(log.process) ?? "-")/\(names.text(log.thread) ?? "-") \(names.text(log.message) ?? "-")"
        }
    }

    /// `View 1000+250 [@self]`, one line an update; `?` for what is not known.
    var updateLines: [String] {
        (0..<updates.count).map { row in
            let view = views[Int(updates.view[row])]
            let start = updates.start[row] == UpdateColumns.untimed ? "?" : "\(updates.start[row])"
            let duration = updates.duration[row] < 0 ? "?" : "\(updates.duration[row])"
            let changed =
                updates.changed[row].isPresent
                ? " [" + lists[updates.changed[row]].map { names.text($0) ?? "" }.joined(separator: " ") + "]" : ""
            return "\(names.text(view.name) ?? "-") \(start)+\(duration)\(changed)"
        }
    }

    /// `kind line:column message`, one line a reject.
    var rejectLines: [String] {
        rejects.map { "\($0.kind.rawValue) \($0.place.line ?? 0):\($0.place.column ?? 0) \($0.message)" }
    }

    /// Rows skipped, by rule: `skipped-log-line 3`.
    var skipLines: [String] {
        counters.sorted.filter { $0.name.isSkip }
            .map {
                $0.detail.isEmpty ? "\($0.name.rawValue) \($0.count)" : "\($0.name.rawValue) \($0.detail) \($0.count)"
            }
    }
}
