/// Field values from their bytes, exactly: no floating point, overflow checked.
enum FieldValues {
    /// Up to eighteen digits and nothing else, which cannot overflow; nil for anything longer or else.
    @inline(__always)
    static func plainInteger(_ text: ByteSlice) -> Int64? {
        guard text.count > 0, text.count <= 18 else { return nil }
        var value: Int64 = 0
        for index in 0..<text.count {
            let digit = text[index] &- 0x30
            guard digit <= 9 else { return nil }
            value = value &* 10 &+ Int64(digit)
        }
        return value
    }

    /// All digits as an unsigned 64-bit number; nil where they are not digits only or do not fit.
    static func unsigned(_ text: ByteSlice) -> UInt64? {
        guard text.count > 0 else { return nil }
        var value: UInt64 = 0
        for index in 0..<text.count {
            let digit = text[index] &- 0x30
            guard digit <= 9 else { return nil }
            let (product, overflow) = value.multipliedReportingOverflow(by: 10)
            let (sum, overflow2) = product.addingReportingOverflow(UInt64(digit))
            if overflow || overflow2 { return nil }
            value = sum
        }
        return value
    }

    @inline(__always)
    static func id(_ text: ByteSlice, _ field: Field) throws(RowProblem) -> UInt64 {
        if let plain = plainInteger(text) { return UInt64(bitPattern: plain) }
        if let value = unsigned(text) { return value }
        let isNumber = text.count > 0 && (0..<text.count).allSatisfy { isDigit(text[$0]) }
        throw RowProblem(
            isNumber ? .outOfRange : .wrongType,
            "'\(field.key)' must be a whole number from 0 to \(UInt64.max), found '\(cut(text))'", field)
    }

    static func integer(_ text: ByteSlice, _ field: Field) throws(RowProblem) -> Int64 {
        if let plain = plainInteger(text) { return plain }
        do throws(DecimalTime.Failure) {
            let whole = try DecimalTime.scaled(text, powerOfTen: 0)
            // `60.0` is whole, `1.5` is not; numbers too large to be looked at more closely count as whole.
            if let closer = try? DecimalTime.scaled(text, powerOfTen: 6), closer % 1_000_000 != 0 { throw .notANumber }
            return whole
        } catch {
            throw problem(error, text, field, "a whole number")
        }
    }

    /// A time in nanoseconds. Whole nanoseconds that fit 64 bits only without a sign are sentinels: they are
    /// returned as `Int64.max`.
    static func time(_ text: ByteSlice, _ unit: DecimalTime.Unit, _ field: Field) throws(RowProblem) -> Int64 {
        do throws(DecimalTime.Failure) {
            return try DecimalTime.nanoseconds(text, unit: unit)
        } catch {
            if unit == .nanoseconds, unsigned(text) != nil { return Int64.max }
            throw problem(error, text, field, "a number")
        }
    }

    private static func problem(
        _ failure: DecimalTime.Failure, _ text: ByteSlice, _ field: Field, _ expected: String
    ) -> RowProblem {
        switch failure {
        case .notANumber: RowProblem(.wrongType, "'\(field.key)' must be \(expected), found '\(cut(text))'", field)
        case .outOfRange:
            RowProblem(.outOfRange, "'\(field.key)' does not fit 64 bits of nanoseconds: '\(cut(text))'", field)
        }
    }

    /// At most forty characters of a value, for a message.
    static func cut(_ text: ByteSlice) -> String {
        let whole = text.prefix(200).text
        return whole.count > 40 ? "\(whole.prefix(40))…" : whole
    }
}
