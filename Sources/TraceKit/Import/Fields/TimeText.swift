/// Times as people and programs write them where no column of ours says the unit.
enum TimeText {
    struct Value {
        var nanoseconds: Int64
        /// Whether it is a wall-clock time without a zone.
        var isLocal = false
    }

    /// Times from here on, in September 2001, are wall-clock times: no trace lasts 31 years.
    static let firstWallClock: Int64 = 1_000_000_000_000_000_000

    /// `unit`: that of the heading or key; a value's own unit beats it. Moments may be ISO 8601 or, where nothing tells the
    /// unit, counted from 1970. Zero needs no unit.
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

    /// A bare number as seconds, milliseconds, microseconds or nanoseconds since 1970: of these at most one is between 2001
    /// and 2116.
    private static func sinceEpoch(_ text: ByteSlice) -> Int64? {
        for unit in [DecimalTime.Unit.seconds, .milliseconds, .microseconds, .nanoseconds] {
            guard let time = try? DecimalTime.nanoseconds(text, unit: unit) else { continue }
            if time >= firstWallClock, time < TraceBuilder.sentinel { return time }
        }
        return nil
    }
}

extension RowProblem {
    /// A time without a unit: with the options that say the unit of `names`, columns or keys, ready to paste.
    static func withoutUnit(
        _ name: some StringProtocol, found: String, _ field: Field, _ names: [(field: Field, name: String)]
    ) -> RowProblem {
        let options = names.map { "--map \(ShellWord.quote("\($0.field.key)_ms=\($0.name)"))" }
        return RowProblem(
            .wrongType,
            "'\(name)' has no unit, found '\(found)'; write '12.34 ms', or the unit in the heading", field,
            fix: "say the unit (_s, _ms, _us or _ns): \(options.joined(separator: " "))")
    }
}
