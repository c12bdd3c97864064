/// The pauses of 1 ms that a check makes while it waits for a log.
///
/// The pauses are counted, and the clock is not read: where all threads are busy, the log gets its turns as late as the check does.
struct Pauses {
    private var left: Double

    /// - Parameter patience: how long to wait, all pauses together.
    init(_ patience: Duration) {
        left = patience / .milliseconds(1)
    }

    /// Makes one pause more.
    ///
    /// - Throws: `Broken` with the explanation where none is left.
    mutating func pass(_ explanation: @autoclosure () -> String) async throws {
        try require(left > 0, explanation())
        try await Task.sleep(for: .milliseconds(1))
        left -= 1
    }
}
