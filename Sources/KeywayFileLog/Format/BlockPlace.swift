/// Where a block begins.
struct BlockPlace: Hashable, Sendable {
    /// The number of the segment, from 1 on.
    var segment: UInt32
    /// How many bytes of the segment's file stand before the block.
    var offset: UInt32
}
