/// An archive of NSKeyedArchiver. References are followed on access only, because its graphs have cycles.
struct KeyedArchive {
    /// One object of the archive.
    struct Node {
        fileprivate let archive: KeyedArchive
        fileprivate let object: BinaryPlist.Object

        private var plist: BinaryPlist { archive.plist }

        /// The value for a key: of an archived dictionary, otherwise of the object itself. Nil if there is none.
        subscript(key: String) -> Node? {
            get throws(TraceError) {
                if let own = try own(key) { return own }
                guard case .array(let names)? = try own("NS.keys")?.object,
                    case .array(let values)? = try own("NS.objects")?.object
                else { return nil }
                for (name, value) in zip(names, values) where try archive.node(name).text == key {
                    return try archive.node(value)
                }
                return nil
            }
        }

        /// The entries of a dictionary, or of a counted map (`$0` = number, then keys and values in turn).
        func entries() throws(TraceError) -> [(key: Node, value: Node)] {
            guard case .dictionary = object else { return [] }
            if let keys = try own("NS.keys"), let values = try own("NS.objects") {
                let (left, right) = (try keys.elements(), try values.elements())
                return zip(left, right).map { (key: $0, value: $1) }
            }
            guard let count = try own("$0")?.integer, count >= 0, count <= UInt64(plist.count) else { return [] }
            var entries: [(key: Node, value: Node)] = []
            let parts = try plist.fields(of: object)
            for index in 0..<Int(count) {
                guard let key = parts["$\(2 * index + 1)"], let value = parts["$\(2 * index + 2)"] else { continue }
                entries.append((key: try archive.node(key), value: try archive.node(value)))
            }
            return entries
        }

        /// The elements of an array or a set.
        func elements() throws(TraceError) -> [Node] {
            if case .array(let list) = object { return try archive.nodes(list) }
            guard case .dictionary = object else { return [] }
            if let list = try own("NS.objects") {
                // References to lists are not followed, because they could be circular.
                guard case .array(let items) = list.object else { return [] }
                return try archive.nodes(items)
            }
            let parts = try plist.fields(of: object)
            var nodes: [Node] = []
            while let index = parts["NS.object.\(nodes.count)"] { nodes.append(try archive.node(index)) }
            return nodes
        }

        var text: String? {
            get throws(TraceError) {
                if case .text(let text) = object { return text == "$null" ? nil : text }
                if case .text(let text)? = try own("NS.string")?.object { return text }
                return nil
            }
        }

        var integer: UInt64? {
            switch object {
            case .integer(let number): number
            case .bool(let flag): flag ? 1 : 0
            case .real(let number): UInt64(exactly: number.rounded())
            default: nil
            }
        }

        var bytes: [UInt8]? {
            get throws(TraceError) {
                if case .data(let bytes) = object { return bytes }
                if case .data(let bytes)? = try own("NS.data")?.object { return bytes }
                return nil
            }
        }

        /// A value of the object itself.
        private func own(_ key: String) throws(TraceError) -> Node? {
            guard let index = try plist.fields(of: object)[key] else { return nil }
            return try archive.node(index)
        }
    }

    fileprivate let plist: BinaryPlist
    private let objects: [Int]
    private let top: Int

    init(_ bytes: [UInt8], name: String) throws(TraceError) {
        let plist = try BinaryPlist(bytes, name: name)
        self.plist = plist
        let wrong = BinaryPlist.wrong(name, 0, "it is none of NSKeyedArchiver")
        let fields = try plist.fields(of: plist.object(plist.top))
        guard let archiver = fields["$archiver"], case .text("NSKeyedArchiver") = try plist.object(archiver),
            let list = fields["$objects"], case .array(let objects) = try plist.object(list), let top = fields["$top"]
        else { throw wrong }
        (self.objects, self.top) = (objects, top)
    }

    /// The first matching text among its objects, regardless of references.
    func firstText(where holds: (String) -> Bool) throws(TraceError) -> String? {
        for index in objects {
            if case .text(let text) = try plist.object(index), holds(text) { return text }
        }
        return nil
    }

    /// A value under `$top`.
    func top(_ key: String) throws(TraceError) -> Node? { try node(top)[key] }

    var root: Node {
        get throws(TraceError) {
            guard let root = try top("root") else { throw BinaryPlist.wrong(plist.name, 0, "it has no root") }
            return root
        }
    }

    /// The object of the property list, or the one that it refers to.
    fileprivate func node(_ index: Int) throws(TraceError) -> Node {
        var object = try plist.object(index)
        // Archivers do not write references to references.
        for _ in 0..<4 {
            guard case .uid(let number) = object else { break }
            guard number < objects.count else {
                throw BinaryPlist.wrong(plist.name, 0, "it refers to an object that is not there")
            }
            object = try plist.object(objects[number])
        }
        return Node(archive: self, object: object)
    }

    fileprivate func nodes(_ indexes: [Int]) throws(TraceError) -> [Node] {
        var nodes: [Node] = []
        for index in indexes { nodes.append(try node(index)) }
        return nodes
    }
}
