/// What the log tells of a node's append that it did not take, or of which the node has not heard whether it did.
package struct SettledAppend: Equatable, Sendable {
    /// The sequence of the run's next record; 0 where the run has not begun.
    package var next: UInt64
    /// The append that begins where that of the node was to begin; nil where none begins there. It may be the node's own.
    package var storedAppend: AppendID?

    package init(next: UInt64, storedAppend: AppendID?) {
        self.next = next
        self.storedAppend = storedAppend
    }
}
