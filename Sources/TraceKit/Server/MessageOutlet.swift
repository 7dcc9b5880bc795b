/// Where messages go, one a line. Any thread may write.
final class MessageOutlet: @unchecked Sendable {
    private let monitor = Monitor()
    private let write: ([UInt8]) -> Bool
    private var isGone = false

    /// `write` takes bytes; false when nobody reads any more.
    init(_ write: @escaping ([UInt8]) -> Bool) { self.write = write }

    /// Nobody reads any more.
    var isClosed: Bool { monitor.locked { isGone } }

    func send(_ message: JSONValue) {
        let bytes = Array((message.line + "\n").utf8)
        monitor.locked { if !isGone, !write(bytes) { isGone = true } }
    }
}
