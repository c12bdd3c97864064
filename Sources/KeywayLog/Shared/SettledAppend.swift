/// What became of an append that did not win, or whose outcome is unknown.
package struct SettledAppend: Equatable, Sendable {
    /// The sequence of the run's next record; 0 where the run has not begun.
    package var next: UInt64
    /// The append that stands where the asked one was to stand; nil where none begins there.
    package var storedAppend: AppendID?

    package init(next: UInt64, storedAppend: AppendID?) {
        self.next = next
        self.storedAppend = storedAppend
    }
}
