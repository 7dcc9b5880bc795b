import Testing

@testable import TraceKit

/// Moments in, partners out: `begin a 1` and so on, one word for kind, key and time each.
@Suite struct SignpostPairingTests {
    private typealias Moment = SignpostPairing.Moment

    private func key(_ name: UInt32, process: UInt64 = 1, thread: UInt64 = 0) -> SignpostPairing.Key {
        SignpostPairing.Key(
            process: process, thread: thread, subsystem: NameID(rawValue: 1), category: NameID(rawValue: 2),
            name: NameID(rawValue: name), id: 7, hasID: true)
    }

    /// `b1@10` begins name 1 at 10, `e1@12` ends it, `v1@11` is a single event.
    private func moment(_ text: Substring) -> Moment {
        let parts = text.dropFirst().split(separator: "@").compactMap { Int64($0) }
        let kind: SignpostPairing.Kind = text.first == "b" ? .begin : text.first == "e" ? .end : .event
        return Moment(key: key(UInt32(parts[0])), kind: kind, time: parts[1])
    }

    private func partners(_ moments: [Moment]) -> [Int32] {
        let column = Column<Moment>()
        for moment in moments { column.append(moment) }
        let order = sortedIndexes(count: column.count) {
            column[$0].time == column[$1].time ? nil : column[$0].time < column[$1].time
        }
        let partners = SignpostPairing.partners(of: column.count, inOrder: order) { column[$0] }
        return (0..<partners.count).map { partners[$0] }
    }

    private func check(_ text: String, _ expected: Int32..., sourceLocation: SourceLocation = #_sourceLocation) {
        #expect(partners(text.split(separator: " ").map(moment)) == expected, sourceLocation: sourceLocation)
    }

    @Test func `a begin belongs to the end of its key`() {
        check("b1@1 b2@2 e1@3 e2@4", 2, 3, 0, 1)
        check("v1@1 b1@2 v1@3 e1@4", -1, 3, -1, 1)
    }

    @Test func `the newest open begin is closed first`() {
        check("b1@1 b1@2 e1@3 e1@4", 3, 2, 1, 0)
        check("b1@1 b1@2 e1@3 b1@4 e1@5 e1@6", 5, 2, 1, 4, 3, 0)
    }

    @Test func `what has no partner stays alone`() {
        check("e1@1 b1@2", -1, -1)
        check("b1@1 b1@2 e1@3", -1, 2, 1)
        check("")
    }

    @Test func `time decides, and the order of writing where times are equal`() {
        check("e1@5 b1@1", 1, 0)
        check("b1@5 e1@5 b1@5 e1@5", 1, 0, 3, 2)
        check("e1@5 b1@5", -1, -1)
    }

    @Test func `begins of one time are as many as there are`() {
        check("b1@1 b1@1 e1@2", -1, 2, 1)
        check("b1@1 b1@1 b1@1 e1@2 e1@2 e1@2", 5, 4, 3, 2, 1, 0)
        check("b1@1 e1@1 b1@1 e1@1", 1, 0, 3, 2)
    }

    @Test func `every part of the key keeps signposts apart`() {
        let changes: [(inout SignpostPairing.Key) -> Void] = [
            { $0.process = 2 }, { $0.thread = 2 }, { $0.subsystem = NameID(rawValue: 9) },
            { $0.category = NameID(rawValue: 9) }, { $0.name = NameID(rawValue: 9) }, { $0.id = UInt64.max },
            { $0.hasID = false },
        ]
        for (index, change) in changes.enumerated() {
            var moments = "b1@1 e1@2".split(separator: " ").map(moment)
            change(&moments[1].key)
            #expect(partners(moments) == [-1, -1], "part \(index)")
        }
    }

    /// The definition, word for word: look back for the newest begin of the key that is still open.
    private func naivePartners(_ moments: [Moment]) -> [Int32] {
        var partners = [Int32](repeating: SignpostPairing.alone, count: moments.count)
        var open: [Int] = []
        for (index, moment) in moments.enumerated() {
            let place = open.lastIndex { moments[$0].key == moment.key }
            switch moment.kind {
            case .event: break
            case .begin: open.append(index)
            case .end:
                guard let place else { break }
                partners[index] = Int32(open[place])
                partners[open[place]] = Int32(index)
                open.remove(at: place)
            }
        }
        return partners
    }

    @Test(arguments: 1...4) func `a hundred thousand interleaved begins and ends pair as the definition says`(
        _ seed: Int
    ) {
        var random = SeededNumbers(seed)
        var moments: [Moment] = []
        var time: Int64 = 0
        while moments.count < 100_000 {
            time += Int64.random(in: 0...3, using: &random)
            let name = UInt32.random(in: 1...40, using: &random)
            // Begins outnumber ends a little now and then, so that depths differ and some stay open.
            let share = moments.count / 10_000 % 2 == 0 ? 52 : 48
            let number = Int.random(in: 0..<104, using: &random)
            let kind: SignpostPairing.Kind = number < share ? .begin : number < 100 ? .end : .event
            let process = UInt64.random(in: 1...2, using: &random)
            moments.append(Moment(key: key(name, process: process), kind: kind, time: time))
        }
        #expect(partners(moments) == naivePartners(moments), "seed \(seed)")
    }
}
