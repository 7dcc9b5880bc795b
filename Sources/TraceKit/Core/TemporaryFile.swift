/// Files that are deleted as soon as those who need them have them open.
enum TemporaryFile {
    static var folder: String { getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp" }

    /// An empty file that nobody else may read; nil (and `errno`) where none can be made.
    static func make(in folder: String = folder) -> (path: String, descriptor: Int32)? {
        var template = Array("\(folder)/trace-analyze-XXXXXX".utf8CString)
        let descriptor = mkstemp(&template)
        guard descriptor >= 0 else { return nil }
        return (String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self), descriptor)
    }
}
