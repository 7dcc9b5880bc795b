/// What agents send to the server: lines, values and messages, whole and in pieces alike.
extension FuzzTargets {
    static let server = [
        FuzzTarget(name: "mcp-messages", summary: "messages of agents: taken or refused, and written as they were read")
        { bytes in
            let whole = serverLines(bytes, piece: bytes.count + 1)
            let piece = 1 + fingerprint(bytes) % 23
            if serverLines(bytes, piece: piece) != whole { fault("in pieces of \(piece) the lines are others") }
            for case .bytes(let line) in whole { checkMessage(line) }
        }
    ]

    /// With a limit that short inputs reach.
    private static func serverLines(_ bytes: FuzzBytes, piece: Int) -> [MessageLines.Line] {
        var next = 0
        var lines = MessageLines(limit: 64) { buffer in
            let count = min(piece, bytes.count - next, buffer.count)
            buffer.copyBytes(from: UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(bytes)[next..<next + count]))
            next += count
            return count
        }
        var found: [MessageLines.Line] = []
        while let line = lines.nextLine() {
            if case .bytes(let bytes) = line, bytes.count > 64 || bytes.contains(0x0A) {
                fault("a line of \(bytes.count)")
            }
            found.append(line)
        }
        return found
    }

    private static func checkMessage(_ line: [UInt8]) {
        guard let value = try? JSONValue.read(line) else { return }
        let text = value.line
        if text.utf8.contains(0x0A) { fault("a line end in what is written") }
        guard let again = try? JSONValue.read(Array(text.utf8)) else {
            fault("what is written cannot be read: \(text)")
        }
        // Text is compared by its bytes: letters may be composed in several ways.
        if again.line != text { fault("'\(text)' is written as '\(again.line)'") }
        switch RPCMessage(value) {
        case .request(let request):
            for tool in ServerTools.all { _ = try? ToolArguments(request.params["arguments"], for: tool) }
        case .invalid(let id, let error):
            if (try? JSONValue.read(Array(error.response(to: id).line.utf8))) == nil {
                fault("an error that is no JSON")
            }
        case .notification, .response: break
        }
    }
}
