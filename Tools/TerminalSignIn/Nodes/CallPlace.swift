/// Where the order of a call stands in its run: the record that ordered it, and its index among the record's orders.
///
/// Calls that two processes make may overtake each other on their way to a phone, which finds the later call by this.
struct CallPlace: Codable, Equatable, Sendable {
    var run: String
    var sequence: UInt64
    var index: UInt64

    /// Whether this call was ordered after the other one; false for calls of two runs.
    func isLater(than other: CallPlace) -> Bool {
        run == other.run && (sequence, index) > (other.sequence, other.index)
    }
}
