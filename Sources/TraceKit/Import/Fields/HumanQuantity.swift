/// Times and counts as copied out of Instruments' tables, read exactly and without floating point.
enum HumanQuantity {
    enum Failure: Error { case notANumber, outOfRange, noUnit }

    /// The factor from a unit to nanoseconds: a power of ten, and sixty for minutes.
    private struct Scale {
        let powerOfTen: Int
        var isMinutes = false
    }

    /// Parses `12.34 ms`, `832.12 µs`, `1.2 s`, `74 ns`, `2.5 min`, `00:03.123.456`; with `unit`, also a bare number.
    /// Commas between thousands are accepted only with `allowsGroups`, if they cannot be delimiters.
    static func time(
        _ text: ByteSlice, unit: DecimalTime.Unit?, allowsGroups: Bool
    ) throws(Failure) -> Int64 {
        let text = trimmed(text)
        if text.firstIndex(of: UInt8(ascii: ":")) != nil { return try clock(text) }
        let length = numberLength(text)
        let suffix = trimmed(text.dropFirst(length))
        guard let scale = suffix.isEmpty ? unit.map({ Scale(powerOfTen: $0.rawValue) }) : scale(suffix) else {
            throw suffix.isEmpty && length > 0 ? .noUnit : .notANumber
        }
        return try withDigits(text.prefix(length), allowsGroups: allowsGroups) { digits throws(Failure) in
            guard scale.isMinutes else { return try scaled(digits, scale.powerOfTen) }
            // Three more digits than nanoseconds keep sixtieths exact; they are dropped if they overflow.
            if let fine = try? scaled(digits, 12), fine.magnitude < 1 << 57 { return fine * 60 / 1000 }
            let (value, overflow) = try scaled(digits, 9).multipliedReportingOverflow(by: 60)
            if overflow { throw Failure.outOfRange }
            return value
        }
    }

    /// Parses a whole number, with commas between thousands if `allowsGroups`.
    static func count(_ text: ByteSlice, allowsGroups: Bool) throws(Failure) -> Int64 {
        let text = trimmed(text)
        guard numberLength(text) == text.count else { throw .notANumber }
        return try withDigits(text, allowsGroups: allowsGroups) { digits throws(Failure) in
            guard digits.firstIndex(of: UInt8(ascii: ".")) == nil else { throw Failure.notANumber }
            return try scaled(digits, 0)
        }
    }

    /// Whether a cell states that there is no value: `n/a`, `-`, `–` or spaces.
    static func isNothing(_ text: ByteSlice) -> Bool {
        let text = trimmed(text)
        return text.isEmpty || text.equals("-") || text.equals("n/a") || text.equals("–") || text.equals("—")
    }

    // MARK: Parts

    /// Parses `MM:SS.mmm.µµµ`, as Instruments shows times, with optional hours in front and one to three groups of
    /// three digits at the end.
    private static func clock(_ text: ByteSlice) throws(Failure) -> Int64 {
        var value: Int64 = 0
        var index = 0
        var fields = 0
        while true {
            let start = index
            var field: Int64 = 0
            while index < text.count, isDigit(text[index]), index - start < 9 {
                field = field * 10 + Int64(text[index] &- 0x30)
                index += 1
            }
            let digits = index - start
            guard digits >= 2, fields == 0 || digits == 2 && field < 60 else { throw .notANumber }
            value = value * 60 + field
            fields += 1
            guard index < text.count, text[index] == UInt8(ascii: ":") else { break }
            index += 1
        }
        guard fields == 2 || fields == 3 else { throw .notANumber }
        return try fraction(text.dropFirst(index), seconds: value)
    }

    /// Parses up to three groups `.mmm.µµµ.nnn`.
    private static func fraction(_ text: ByteSlice, seconds: Int64) throws(Failure) -> Int64 {
        var value = seconds
        var rest = text
        for _ in 0..<3 {
            var group: Int64 = 0
            if !rest.isEmpty {
                guard rest[0] == UInt8(ascii: "."), let three = FieldValues.plainInteger(rest.dropFirst(1).prefix(3)),
                    rest.count >= 4
                else { throw .notANumber }
                group = three
                rest = rest.dropFirst(4)
            }
            let (product, overflow) = value.multipliedReportingOverflow(by: 1000)
            let (sum, overflow2) = product.addingReportingOverflow(group)
            if overflow || overflow2 { throw .outOfRange }
            value = sum
        }
        guard rest.isEmpty else { throw .notANumber }
        return value
    }

    private static func numberLength(_ text: ByteSlice) -> Int {
        var index = 0
        while index < text.count,
            isDigit(text[index]) || text[index] == UInt8(ascii: ",") || text[index] == UInt8(ascii: ".")
                || index == 0 && (text[index] == UInt8(ascii: "-") || text[index] == UInt8(ascii: "+"))
        {
            index += 1
        }
        return index
    }

    private static func scale(_ unit: ByteSlice) -> Scale? {
        if unit.equals("min") { return Scale(powerOfTen: 9, isMinutes: true) }
        return scales.first { unit.equals($0.unit) }.map { Scale(powerOfTen: $0.power) }
    }

    // Instruments writes U+00B5 (micro sign), keyboards U+03BC (Greek mu).
    private static let scales: [(unit: StaticString, power: Int)] = [
        ("ns", 0), ("µs", 3), ("\u{3BC}s", 3), ("us", 3), ("ms", 6), ("s", 9),
    ]

    /// Calls `body` with the number without commas. Commas are accepted only before groups of three digits: `12,34`
    /// could have a decimal comma and is rejected.
    private static func withDigits(
        _ text: ByteSlice, allowsGroups: Bool, _ body: (ByteSlice) throws(Failure) -> Int64
    ) throws(Failure) -> Int64 {
        let comma = UInt8(ascii: ",")
        guard text.firstIndex(of: comma) != nil else { return try body(text) }
        let point = text.firstIndex(of: UInt8(ascii: ".")) ?? text.count
        let groups = text.prefix(point).buffer.split(separator: comma, omittingEmptySubsequences: false)
        guard allowsGroups, text.count <= 40, (1...3).contains(groups[0].count - (isDigit(text[0]) ? 0 : 1)),
            groups.dropFirst().allSatisfy({ $0.count == 3 }), text.firstIndex(of: comma, from: point) == nil
        else { throw .notANumber }
        let digits = Column<UInt8>(capacity: 64)
        for byte in text.buffer where byte != comma { digits.append(byte) }
        let count = digits.count
        digits.pad(to: count + ByteInput.padding, with: 0)
        return try body(ByteSlice(digits.base, count))
    }

    private static func scaled(_ digits: ByteSlice, _ powerOfTen: Int) throws(Failure) -> Int64 {
        do throws(DecimalTime.Failure) {
            return try DecimalTime.scaled(digits, powerOfTen: powerOfTen)
        } catch {
            throw error == .notANumber ? .notANumber : .outOfRange
        }
    }

    /// Returns the text without surrounding spaces, including U+00A0, U+2007, U+2009 and U+202F.
    static func trimmed(_ text: ByteSlice) -> ByteSlice {
        var text = text.trimmed()
        while let space = wideSpaces.first(where: text.hasPrefix) {
            text = text.dropFirst(space.utf8CodeUnitCount).trimmed()
        }
        while let space = wideSpaces.first(where: text.hasSuffix) {
            text = text.dropLast(space.utf8CodeUnitCount).trimmed()
        }
        return text
    }

    private static var wideSpaces: [StaticString] { ["\u{A0}", "\u{2007}", "\u{2009}", "\u{202F}"] }
}

/// Times as people and programs write them, if no heading of ours gives the unit.
enum TimeText {
    struct Value {
        var nanoseconds: Int64
        /// Whether it is a wall-clock time without a time zone.
        var isLocal = false
    }

    /// The first wall-clock time, in September 2001: no trace lasts 31 years.
    static let firstWallClock: Int64 = 1_000_000_000_000_000_000

    /// Parses a time. `unit` is that of the heading or key; a value's own unit wins. Moments may be ISO 8601 or,
    /// without any unit, counted from 1970. Zero needs no unit.
    static func value(
        _ text: ByteSlice, unit: DecimalTime.Unit?, _ field: Field, allowsGroups: Bool
    ) throws(HumanQuantity.Failure) -> Value {
        if let unit, let plain = try? FieldValues.time(text, unit, field) { return Value(nanoseconds: plain) }
        let isMoment = [.start, .end, .at].contains(field)
        if isMoment, let (time, length) = LogTime.parse(text), length == text.count {
            guard time.nanoseconds >= firstWallClock else { throw .outOfRange }
            return Value(nanoseconds: time.nanoseconds, isLocal: time.zone == nil)
        }
        do throws(HumanQuantity.Failure) {
            return Value(nanoseconds: try HumanQuantity.time(text, unit: unit, allowsGroups: allowsGroups))
        } catch {
            guard error == .noUnit else { throw error }
            if (try? DecimalTime.scaled(text, powerOfTen: 9)) == 0 { return Value(nanoseconds: 0) }
            guard isMoment, let time = sinceEpoch(text) else { throw .noUnit }
            return Value(nanoseconds: time)
        }
    }

    /// Parses a bare number as seconds, milliseconds, microseconds or nanoseconds since 1970: at most one of them gives
    /// a date between 2001 and 2116.
    private static func sinceEpoch(_ text: ByteSlice) -> Int64? {
        for unit in [DecimalTime.Unit.seconds, .milliseconds, .microseconds, .nanoseconds] {
            guard let time = try? DecimalTime.nanoseconds(text, unit: unit) else { continue }
            if time >= firstWallClock, time < TraceBuilder.sentinel { return time }
        }
        return nil
    }
}

/// A column or key with times of unknown unit.
struct TimeWithoutUnit {
    let field: Field
    let name: String
    /// The most likely unit.
    var unit = DecimalTime.Unit.milliseconds

    /// Returns the unit in which bare numbers are likely durations of bodies: seconds if all are below one, because
    /// bodies of less than a millisecond are rarely measured; otherwise milliseconds, or a smaller unit if most would
    /// exceed five seconds.
    static func likelyUnit(ofLengths lengths: [Double]) -> DecimalTime.Unit {
        let lengths = lengths.filter { $0 > 0 }.sorted()
        guard let longest = lengths.last else { return .milliseconds }
        if longest < 1 { return .seconds }
        let middle = lengths[lengths.count / 2]
        return middle <= 5_000 ? .milliseconds : middle <= 5_000_000 ? .microseconds : .nanoseconds
    }
}

extension RowProblem {
    /// Returns the problem of a time without a unit, with options that state the unit of `names` (columns or keys),
    /// ready to paste.
    static func withoutUnit(
        _ name: some StringProtocol, found: String, _ field: Field, _ names: [TimeWithoutUnit]
    ) -> RowProblem {
        let options = names.map { "--map \(ShellWord.quote("\($0.field.key)_\($0.unit.suffix)=\($0.name)"))" }
        return RowProblem(
            .wrongType,
            "'\(name)' has no unit, found '\(found)'; write '12.34 ms', or the unit in the heading", field,
            fix: "say the unit (_s, _ms, _us or _ns): \(options.joined(separator: " "))")
    }
}
