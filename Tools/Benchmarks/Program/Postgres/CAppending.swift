import KeywayLog
import KeywayPostgres

/// Measures the log's own append statement sent from C: each connection appends without a pause to runs of its own.
struct CAppending {
    let address: String
    /// The bytes that each append stores, as many as the log's own blocks have on average.
    let block: [UInt8]
    /// The flow's number in the database, which each run names.
    let flow: Int64

    /// How many appends a second are durable.
    ///
    /// - Parameters:
    ///   - connections: how many threads append, each over a connection of its own.
    ///   - size: how many runs one statement appends to.
    func rate(connections: Int, setsOf size: Int, for duration: Duration) -> Double {
        let clock = ContinuousClock()
        let appends = (0..<connections).map { _ in Awaited<Int>() }
        let isReady = (0..<connections).map { _ in Awaited<Void>() }
        let start = Awaited<ContinuousClock.Instant>()
        for (number, outcome) in appends.enumerated() {
            let begun = beginThread { [self] in
                guard let connection = CConnection(to: address, appendingBy: PostgresDatabase.appendStatement) else {
                    fatalError("C cannot prepare the statement")
                }
                let runs = (0..<size).map { _ in UInt64.random(in: 0 ... .max) }
                isReady[number].give(())
                let end = start.wait() + duration
                var ends = [Int64](repeating: 0, count: size)
                var count = 0
                while clock.now < end {
                    guard connection.append(to: runs, from: ends, of: flow, block) else { fatalError("an append lost") }
                    for place in ends.indices { ends[place] += 1 }
                    count += size
                }
                outcome.give(count)
            }
            precondition(begun, "the system gives no thread")
        }
        for ready in isReady { ready.wait() }
        let begin = clock.now
        start.give(begin)
        let total = appends.reduce(0) { $0 + $1.wait() }
        return Double(total) / ((clock.now - begin) / .seconds(1))
    }
}
