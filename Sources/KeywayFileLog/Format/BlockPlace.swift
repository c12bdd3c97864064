/// Where a block begins.
struct BlockPlace: Hashable, Sendable {
    var segment: UInt32
    var offset: UInt32
}
