/// The updates of many rows – the views of a trace, or its chains – added up as they come: by kind of interaction, and by window.
///
/// A trace may have a row an update, so no row is an object of its own: what belongs to one is put together when all are in.
/// A class, because halves of a trace are added up beside each other and then joined.
final class RowSums {
    private struct Part: BitwiseCopyable {
        let row: Int32
        var counts: KindCounts
    }

    /// A trace has fewer windows and updates than fit into 32 bits.
    private struct Window: BitwiseCopyable {
        let row: Int32
        let window: Int32
        var updates: Int32
        var unnecessary: Int32
    }

    private struct Duration: BitwiseCopyable {
        let row: Int32
        let ns: Int64
    }

    /// By row and kind, numbered as in `partIndex`.
    private let parts = Column<Part>()
    private var partIndex = PairIndex()
    /// Of a window there may be several: updates come in order of time, windows overlap.
    private let windows = Column<Window>()
    private let durations = Column<Duration>()
    /// By row, what it was added to last: updates come in order of time, mostly many of one interaction behind each other.
    private let lastPart = Column<Int32>()
    private let lastWindow = Column<Int32>()

    init(rows: Int = 0) { pad(to: rows) }

    var rowCount: Int { lastPart.count }

    /// Rows are numbered from zero on.
    func pad(to rows: Int) {
        lastPart.pad(to: rows, with: -1)
        lastWindow.pad(to: rows, with: -1)
    }

    /// `window` and its kind are nil for an update in no interaction.
    @inline(__always)
    func add(_ one: UpdateCounts, to row: Int, window: Int?, kind: Int?) {
        let kind = kind.map { Int32(truncatingIfNeeded: $0) } ?? KindCounts.outside
        var part = Int(lastPart[row])
        if part < 0 || parts.base[part].counts.kind != kind { part = self.part(row, kind) }
        parts.base[part].counts.counts += one
        guard let window else { return }
        let last = Int(lastWindow[row])
        if last >= 0, windows.base[last].window == Int32(truncatingIfNeeded: window) {
            windows.base[last].updates += Int32(truncatingIfNeeded: one.updates)
            windows.base[last].unnecessary += Int32(truncatingIfNeeded: one.unnecessary)
        } else {
            lastWindow[row] = Int32(windows.count)
            windows.append(
                Window(
                    row: Int32(row), window: Int32(truncatingIfNeeded: window),
                    updates: Int32(truncatingIfNeeded: one.updates),
                    unnecessary: Int32(truncatingIfNeeded: one.unnecessary)))
        }
    }

    /// Of an update that has an end, in nanoseconds.
    @inline(__always)
    func add(duration: Int64, to row: Int) { durations.append(Duration(row: Int32(row), ns: duration)) }

    private func part(_ row: Int, _ kind: Int32) -> Int {
        let part = partIndex.number(UInt32(row), UInt32(bitPattern: kind))
        if part == parts.count { parts.append(Part(row: Int32(row), counts: KindCounts(kind: kind))) }
        lastPart[row] = Int32(part)
        return part
    }

    /// Adds those of later updates, which number the rows as `places` says.
    func add(_ later: RowSums, places: (Int) -> Int) {
        let places = (0..<later.rowCount).map { Int32(places($0)) }
        pad(to: Int(places.max() ?? -1) + 1)
        for part in later.parts.buffer {
            let own = self.part(Int(places[Int(part.row)]), part.counts.kind)
            parts[own].counts.counts += part.counts.counts
        }
        windows.take(later.windows) {
            Window(row: places[Int($0.row)], window: $0.window, updates: $0.updates, unnecessary: $0.unnecessary)
        }
        durations.take(later.durations) { Duration(row: places[Int($0.row)], ns: $0.ns) }
    }

    /// All rows, when all updates are in.
    func settled() -> SettledRows {
        let byKind = grouped(parts, \.row, \.counts) { parts in
            parts.sort { $0.kind < $1.kind }
            return parts.count
        }
        let byWindow = grouped(windows, \.row) {
            WindowCounts(window: Int($0.window), updates: Int($0.updates), unnecessary: Int($0.unnecessary))
        } settle: {
            $0.settle()
        }
        let durations = grouped(durations, \.row, \.ns) { durations in
            durations.sort()
            return durations.count
        }
        return SettledRows(byKind: byKind, byWindow: byWindow, durations: durations)
    }

    /// Elements row by row. `settle` puts those of a row in order, and says how many are left of them.
    private func grouped<Element: BitwiseCopyable, Value>(
        _ elements: Column<Element>, _ row: (Element) -> Int32, _ value: (Element) -> Value,
        settle: (inout UnsafeMutableBufferPointer<Value>.SubSequence) -> Int
    ) -> SettledRows.Grouped<Value> {
        var ends = [Int32](repeating: 0, count: rowCount + 1)
        for element in elements.buffer { ends[Int(row(element)) + 1] += 1 }
        for row in 0..<rowCount { ends[row + 1] += ends[row] }
        let starts = Array(ends.dropLast())
        // Each row's end is where its next element goes, until all are there.
        ends = starts
        let values = [Value](unsafeUninitializedCapacity: elements.count) { values, count in
            for element in elements.buffer {
                let row = Int(row(element))
                values.initializeElement(at: Int(ends[row]), to: value(element))
                ends[row] += 1
            }
            count = elements.count
            for row in starts.indices where ends[row] - starts[row] > 1 {
                var own = values[Int(starts[row])..<Int(ends[row])]
                ends[row] = starts[row] + Int32(settle(&own))
            }
        }
        elements.free()
        return SettledRows.Grouped(values: values, starts: starts, ends: ends)
    }
}

/// What the updates of each row add up to.
struct SettledRows: Sendable {
    /// Values that stand row by row.
    struct Grouped<Value: Sendable>: Sendable {
        fileprivate let values: [Value]
        fileprivate let starts: [Int32]
        fileprivate let ends: [Int32]

        subscript(row: Int) -> ArraySlice<Value> { values[Int(starts[row])..<Int(ends[row])] }
    }

    private let parts: Grouped<KindCounts>
    /// One entry a window, in their order.
    let byWindow: Grouped<WindowCounts>
    /// Of the updates that have an end, ascending, in nanoseconds.
    let durations: Grouped<Int64>

    fileprivate init(byKind: Grouped<KindCounts>, byWindow: Grouped<WindowCounts>, durations: Grouped<Int64>) {
        (parts, self.byWindow, self.durations) = (byKind, byWindow, durations)
    }

    var indices: Range<Int> { parts.starts.indices }

    /// In all.
    func counts(_ row: Int) -> UpdateCounts { parts[row].reduce(into: UpdateCounts()) { $0 += $1.counts } }

    /// In interactions, by their kinds, ascending.
    func byKind(_ row: Int) -> ArraySlice<KindCounts> { parts[row].drop { $0.kind == KindCounts.outside } }
}

/// The updates in interactions of one kind and name.
struct KindCounts: Equatable, Sendable {
    /// Its place among those of the trace; below them all: in no interaction.
    var kind: Int32
    var counts = UpdateCounts()

    static let outside: Int32 = -1
}
