#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Writes the traces that the project is tested and measured with; the same bytes for the same arguments.
@main
struct TraceGenerate {
    private static let usage = """
        Usage: trace-generate samples DIRECTORY
               trace-generate stream FORMAT RECORDS [--shape SHAPE] [--seed N] [--out FILE] [--bytes N]
               trace-generate recording KIND MEGABYTES DIRECTORY

          samples    the story of one app, in every format
          stream     one trace of any size; FORMAT: ndjson, json, csv, signposts (RECORDS = lines), xctrace,
                     xctrace-updates; --bytes N stops behind the record with the N-th byte (not in json and xctrace);
                     SHAPE: \(StreamShape.all.map(\.name).joined(separator: ", ")) (the first, unless given)
          recording  a recording of Instruments with tables of so many bytes before they are packed;
                     KIND: \(LongRecording.Kind.allCases.map(\.rawValue).joined(separator: ", "))

        """

    static func main() {
        do throws(GeneratorFailure) {
            var words = Array(CommandLine.arguments.dropFirst())
            switch words.first {
            case "samples" where words.count == 2 && !words[1].hasPrefix("-"): try Samples.write(into: words[1])
            case "recording" where words.count == 4:
                guard let kind = LongRecording.Kind(rawValue: words[1]), let size = try number(words[2], "MEGABYTES")
                else {
                    end(usage, code: 64)
                }
                try LongRecording.write(kind, megabytes: size, into: words[3])
            case "stream":
                words.removeFirst()
                try stream(&words)
            default: end(usage, code: 64)
            }
        } catch {
            end("trace-generate: error: \(error.message)\n", code: 2)
        }
    }

    private static func stream(_ words: inout [String]) throws(GeneratorFailure) {
        let seed = try number(try take("--seed", &words), "--seed") ?? 1
        let bytes = try number(try take("--bytes", &words), "--bytes")
        let path = try take("--out", &words)
        let name = try take("--shape", &words) ?? StreamShape.all[0].name
        guard let shape = StreamShape.all.first(where: { $0.name == name })?.shape else {
            throw GeneratorFailure("there is no shape '\(name)'")
        }
        guard let word = words.first, let format = StreamFormat(rawValue: word), words.count <= 2 else {
            let formats = StreamFormat.allCases.map(\.rawValue).joined(separator: ", ")
            throw GeneratorFailure("stream needs a FORMAT (\(formats)) and a number of RECORDS")
        }
        let records = try number(words.dropFirst().first, "RECORDS")
        if records == nil, bytes == nil { throw GeneratorFailure("say how many RECORDS") }
        if bytes != nil, format.hasTables {
            throw GeneratorFailure("'\(word)' has several tables and cannot be cut at a number of bytes")
        }
        try format.write(
            shape, records: records ?? .max, bytes: bytes ?? .max, seed: UInt64(seed),
            to: try OutputFile(creating: path))
    }

    /// The value of an option, which is removed with its name.
    private static func take(_ name: String, _ words: inout [String]) throws(GeneratorFailure) -> String? {
        guard let index = words.firstIndex(of: name) else { return nil }
        guard index + 1 < words.count else { throw GeneratorFailure("'\(name)' needs a value") }
        defer { words.removeSubrange(index...index + 1) }
        return words[index + 1]
    }

    private static func number(_ text: String?, _ name: String) throws(GeneratorFailure) -> Int? {
        guard let text else { return nil }
        if let number = Int(text), number >= 0 { return number }
        throw GeneratorFailure("'\(name)' must be a whole number, found '\(text)'")
    }

    private static func end(_ text: String, code: Int32) -> Never {
        let bytes = Array(text.utf8)
        bytes.withUnsafeBytes { _ = write(STDERR_FILENO, $0.baseAddress, $0.count) }
        exit(code)
    }
}
