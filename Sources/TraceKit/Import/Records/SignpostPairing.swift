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
        let partners = Column<Int32>(repeating: alone, count: moments.count)
        // The open begins of a key are a list from the newest on: its head by key, the next older by moment.
        let older = Column<Int32>(repeating: alone, count: moments.count)
        var newest: [Key: Int32] = [:]
        for index in order {
            let row = Int(index)
            let moment = moments[row]
            switch moment.kind {
            case .event: break
            case .begin:
                let open = newest[moment.key] ?? alone
                if open >= 0, isRepeat(moment, of: moments[Int(open)]) {
                    partners[row] = repeated
                } else {
                    older[row] = open
                    newest[moment.key] = Int32(index)
                }
            case .end:
                guard let open = newest[moment.key], open >= 0 else { break }
                newest[moment.key] = older[Int(open)]
                partners[row] = open
                partners[Int(open)] = Int32(index)
            }
        }
        return partners
    }

    private static func isRepeat(_ moment: Moment, of open: Moment) -> Bool {
        moment.time == open.time && moment.emitter == open.emitter && moment.message == open.message
    }
}
