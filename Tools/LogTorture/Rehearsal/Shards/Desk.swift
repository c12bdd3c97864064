/// What one node has under way at one shard, a database with a log of its own, and what waits at the node for a connection to the shard.
struct Desk {
    /// How many statements are under way, by the raw value of their `StatementKind.ConnectionGroup`.
    var underWay = SIMD4<UInt8>()
    /// The kinds of statements that wait for a connection, each as a bit (`StatementKind.bit`).
    var waiting: UInt16 = 0
}

extension Desk {
    /// The runs of a node that wait to ask statements of one kind, in the order in which they came: the first and the last of a chain.
    ///
    /// `RehearsedRun.next` leads from each to the next; both are `RehearsedRun.none` where nobody waits.
    struct Line {
        var first = RehearsedRun.none
        var last = RehearsedRun.none
    }
}

extension StatementKind {
    /// The bit that stands for the kind in a set of kinds.
    var bit: UInt16 { 1 << UInt16(rawValue) }

    /// The kinds whose statements go on these connections, as a set of bits.
    static func bits(of group: ConnectionGroup) -> UInt16 {
        allCases.filter { $0.connectionGroup == group }.reduce(0) { $0 | $1.bit }
    }

    /// The first kind of the set, which is sent before the others; nil for an empty set.
    init?(firstOf bits: UInt16) {
        self.init(rawValue: UInt8(bits.trailingZeroBitCount))
    }
}
