import Testing

@testable import TraceKit

@Suite struct LogFieldsTests {
    @Test func `behind message and time stand zeros, however long the object before had them`() throws {
        let objects = [
            (#"{"eventMessage":"a message that is longer","timestamp":"2026-06-26 13:23:32.715547+0100"}"#, 24, 31),
            (#"{"eventMessage":"short","timestamp":"2026-06-26 13:23:32"}"#, 5, 19), ("{}", 0, 0),
        ]
        var fields = LogFields(NameTable())
        for (text, message, written) in objects {
            var reader = JSONReader(ByteInput(bytes: Array(text.utf8), name: "x"))
            try fields.read(&reader)
            #expect(fields.message.count == message && fields.written.count == written)
            for slice in [fields.message, fields.written] {
                #expect((0..<ByteInput.padding).allSatisfy { slice[slice.count + $0] == 0 }, "\(slice.text)")
            }
        }
    }
}
