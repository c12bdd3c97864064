import KeywayLog

/// What a log has reported of appends in one life, in order, since the reports were last taken out.
final class Tellings: Sendable {
    /// The number of the append, the place of its run in `runs`, and the error; nil where the append is durable.
    let all = Lock<[(number: Int, run: Int, error: LogError?)]>([])
    /// The number of an append that was told to be durable before the disk had its records; nil as long as there was none.
    let early = Lock<Int?>(nil)
}
