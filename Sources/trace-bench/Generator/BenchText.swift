/// A text as bytes that stay where they are: written millions of times without looking at a `String`.
struct BenchText {
    let start: UnsafePointer<UInt8>
    let count: Int

    /// Copies the text into memory that lives as long as the process; made for catalogues, not for records.
    init(_ text: String) {
        let bytes = Array(text.utf8)
        let copy = UnsafeMutablePointer<UInt8>.allocate(capacity: max(bytes.count, 1))
        copy.initialize(from: bytes, count: bytes.count)
        start = UnsafePointer(copy)
        count = bytes.count
    }
}

/// What went wrong, in words for the person at the terminal.
struct BenchFailure: Error {
    var message: String

    init(_ message: String) { self.message = message }
}
