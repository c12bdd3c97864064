/// What a node has under way at a shard, and what waits there for a connection.
struct Desk {
    /// How many statements are under way, by the lane.
    var underWay = SIMD4<UInt8>()
    /// The kinds of which something waits, each as a bit.
    var waiting: UInt16 = 0
}

extension Desk {
    /// Runs that wait to ask the same, in the order in which they came.
    struct Line {
        var first = RehearsedRun.none
        var last = RehearsedRun.none
    }
}

extension StatementKind {
    var bit: UInt16 { 1 << UInt16(rawValue) }

    /// The kinds of the lane.
    static func bits(of lane: Lane) -> UInt16 { allCases.filter { $0.lane == lane }.reduce(0) { $0 | $1.bit } }

    /// The first of the kinds that are set in the bits: it is sent before the others.
    init?(firstOf bits: UInt16) {
        self.init(rawValue: UInt8(bits.trailingZeroBitCount))
    }
}
