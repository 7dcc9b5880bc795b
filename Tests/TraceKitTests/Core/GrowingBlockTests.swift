import Testing

@testable import TraceKit

/// Memory of columns: it grows without losing anything, and what is given back is used again.
@Suite struct GrowingBlockTests {
    private func address(_ number: Int) throws -> UnsafeMutableRawPointer {
        try #require(UnsafeMutableRawPointer(bitPattern: number << 12))
    }

    @Test func `a block keeps its bytes from a few to many megabytes and back`() {
        var (block, size) = (GrowingBlock.resize(nil, from: 0, to: 100), 100)
        block.storeBytes(of: 0x1234_5678, toByteOffset: 96, as: UInt32.self)
        for next in [1 << 12, 1 << 16, 3 << 20, 3 << 20, 9 << 20, 1 << 16] {
            block = GrowingBlock.resize(block, from: size, to: next)
            size = next
            #expect(block.load(fromByteOffset: 96, as: UInt32.self) == 0x1234_5678, "\(next)")
            // All of it can be written to.
            block.storeBytes(of: 1, toByteOffset: size - 1, as: UInt8.self)
        }
        GrowingBlock.release(block, size)
        GrowingBlock.giveBack()
    }

    @Test func `a block of any length can be had after others were released`() {
        for size in [1 << 20, 5 << 20, 2 << 20, 4 << 20] {
            let blocks = (0..<3).map { _ in GrowingBlock.resize(nil, from: 0, to: size) }
            for (number, block) in blocks.enumerated() {
                block.initializeMemory(as: UInt8.self, repeating: UInt8(number), count: size)
            }
            // Nobody else writes to it.
            for (number, block) in blocks.enumerated() {
                #expect(block.load(fromByteOffset: size - 1, as: UInt8.self) == UInt8(number))
            }
            for block in blocks { GrowingBlock.release(block, size) }
        }
    }

    @Test func `the shortest block that is long enough is taken, else the longest`() throws {
        var kept = BlockPool()
        let areKept = try [3, 9, 5].map { kept.keep(try address($0), $0 << 20) }
        #expect(areKept == [true, true, true])
        let taken = [4 << 20, 20 << 20, 1, 1].map { kept.take($0)?.size }
        #expect(taken == [5 << 20, 9 << 20, 3 << 20, nil])
    }

    @Test func `no more is kept than 32 MB`() throws {
        var kept = BlockPool()
        let block = try address(1)
        let areKept = [20 << 20, 20 << 20, 12 << 20].map { kept.keep(block, $0) }
        #expect(areKept == [true, false, true])
        let sizes = kept.takeAll().map(\.size)
        #expect(sizes == [20 << 20, 12 << 20])
        // What was taken is not counted any more.
        for _ in 0..<2 {
            let isKept = kept.keep(block, 32 << 20)
            let taken = kept.take(1)
            #expect(isKept && taken?.size == 32 << 20)
        }
    }
}
