/// Lines and columns of bytes that were read long ago, by reading the files again: only rejects that are found at the end
/// of an import need them. A file is read once where its bytes are asked for in their order.
struct PlaceResolver {
    private var file: String?
    private var input: ByteInput?

    static func place(file: String, byte: Int) -> Place {
        var resolver = PlaceResolver()
        return resolver.place(file: file, byte: byte)
    }

    /// Without line and column where the file cannot be read again.
    mutating func place(file: String, byte: Int) -> Place {
        if self.file != file || byte < input?.baseOffset ?? 0 {
            self.file = file
            // Opening a pipe once more would wait for another writer.
            input = FileHead.isStream(file) ? nil : try? PackedInput.open(path: file)
        }
        guard let input else { return Place(file: file, byte: byte) }
        while input.baseOffset + input.count <= byte, !input.atEnd {
            guard (try? input.refill(keeping: input.count)) != nil else { return Place(file: file, byte: byte) }
        }
        return input.place(of: byte - input.baseOffset)
    }
}
