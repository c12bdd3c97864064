/// One life of a node, which is one of several equal processes over a shared log.
///
/// A process draws a new identity at random each time that it starts, so nothing that an earlier life has sent can be taken for its own.
package struct NodeID: Hashable, Sendable {
    package let number: UInt64

    package init(_ number: UInt64) {
        self.number = number
    }
}

extension NodeID: Comparable {
    /// By the numbers. The order says nothing of the nodes: it only lets code go through a set of nodes in one order
    /// always.
    package static func < (left: NodeID, right: NodeID) -> Bool { left.number < right.number }
}

extension NodeID: CustomStringConvertible {
    /// 16 hexadecimal digits.
    package var description: String {
        let digits = String(number, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}
