/// The pairing of a signpost's begins and ends, for every format that has them as single events.
///
/// A begin and an end pair if their keys are equal. An end closes the newest open begin, because intervals nest. Begins
/// that stay open, and ends without an open begin, have no partner. Time is linear in the moments.
enum SignpostPairing {
    /// The identity of a signpost.
    struct Key: DenseKey, Hashable {
        /// The process by its number, or by an interned name without one. Zero for signposts of scope `system`, which
        /// may end in another process.
        var process: UInt64
        /// The thread for signposts of scope `thread`, which pair only on their own thread; otherwise zero.
        var thread: UInt64
        var subsystem: NameID
        var category: NameID
        var name: NameID
        var id: UInt64
        var hasID: Bool

        var hash: UInt64 {
            HashMixer.mix(
                HashMixer.mix(process, thread &* 31 &+ (hasID ? 1 : 0)),
                HashMixer.mix(id, UInt64(subsystem.rawValue &* 31 &+ category.rawValue) << 32 | UInt64(name.rawValue)))
        }
    }

    enum Kind: UInt8, BitwiseCopyable { case begin, end, event }

    /// The begin or end of a signpost, or an event, at a time.
    struct Moment: BitwiseCopyable {
        var key: Key
        var kind: Kind
        var time: Int64
    }

    /// A moment without a partner, such as a single event.
    static let alone: Int32 = -1
    /// Returns for each of `count` moments the index of its partner, or `alone`. `order` lists them by time, and
    /// moments with equal times as they were written.
    static func partners(
        of count: Int, inOrder order: some Sequence<UInt32>, _ moment: (Int) -> Moment
    ) -> Column<Int32> {
        let partners = Column<Int32>(repeating: alone, count: count)
        // The newest open begin by key. The next older one is stored as its partner while it is open.
        var newest: [Key: Int32] = [:]
        for index in order {
            let row = Int(index)
            let this = moment(row)
            if this.kind == .event { continue }
            if this.kind == .begin {
                partners[row] = newest.updateValue(Int32(index), forKey: this.key) ?? alone
            } else if let begin = newest[this.key] {
                let older = partners[Int(begin)]
                newest[this.key] = older == alone ? nil : older
                partners[row] = begin
                partners[Int(begin)] = Int32(index)
            }
        }
        for var begin in newest.values {
            while begin != alone {
                let older = partners[Int(begin)]
                partners[Int(begin)] = alone
                begin = older
            }
        }
        return partners
    }

    /// The open begins by the numbers of their keys.
    final class OpenBegins<Begin: BitwiseCopyable> {
        private struct Item: BitwiseCopyable {
            var begin: Begin
            /// The next older item of the same key, or the next free item; -1 = none.
            var next: Int32
        }

        /// The newest open begin by key.
        private let newest: Column<Int32>
        /// Items are reused, so there are only as many as were open at once; otherwise a million intervals would take a
        /// third more memory.
        private let items = Column<Item>()
        private var free: Int32 = -1

        init(keys: Int) { newest = Column(repeating: -1, count: keys) }

        func newest(_ key: Int) -> Begin? { newest[key] < 0 ? nil : items[Int(newest[key])].begin }

        func add(_ begin: Begin, to key: Int) {
            let item = Item(begin: begin, next: newest[key])
            if free < 0 {
                newest[key] = Int32(items.count)
                items.append(item)
            } else {
                newest[key] = free
                free = items[Int(free)].next
                items[Int(newest[key])] = item
            }
        }

        /// The most begins that are tried for a better fit than the newest.
        private static var reach: Int { 32 }

        /// Removes and returns the newest begin that fits, or the newest one if none does.
        func close(_ key: Int, fits: (Begin) -> Bool = { _ in true }) -> Begin? {
            var (place, newer, left) = (newest[key], Int32(-1), Self.reach)
            while place >= 0, left > 0, !fits(items[Int(place)].begin) {
                (newer, place, left) = (place, items[Int(place)].next, left - 1)
            }
            if place < 0 || left == 0 { (place, newer) = (newest[key], -1) }
            guard place >= 0 else { return nil }
            let item = items[Int(place)]
            if newer < 0 { newest[key] = item.next } else { items[Int(newer)].next = item.next }
            items[Int(place)].next = free
            free = place
            return item.begin
        }
    }
}
