import CLinux

#if os(Linux) && _pointerBitWidth(_64)
    import Synchronization
#endif
/// Memory that grows without being copied.
///
/// The system's allocator does so too, but only until a block was freed that is as long: from then on it cuts blocks of that
/// length out of one heap, where they cannot grow. So long blocks come from the system itself, and in large pages where it
/// has them: there is less to hand out one by one, and the processor finds more addresses without a look at its tables.
///
/// A long block that is given back is kept for the next who wants one: memory that is used again costs a fraction of what
/// the system has not handed out before, and one piece of work after the other wants tables as long as the trace.
enum GrowingBlock {
    /// The block with the bytes of `old` (`nil` = none). Ends the process where there is no memory.
    static func resize(
        _ old: UnsafeMutableRawPointer?, from oldSize: Int, to size: Int
    ) -> UnsafeMutableRawPointer {
        guard let block = resized(old, from: oldSize, to: size) else {
            fatalError("out of memory: a column needs \(size) bytes")
        }
        return block
    }

    #if os(Linux) && _pointerBitWidth(_64)
        /// Blocks from this length on are the system's own. Until then a column is copied whenever it grows.
        private static let large = 1 << 16
        /// Blocks from this length on are in large pages.
        private static let huge = 2 << 20

        private static func resized(
            _ old: UnsafeMutableRawPointer?, from oldSize: Int, to size: Int
        ) -> UnsafeMutableRawPointer? {
            guard size >= large else { return realloc(old, size) }
            if let old, oldSize >= large { return moved(old, from: oldSize, to: size) }
            guard let block = newBlock(size) else { return nil }
            if let old {
                memcpy(block, old, min(oldSize, size))
                free(old)
            }
            return block
        }

        private static func newBlock(_ size: Int) -> UnsafeMutableRawPointer? {
            if let kept = kept.withLock({ $0.take(size) }) {
                if let block = moved(kept.start, from: kept.size, to: size) { return block }
                munmap(kept.start, kept.size)
            }
            guard let block = mmap(nil, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0),
                block != MAP_FAILED
            else { return nil }
            if size >= huge { madvise(block, size, MADV_HUGEPAGE) }
            return block
        }

        /// The whole block is in large pages or nothing of it: one whose pages differ cannot be moved.
        private static func moved(
            _ old: UnsafeMutableRawPointer, from oldSize: Int, to size: Int
        ) -> UnsafeMutableRawPointer? {
            guard oldSize != size else { return old }
            guard let block = tracekit_resize_mapping(old, UInt(oldSize), UInt(size)) else { return nil }
            if size >= huge, oldSize < huge { madvise(block, size, MADV_HUGEPAGE) }
            return block
        }

        /// `size` as it was asked for.
        static func release(_ block: UnsafeMutableRawPointer, _ size: Int) {
            guard size >= large else { return free(block) }
            if !kept.withLock({ $0.keep(block, size) }) { munmap(block, size) }
        }

        /// Gives the system what is kept.
        static func giveBack() {
            for block in kept.withLock({ $0.takeAll() }) { munmap(block.start, block.size) }
        }

        /// Reuse does not affect results, as in the system's allocator.
        private static let kept = Mutex(BlockPool())
    #else
        private static func resized(
            _ old: UnsafeMutableRawPointer?, from oldSize: Int, to size: Int
        ) -> UnsafeMutableRawPointer? { realloc(old, size) }

        static func release(_ block: UnsafeMutableRawPointer, _ size: Int) { free(block) }

        static func giveBack() {}
    #endif
}

/// Unused blocks of memory. A block belongs to the thread that takes it.
struct BlockPool: @unchecked Sendable {
    typealias Block = (start: UnsafeMutableRawPointer, size: Int)

    private var blocks: [Block] = []
    private var total = 0
    /// Bytes that are kept at most.
    private static let most = 32 << 20

    /// The shortest block that is long enough, else the longest there is: it has to grow by the least. Nil = none is kept.
    mutating func take(_ size: Int) -> Block? {
        func isBetter(_ block: Block, _ best: Block) -> Bool {
            if block.size >= size { return best.size < size || block.size < best.size }
            return best.size < size && block.size > best.size
        }
        guard var best = blocks.indices.first else { return nil }
        for index in blocks.indices where isBetter(blocks[index], blocks[best]) { best = index }
        total -= blocks[best].size
        return blocks.remove(at: best)
    }

    /// False where too much is kept already.
    mutating func keep(_ block: UnsafeMutableRawPointer, _ size: Int) -> Bool {
        guard total + size <= Self.most else { return false }
        blocks.append((block, size))
        total += size
        return true
    }

    mutating func takeAll() -> [Block] {
        defer { (blocks, total) = ([], 0) }
        return blocks
    }
}
