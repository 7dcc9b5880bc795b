import Testing

@testable import TraceKit

/// A key in, the field and unit it names out.
@Suite struct FieldTableTests {
    private let table = FieldTable()

    private func check(
        _ key: String, _ field: Field?, _ unit: DecimalTime.Unit? = nil,
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let match = withSlice(key) { table.match($0) }
        #expect(match?.field == field, sourceLocation: sourceLocation)
        if let unit { #expect(match?.unit == unit, sourceLocation: sourceLocation) }
    }

    @Test func `every field is found by its key, times in every unit`() {
        for field in Field.allCases where !Field.ofOwnRows.contains(field) {
            if field.valueType == .time {
                check("\(field.key)_ns", field, .nanoseconds)
                check("\(field.key)_us", field, .microseconds)
                check("\(field.key)_ms", field, .milliseconds)
                check("\(field.key)_s", field, .seconds)
                check(field.key, nil)
            } else {
                check(field.key, field)
                check("\(field.key)_ns", nil)
            }
        }
    }

    @Test func `the keys are those of the interchange format`() {
        check("start_ns", .start, .nanoseconds)
        check("duration_ms", .duration, .milliseconds)
        check("downstream_us", .downstream, .microseconds)
        check("weight_ns", .weight, .nanoseconds)
        check("at_s", .at, .seconds)
        check("signpost_id", .signpostID)
        check("refresh_hz", .refreshHz)
        check("started_at", .startedAt)
        check("cause", .cause)
        check("causes", .cause)
    }

    @Test func `a key of another spelling is none`() {
        for key in ["", "Id", "ids", "start", "start_", "start_NS", "starts_ns", "i", "id ", " id", "causess"] {
            check(key, nil)
        }
        check("a_key_that_is_longer_than_any_field", nil)
        check("id\0", nil)
        check("\0", nil)
        check("signpost_id\0\0\0\0\0", nil)
    }

    @Test func `what stands behind a key does not matter`() {
        withSlice("idstart_nsX") {
            #expect(table.match($0.prefix(2))?.field == .id)
            #expect(table.match(ByteSlice($0.start + 2, 8))?.field == .start)
        }
    }

    @Test func `every kind of record knows its own fields only`() {
        #expect(RecordKind.update.fields.contains(.view) && !RecordKind.cause.fields.contains(.view))
        for kind in RecordKind.allCases { #expect(kind.fields.contains(.record), "\(kind)") }
        #expect(
            RecordKind.allCases.map(\.documentKey) == [
                "trace", "interactions", "causes", "updates", "edges", "groups", "signposts", "hitches", "hangs",
                "samples", "logs",
            ])
    }
}
