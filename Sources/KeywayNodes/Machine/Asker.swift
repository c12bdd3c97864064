/// Who asked something of a node, as a number that the caller of the node gave.
package struct Asker: Hashable, Sendable {
    package let number: UInt64

    package init(_ number: UInt64) {
        self.number = number
    }
}
