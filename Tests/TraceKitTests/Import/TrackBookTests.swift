import Testing

@testable import TraceKit

/// Intervals in, tracks out: the first on which each nests.
@Suite struct TrackBookTests {
    private struct Track {
        var open: [Int64] = []
        var lastStart: Int64
    }

    /// As a walk over all tracks finds it.
    private static func tracks(_ intervals: [(start: Int64, end: Int64)]) -> [Int] {
        var tracks: [Track] = []
        return intervals.map { interval in
            let sharesStarts = tracks.count >= 32
            let found = tracks.indices.first { index in
                while let last = tracks[index].open.last, last <= interval.start { tracks[index].open.removeLast() }
                guard interval.start > tracks[index].lastStart || sharesStarts else { return false }
                return tracks[index].open.last.map { interval.end <= $0 } ?? true
            }
            let track = found ?? tracks.count
            if found == nil { tracks.append(Track(lastStart: interval.start)) }
            tracks[track].open.append(interval.end)
            tracks[track].lastStart = interval.start
            return track
        }
    }

    @Test(arguments: [3, 40, 400, 4_000])
    func `an interval goes onto the first track that has room for it`(_ length: Int64) {
        var random = SeededNumbers(Int(length))
        for _ in 0..<20 {
            let intervals = (0..<300).map { _ in
                let start = Int64.random(in: 0...400, using: &random)
                let isOpen = Int.random(in: 0...60, using: &random) == 0
                return (start: start, end: isOpen ? Int64.max : start + .random(in: 0...length, using: &random))
            }.sorted { ($0.start, -$0.end) < ($1.start, -$1.end) }
            var book = TrackBook()
            let found = intervals.map { book.place(.signposts, thread: nil, start: $0.start, end: $0.end) }
            #expect(found == Self.tracks(intervals))
        }
    }

    @Test func `lanes and threads have tracks of their own`() {
        var book = TrackBook()
        #expect(book.place(.bodies, thread: "main", start: 0, end: 10) == 0)
        #expect(book.place(.bodies, thread: "worker", start: 0, end: 10) == 1)
        #expect(book.place(.hangs, thread: nil, start: 0, end: 10) == 2)
        #expect(book.place(.bodies, thread: "main", start: 5, end: 15) == 3)
        #expect(book.place(.bodies, thread: "main", start: 10, end: 15) == 0)
        #expect(book.tracks.map(\.number) == [1, 1, 1, 2])
    }
}
