/// One record of a generated trace, whatever format it is written in. Times and durations are nanoseconds.
struct BenchRecord {
    enum Kind { case interaction, cause, update, edge, signpost, hitch }
    enum Phase { case update, creation, check }

    /// An end of an edge.
    struct Node {
        enum Kind { case interaction, cause, update }
        var kind = Kind.cause
        var id: UInt64 = 0
        /// Index into the catalogue's list of its kind.
        var name = 0
        var start: UInt64 = 0
        var duration: UInt64?
        var phase = Phase.update
    }

    var kind: Kind
    var id: UInt64 = 0
    var start: UInt64 = 0
    /// Nil for causes, edges and updates without an end.
    var duration: UInt64?
    /// Index into the catalogue's list of its kind: a view, a cause, an interaction, a signpost.
    var name = 0
    var phase = Phase.update
    /// Index into the catalogue's instances; nil = not known.
    var instance: Int?
    /// Index into the catalogue's changes; nil = not known.
    var changed: Int?
    var allocations: UInt64 = 0
    /// What set a cause or an update off, and where an edge begins; nil = not known.
    var source: Node?
    /// Where an edge ends.
    var target: Node?
    /// Of a signpost: nil = OS_SIGNPOST_ID_EXCLUSIVE.
    var signpostID: UInt64?

    /// This record as an end of an edge.
    var node: Node {
        let kind: Node.Kind = kind == .update ? .update : kind == .interaction ? .interaction : .cause
        return Node(kind: kind, id: id, name: name, start: start, duration: duration, phase: phase)
    }
}
