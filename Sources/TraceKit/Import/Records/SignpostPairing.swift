/// Which begin of a signpost belongs to which end: shared by every format that has them as single events.
///
/// A begin and an end belong together where their keys are equal. Of several open begins the newest is closed, as
/// intervals nest; what stays open, and ends that close nothing, have no partner. Time is linear in the moments.
enum SignpostPairing {
    /// What is the same signpost.
    struct Key: Hashable, BitwiseCopyable {
        /// The process by its number, or by an interned name where there is none. Zero for signposts of scope
        /// `system`, which may end in another process than they began in.
        var process: UInt64
        /// Zero but for signposts of scope `thread`, which pair on their own thread only.
        var thread: UInt64
        var subsystem: NameID
        var category: NameID
        var name: NameID
        var id: UInt64
        var hasID: Bool
    }

    enum Kind: UInt8, BitwiseCopyable { case begin, end, event }

    /// A signpost at a time.
    struct Moment: BitwiseCopyable {
        var key: Key
        var kind: Kind
        var time: Int64
        /// What tells two begins of one key and time apart, besides: the thread it was emitted on, the message.
        var emitter: UInt64
        var message: NameID
    }

    /// Has no partner (or is a single event, which never has).
    static let alone: Int32 = -1
    /// Is a begin that was printed twice: the same key, time, thread and message as the newest open one.
    static let repeated: Int32 = -2

    /// For every moment the index of its partner, or `alone`, or `repeated`. `order` lists the moments by time;
    /// those of equal times in the order in which they were written.
    static func partners(of moments: Column<Moment>, inOrder order: [UInt32]) -> Column<Int32> {
        partners(inOrder: order) { moments[$0] }
    }

    /// The same where the moments need not be kept.
    static func partners(inOrder order: [UInt32], moment momentOf: (_ index: Int) -> Moment) -> Column<Int32> {
        let partners = Column<Int32>(repeating: alone, count: order.count)
        // The open begins of a key are a list from the newest on: its head by key, the next older by moment.
        let older = Column<Int32>(repeating: alone, count: order.count)
        var keys = Keys()
        let newest = SparseColumn<Int32>(absent: alone)
        for index in order {
            let row = Int(index)
            let moment = momentOf(row)
            if moment.kind == .event { continue }
            let key = keys.number(moment.key)
            let open = newest[key]
            switch moment.kind {
            case .event: break
            case .begin:
                if open >= 0, isRepeat(moment, of: momentOf(Int(open))) {
                    partners[row] = repeated
                } else {
                    older[row] = open
                    newest[key] = Int32(index)
                }
            case .end:
                guard open >= 0 else { break }
                newest[key] = older[Int(open)]
                partners[row] = open
                partners[Int(open)] = Int32(index)
            }
        }
        return partners
    }

    /// Gives every distinct key a dense number.
    private struct Keys: ~Copyable {
        private var emitters = KeyIndex()
        private var names = KeyIndex()
        private var emittersOfNames = KeyIndex()
        private var all = KeyIndex()

        mutating func number(_ key: Key) -> Int {
            let emitter = emitters.number(key.process, key.thread)
            let name = names.number(
                UInt64(key.subsystem.rawValue) << 32 | UInt64(key.category.rawValue), UInt64(key.name.rawValue))
            let both = emittersOfNames.number(UInt64(emitter), UInt64(name))
            return all.number(UInt64(both) << 1 | (key.hasID ? 1 : 0), key.id)
        }
    }

    private static func isRepeat(_ moment: Moment, of open: Moment) -> Bool {
        moment.time == open.time && moment.emitter == open.emitter && moment.message == open.message
    }
}
