/// The message of the last event of a log, which the lines below it may go on with: only its first line has a time.
///
/// What is added is kept until the message is over, so that the whole text is looked up once.
struct LogContinuation {
    /// No message has more bytes than these.
    private static let most = 64 << 10

    private let signposts: LogSignposts
    private let names: NameTable
    /// The number of the event; -1 = no message is open.
    private var event = -1
    /// Empty until a line is added.
    private let text = Column<UInt8>()
    /// Blank lines since the last one that was added: they are part of the message if more of it follows.
    private var blanks = 0

    init(_ signposts: LogSignposts, _ names: NameTable) { (self.signposts, self.names) = (signposts, names) }

    /// Whether a line may be part of a message: no other event was appended since.
    var isOpen: Bool { event >= 0 && event == signposts.count - 1 }

    /// Opens the message of the event that was appended last.
    mutating func open() {
        close()
        event = signposts.count - 1
    }

    /// Nothing that follows is part of the message.
    mutating func close() {
        if text.count > 0 {
            let count = text.count
            text.pad(to: count + ByteInput.padding, with: 0)
            signposts.messages[event] = names.intern(text.base, count)
            text.removeAll()
        }
        event = -1
        blanks = 0
    }

    mutating func addBlank() { blanks += 1 }

    /// Adds a line of an open message; false where that would become too long.
    mutating func add(_ line: ByteSlice) -> Bool {
        if text.count == 0 {
            let first = names.bytes(of: signposts.messages[event])
            text.append(contentsOf: first.baseAddress ?? emptyBytes, count: first.count)
        }
        guard text.count + blanks + 1 + line.count <= Self.most else { return false }
        if text.count > 0 { text.pad(to: text.count + blanks + 1, with: 0x0A) }
        text.append(contentsOf: line.start, count: line.count)
        blanks = 0
        return true
    }
}
