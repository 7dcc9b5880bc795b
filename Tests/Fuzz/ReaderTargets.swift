/// The readers alone: whole and in small pieces they must say the same, word for word and place for place.
extension FuzzTargets {
    static let readers = [
        FuzzTarget(name: "json-reader", summary: "JSONReader: whole and in pieces alike") { bytes in
            compare(bytes) { jsonOutline($0, &$1) }
        },
        FuzzTarget(name: "csv-reader", summary: "CSVReader: whole and in pieces alike") {
            bytes in
            compare(bytes) { csvOutline($0, &$1) }
        },
        FuzzTarget(name: "xml-reader", summary: "XMLReader: whole and in pieces alike") { bytes in
            compare(bytes) { xmlOutline($0, &$1) }
        },
        FuzzTarget(name: "line-reader", summary: "LineReader and UTF8Check: as Swift's own") { bytes in
            compare(bytes) { lineOutline($0, &$1) }
            checkUTF8(bytes)
        },
        FuzzTarget(name: "budget", summary: "budget files: read or refused with a place, never more") { bytes in
            readBudget(bytes)
        },
    ]

    private static func compare(_ bytes: FuzzBytes, _ outline: (ByteInput, inout Outline) -> Void) {
        let number = fingerprint(bytes)
        compare(bytes, piece: number & 3 == 0 ? 1 + number >> 2 % 23 : nil, "the reader", outline)
    }

    /// Whole, and in pieces where a size is given: the outcomes must be the same, word for word.
    static func compare(
        _ bytes: FuzzBytes, piece: Int?, _ what: String, _ outline: (ByteInput, inout Outline) -> Void
    ) {
        func outcome(_ input: ByteInput, isLogged: Bool = false) -> Outcome {
            var result = Outline(isLogged: isLogged)
            outline(input, &result)
            return (result.value, result.log)
        }
        let whole = outcome(ByteInput(bytes: bytes, name: "x"))
        guard let piece, outcome(ByteInput(bytes: bytes, name: "x", piece: piece)).value != whole.value else { return }
        let log = outcome(ByteInput(bytes: bytes, name: "x"), isLogged: true).log
        let other = outcome(ByteInput(bytes: bytes, name: "x", piece: piece), isLogged: true).log
        let index = zip(log, other).enumerated().first { $1.0 != $1.1 }?.offset ?? min(log.count, other.count)
        let (left, right) = (log.dropFirst(index).first ?? "the end", other.dropFirst(index).first ?? "the end")
        fault("in pieces of \(piece) \(what) says '\(right)', whole '\(left)'")
    }

    private typealias Outcome = (value: UInt64, log: [String])

    private static func jsonOutline(_ input: ByteInput, _ outline: inout Outline) {
        var reader = JSONReader(input)
        do throws(TraceError) {
            try reader.skipByteOrderMark()
            let outer = reader.depth
            var levels: [Bool] = []
            repeat {
                switch try reader.peekKind() {
                case .object:
                    try reader.enterObject()
                    levels.append(true)
                case .array:
                    try reader.enterArray()
                    levels.append(false)
                case .string: outline.add(try reader.string())
                case .number: outline.add(try reader.number())
                case .bool: outline.add(try reader.bool() ? 1 : 2)
                case .null:
                    try reader.null()
                    outline.add(3)
                case nil: throw reader.unexpected("a value")
                }
                while let isObject = levels.last {
                    outline.add(reader.depth)
                    if isObject {
                        if let key = try reader.nextKey() {
                            outline.add(key)
                            break
                        }
                    } else if try reader.nextElement() {
                        break
                    }
                    levels.removeLast()
                }
            } while reader.depth > outer
            try reader.expectEnd()
        } catch { outline.add(error) }
    }

    private static func csvOutline(_ input: ByteInput, _ outline: inout Outline) {
        var reader = CSVReader(input, delimiter: UInt8(ascii: ","))
        do throws(TraceError) {
            try reader.skipByteOrderMark()
            while try reader.nextRow() {
                for index in 0..<reader.cellCount {
                    outline.add(reader.cell(index))
                    outline.add(reader.offset(ofCell: index))
                    outline.add(reader.isQuoted(index) ? 1 : 0)
                }
                if let fault = reader.fault {
                    outline.add(fault.message)
                    outline.add(fault.offset)
                    outline.add(reader.rowText)
                }
                outline.add(reader.isTerminated ? 1 : 0)
            }
        } catch { outline.add(error) }
    }

    private static func xmlOutline(_ input: ByteInput, _ outline: inout Outline) {
        var reader = XMLReader(input)
        do throws(TraceError) {
            loop: while true {
                switch try reader.next() {
                case .start:
                    outline.add(reader.name)
                    for index in 0..<reader.attributes.count {
                        outline.add(reader.attributeName(at: index))
                        outline.add(reader.value(at: index))
                    }
                    if reader.name.count & 1 == 0 { continue }
                    if let text = try reader.leafText() { outline.add(text) }
                case .text: outline.add(reader.text)
                case .end: outline.add(reader.depth)
                case .finish: break loop
                }
            }
        } catch { outline.add(error) }
    }

    private static func lineOutline(_ input: ByteInput, _ outline: inout Outline) {
        var reader = LineReader(input)
        do throws(TraceError) {
            try reader.skipByteOrderMark()
            while let line = try reader.next() {
                outline.add(line.bytes)
                outline.add(line.offset)
                outline.add(line.isTerminated ? 1 : 0)
                outline.add(reader.place(line).line ?? 0)
            }
        } catch { outline.add(error) }
    }

    private static func checkUTF8(_ bytes: FuzzBytes) {
        let input = ByteInput(bytes: bytes, name: "x")
        let isValid = UTF8Check.isValid(ByteSlice(input.base, input.count))
        if isValid != (String(validating: bytes, as: UTF8.self) != nil) {
            fault("UTF8Check says \(isValid), Swift's decoder the contrary")
        }
    }

    private static func readBudget(_ bytes: FuzzBytes) {
        do throws(TraceError) {
            _ = try BudgetFile.read(Array(bytes), name: "x")
        } catch {
            if error.kind == .internalError { fault(error.diagnostic.text) }
        }
    }
}

/// A hash of everything a reader gave out: equal for equal outcomes, at the cost of no memory.
struct Outline {
    private(set) var value: UInt64 = 14_695_981_039_346_656_037
    /// What was added, where that is to be shown.
    private(set) var log: [String] = []
    private let isLogged: Bool

    init(isLogged: Bool = false) { self.isLogged = isLogged }

    mutating func add(_ number: Int) {
        mix(number)
        if isLogged { log.append("\(number)") }
    }

    private mutating func mix(_ number: Int) {
        value = (value ^ UInt64(bitPattern: Int64(number))) &* 1_099_511_628_211
        value ^= value >> 29
    }

    mutating func add(_ bytes: ByteSlice) {
        for byte in bytes.buffer { value = (value ^ UInt64(byte)) &* 1_099_511_628_211 }
        mix(bytes.count)
        if isLogged { log.append(bytes.text) }
    }

    mutating func add(_ text: String) {
        for byte in text.utf8 { value = (value ^ UInt64(byte)) &* 1_099_511_628_211 }
        mix(text.utf8.count)
        if isLogged { log.append(text) }
    }

    /// Text, place and fix: all that the user would see of it.
    mutating func add(_ error: TraceError) {
        if error.kind != .input { fault(error.diagnostic.text) }
        add(error.diagnostic)
    }

    mutating func add(_ diagnostic: Diagnostic) {
        add(diagnostic.text)
        add(diagnostic.place?.byte ?? -1)
    }
}
