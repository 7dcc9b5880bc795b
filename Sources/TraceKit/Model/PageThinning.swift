/// Which rows of a long lane are drawn: all, or every long one and gray ones in even steps.
struct PageThinning {
    private var gray: Steps
    private var long: Steps

    /// `all` rows, `long` of them over a deadline. At most `limit` are kept; gray ones are thinned first, but a third of
    /// the limit stays for them, and long ones above four thirds are thinned too: a page that does not open helps nobody.
    init(all: Int, long: Int, limit: Int) {
        let keptLong = min(long, all <= limit ? long : limit / 3 * 4)
        let room = all <= limit ? all - long : max(limit - keptLong, limit / 3)
        self.long = Steps(count: long, kept: keptLong)
        gray = Steps(count: all - long, kept: min(all - long, room))
    }

    /// Whether the next row, in order of time, is drawn.
    mutating func keeps(isLong: Bool) -> Bool { isLong ? long.next() : gray.next() }

    var grayLeftOut: Int { gray.count - gray.kept }
    var longLeftOut: Int { long.count - long.kept }

    /// `kept` of `count` things, as evenly as whole numbers can.
    private struct Steps {
        let count: Int
        let kept: Int
        /// What is left of the share of the next one: each brings `kept`, and `count` make one that is kept.
        private var share = 0

        init(count: Int, kept: Int) {
            self.count = count
            self.kept = kept
        }

        mutating func next() -> Bool {
            guard kept < count else { return true }
            share += kept
            guard share >= count else { return false }
            share -= count
            return true
        }
    }
}
