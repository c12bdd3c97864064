import KeywayLog

/// The commit blocks that were read last, kept in memory.
///
/// Runs that were written together have records in the same blocks; so each block is read and checked once for all.
final class RecentBlocks: Sendable {
    private struct State {
        var blocks: [BlockPlace: CommitBlock] = [:]
        /// The places of the kept blocks, in the order of reading.
        var order: [BlockPlace] = []
        /// How many bytes the kept blocks have.
        var size = 0
    }

    /// How many bytes are kept, besides those of the block that was read last.
    private static let greatestSize = 1 << 24
    private let state = Lock(State())

    func block(at place: BlockPlace) -> CommitBlock? {
        state.withLock { $0.blocks[place] }
    }

    /// Keeps a block; the ones that were read first make room for it.
    func keep(_ block: CommitBlock) {
        state.withLock { state in
            guard state.blocks.updateValue(block, forKey: block.place) == nil else { return }
            state.order.append(block.place)
            state.size += block.bytes.count
            var dropped = 0
            while state.size > Self.greatestSize, dropped < state.order.count - 1 {
                state.size -= state.blocks.removeValue(forKey: state.order[dropped])?.bytes.count ?? 0
                dropped += 1
            }
            state.order.removeFirst(dropped)
        }
    }
}
