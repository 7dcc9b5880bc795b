import Testing

@testable import TraceKit

/// Records declare their columns once; what is not declared would be lost wherever columns are handled.
@Suite struct ColumnVisitorTests {
    /// Puts another value into every column that it meets.
    private struct Changing: ColumnVisitor {
        mutating func node(_ handle: inout UInt32, _ field: Field) { handle += 1 }
        mutating func group(_ handle: inout UInt32, _ field: Field) { handle += 1 }
        mutating func id(_ id: inout UInt64?, _ field: Field) { id = 7 }
        mutating func word<Code: CodedWord>(_ code: inout Code, other: inout NameID, _ field: Field) {
            code = Code.allCases.first { $0.rawValue != code.rawValue } ?? code
            other = NameID(.main)
        }
        mutating func name(_ name: inout NameID, _ field: Field, _ role: NameRole, _ presence: Presence) {
            name = NameID(.main)
        }
        mutating func list(_ list: inout ListID, _ field: Field) { list = ListID(rawValue: 1) }
        mutating func stack(_ stack: inout UInt32, _ field: Field) { stack += 1 }
        mutating func start(_ time: inout Int64, _ field: Field, _ presence: Presence) { time = 5 }
        mutating func duration(_ time: inout Int64, _ field: Field, _ presence: Presence) { time = 5 }
        mutating func number(_ number: inout Int64, _ field: Field) { number = 5 }
        mutating func flag(_ flag: inout Bool?, _ field: Field) { flag = !(flag ?? false) }
        mutating func text(_ text: inout String?, _ field: Field, _ role: NameRole) { text = "changed" }
        mutating func integer(_ number: inout Int64?, _ field: Field) { number = 5 }
    }

    /// The properties that a visitor of all columns does not reach.
    private static func missed<Record>(_ record: Record, _ visit: (inout Record) -> Void) -> [String] {
        var changed = record
        visit(&changed)
        return zip(Mirror(reflecting: record).children, Mirror(reflecting: changed).children).filter {
            "\($0.value)" == "\($1.value)"
        }.compactMap(\.0.label)
    }

    private static func missed<Record: LaneRecord>(_: Record.Type) -> [String] {
        missed(Record()) { record in
            var changing = Changing()
            record.visit(&changing)
        }
    }

    @Test func `every property of a record is declared`() {
        #expect(Self.missed(CauseRecord.self) == [])
        // No exporter has it: it is found when the nodes of a graph are.
        #expect(Self.missed(InteractionRecord.self) == ["causeID"])
        #expect(Self.missed(EdgeRecord.self) == [])
        #expect(Self.missed(GroupRecord.self) == [])
        #expect(Self.missed(SignpostRecord.self) == [])
        #expect(Self.missed(HitchRecord.self) == [])
        #expect(Self.missed(HangRecord.self) == [])
        #expect(Self.missed(SampleRecord.self) == [])
        #expect(Self.missed(LogRecord.self) == [])
        let ofTrace = Self.missed(TraceMetadata()) { metadata in
            var changing = Changing()
            metadata.visit(&changing)
        }
        // The length is in no unit, the label is the user's, and where the input ended is the reader's.
        #expect(ofTrace == ["durationNs", "label", "truncatedAt"])
    }

    @Test func `every optional column of updates is declared`() {
        let updates = UpdateColumns()
        let declared = updates.optional.map { column in
            switch column.values {
            case .names(let names, _): ObjectIdentifier(names)
            case .lists(let lists): ObjectIdentifier(lists)
            case .groups(let groups): ObjectIdentifier(groups)
            case .numbers(let numbers), .times(let numbers): ObjectIdentifier(numbers)
            }
        }
        let sparse = Mirror(reflecting: updates).children.filter { "\(type(of: $0.value))".hasPrefix("SparseColumn") }
        #expect(Set(declared) == Set(sparse.map { ObjectIdentifier($0.value as AnyObject) }))
        #expect(Set(updates.optional.map(\.field)).count == updates.optional.count)
    }

    @Test func `a field has the type that its records declare`() {
        #expect(Field.downstream.valueType == .time && Field.downstream.exportedKey == "downstream_ns")
        #expect(Field.allocations.valueType == .integer && Field.allocations.exportedKey == "allocations")
        #expect(Field.cause.valueType == .ids && Field.frames.valueType == .stack && Field.system.valueType == .bool)
        #expect(Field.group.valueType == .id && Field.changed.valueType == .names && Field.view.valueType == .name)
        // Each type is declared by every kind that has the field.
        for field in Field.allCases where !Field.ofOwnRows.contains(field) {
            let types = RecordKind.allCases.flatMap(\.declared).filter { $0.field == field }.map(\.type)
            #expect(Set(types) == [field.valueType], "\(field)")
        }
    }
}
