import KeywayLog

/// The commit blocks that were read last, kept in memory, with all that is known of their runs.
///
/// Runs that were written together have records in the same blocks. As long as a block is kept, it is read and checked once
/// for all of them.
final class RecentBlocks: Sendable {
    private struct State {
        var blocks: [BlockPlace: CommitBlock] = [:]
        /// The places of the kept blocks, in the order of reading.
        var order: [BlockPlace] = []
        /// How many bytes of memory the kept blocks take.
        var size = 0
    }

    private let limit: Int
    private let state = Lock(State())

    /// `limit`: the most bytes of memory that the kept blocks take.
    init(limit: Int = 16 << 20) {
        self.limit = limit
    }

    /// How many bytes of memory the kept blocks take.
    var size: Int { state.withLock { $0.size } }

    func block(at place: BlockPlace) -> CommitBlock? {
        state.withLock { $0.blocks[place] }
    }

    /// Keeps a block; the ones that were read first make room for it.
    ///
    /// A block that alone takes more than the limit is not kept. Mostly it has the records of a single append, so no other run
    /// needs the block.
    func insert(_ block: CommitBlock) {
        guard block.size <= limit else { return }
        state.withLock { state in
            // Another thread may have read the same block meanwhile.
            guard state.blocks[block.place] == nil else { return }
            state.blocks[block.place] = block
            state.order.append(block.place)
            state.size += block.size
            var dropped = 0
            while state.size > limit {
                state.size -= state.blocks.removeValue(forKey: state.order[dropped])?.size ?? 0
                dropped += 1
            }
            state.order.removeFirst(dropped)
        }
    }
}
