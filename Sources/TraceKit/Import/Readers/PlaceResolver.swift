/// Line and column of a byte that was read long ago, by reading the file again: only rejects that are found at
/// the end of an import need it, and there are few of them.
enum PlaceResolver {
    static func place(file: String, byte: Int) -> Place {
        guard let input = try? PackedInput.open(path: file) else { return Place(file: file, byte: byte) }
        while input.baseOffset + input.count <= byte, !input.atEnd {
            guard (try? input.refill(keeping: input.count)) != nil else { return Place(file: file, byte: byte) }
        }
        return input.place(of: byte - input.baseOffset)
    }
}
