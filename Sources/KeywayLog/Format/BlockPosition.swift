/// Where a block begins.
struct BlockPosition: Hashable, Sendable {
    var segment: UInt32
    var offset: UInt64
}
