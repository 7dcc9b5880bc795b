/// Writes the cells of a table. Whoever writes a value that may come again keeps its id in a `Known`.
final class XctraceCellWriter {
    /// The id under which a value was written; zero = not yet.
    typealias Known = UInt64

    let out: ByteWriter
    private var lastID: UInt64 = 0
    private var process: Known = 0
    private var thread: Known = 0

    init(_ out: ByteWriter) { self.out = out }

    @inline(__always)
    func beginRow() { out.append("<row>") }

    @inline(__always)
    func endRow() { out.append("</row>\n") }

    @inline(__always)
    func sentinel() { out.append("<sentinel/>") }

    /// ` id="7" fmt="`, and the id.
    @inline(__always)
    @discardableResult
    func beginID() -> Known {
        lastID += 1
        out.append(" id=\"")
        out.append(lastID)
        out.append("\" fmt=\"")
        return lastID
    }

    @inline(__always)
    func ref(_ tag: StaticString, _ id: Known) {
        out.append("<")
        out.append(tag)
        out.append(" ref=\"")
        out.append(id)
        out.append("\"/>")
    }

    @inline(__always)
    func endTag(_ tag: StaticString) {
        out.append("</")
        out.append(tag)
        out.append(">")
    }

    /// A value that looks the same raw and shown; the first time in full, later as a reference.
    @inline(__always)
    func text(_ tag: StaticString, _ known: inout Known, _ write: () -> Void) {
        if known != 0 { return ref(tag, known) }
        out.append("<")
        out.append(tag)
        known = beginID()
        write()
        out.append("\">")
        write()
        endTag(tag)
    }

    @inline(__always)
    @discardableResult
    func number(_ tag: StaticString, _ number: UInt64) -> Known {
        var known: Known = 0
        text(tag, &known) { out.append(number) }
        return known
    }

    // MARK: Times

    /// `<start-time id="1" fmt="00:01.234.567">1234567000</start-time>`
    @inline(__always)
    func time(_ tag: StaticString, _ time: UInt64) {
        out.append("<")
        out.append(tag)
        beginID()
        shownTime(time)
        out.append("\">")
        out.append(time)
        endTag(tag)
    }

    /// `00:01.372.158`: minutes, seconds, milliseconds, microseconds.
    @inline(__always)
    func shownTime(_ time: UInt64) {
        let minutes = time / 60_000_000_000
        if minutes < 100 { out.append(minutes, digits: 2) } else { out.append(minutes) }
        out.append(":")
        out.append(time / 1_000_000_000 % 60, digits: 2)
        out.append(".")
        out.append(time / 1_000_000 % 1_000, digits: 3)
        out.append(".")
        out.append(time / 1_000 % 1_000, digits: 3)
    }

    /// Nil = an update without an end, as the instrument writes it.
    @inline(__always)
    func duration(_ duration: UInt64?) {
        out.append("<duration")
        beginID()
        shownDuration(duration ?? Self.unterminated)
        out.append("\">")
        out.append(duration ?? Self.unterminated)
        out.append("</duration>")
    }

    private static let unterminated: UInt64 = 6_148_782_250_705_247_539

    /// `833 ns`, `74.33 µs`, `21.78 ms`, `2.08 s`, `102479704.18 min`.
    @inline(__always)
    func shownDuration(_ duration: UInt64) {
        switch duration {
        case ..<1_000:
            out.append(duration)
            out.append(" ns")
        case ..<1_000_000: hundredths(duration, 1_000, " µs")
        case ..<1_000_000_000: hundredths(duration, 1_000_000, " ms")
        case ..<60_000_000_000: hundredths(duration, 1_000_000_000, " s")
        default: hundredths(duration, 60_000_000_000, " min")
        }
    }

    @inline(__always)
    private func hundredths(_ number: UInt64, _ unit: UInt64, _ word: StaticString) {
        out.append(number / unit)
        out.append(".")
        out.append(number % unit * 100 / unit, digits: 2)
        out.append(word)
    }

    // MARK: Process and thread

    func processCell() {
        if process != 0 { return ref("process", process) }
        out.append("<process")
        process = beginID()
        out.append("Landmarks (4242)\">")
        number("pid", 4_242)
        out.append("<device-session")
        beginID()
        out.append("TODO\">TODO</device-session></process>")
    }

    func threadCell() {
        if thread != 0 { return ref("thread", thread) }
        out.append("<thread")
        thread = beginID()
        out.append("Main Thread (0x2665b1) (Landmarks, pid: 4242)\"><tid")
        beginID()
        out.append("0x2665b1\">2516401</tid>")
        processCell()
        out.append("</thread>")
    }
}
