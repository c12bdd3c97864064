/// One opening of a log, as each of its statements names it.
struct LogOpening: Equatable, Sendable {
    /// The number of the opening: later ones have greater numbers.
    let epoch: UInt32
    /// The number of the `PostgresDatabase`. It tells two openings apart that have one epoch, as after a backup was restored.
    let holder: UInt64

    /// The first parameters of the statements that ask whether the log is still this opening's.
    var key: [Parameter] { [.integer(Int64(epoch)), .integer(Int64(bitPattern: holder))] }
}
