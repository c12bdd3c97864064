/// Which append of which node this is.
///
/// The log stores it with the records. A node that does not know what became of an append asks again under the same identity, and
/// an equal append of another node is never taken for a repetition.
package struct AppendID: Hashable, Sendable {
    package let node: NodeID
    /// Counted by the node.
    package let number: UInt64

    package init(node: NodeID, number: UInt64) {
        self.node = node
        self.number = number
    }
}
