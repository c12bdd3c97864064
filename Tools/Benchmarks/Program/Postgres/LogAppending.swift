import KeywayCore
import KeywayLog
import KeywayNodes
import KeywayPostgres

/// Measures the log alone: it is given ready records, so no time goes into deciding them, as a node's does.
struct LogAppending {
    private static let node = NodeID(11)

    let log: SharedLog
    let version: FlowVersion

    /// How many appends a second are durable.
    ///
    /// - Parameters:
    ///   - callers: how many tasks append at once, each to runs of its own.
    ///   - size: how many runs one statement appends to.
    func rate(callers: Int, setsOf size: Int, for duration: Duration) async throws -> Double {
        let clock = ContinuousClock()
        let begin = clock.now
        let total = try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<callers {
                group.addTask { [self] in
                    var generator = SystemRandomNumberGenerator()
                    let runs = (0..<size).map { _ in RunID.random(using: &generator) }
                    var next: UInt64 = 0
                    while clock.now < begin + duration {
                        let appends = runs.map { append(to: $0, at: next) }
                        guard
                            case .appended(let won, _) = try await log.engine.perform(.append(appends), for: Self.node),
                            won.count == size
                        else { fatalError("an append lost") }
                        next += 1
                    }
                    return Int(next) * size
                }
            }
            return try await group.reduce(0, +)
        }
        return Double(total) / ((clock.now - begin) / .seconds(1))
    }

    private func append(to run: RunID, at sequence: UInt64) -> SharedAppend {
        let content: Record.Content =
            sequence == 0
            ? .began(
                Beginning(
                    version: version, reference: nil, kind: .live, salt: 1, outcome: Outcome(state: 0, context: [])))
            : .commandBeforeLeg(CommandBeforeLeg(leg: "", command: 0, fields: [], commandID: "\(sequence)"))
        let record = Record(
            run: run, leg: 0, sequence: sequence, time: Instant(milliseconds: 1_790_000_000_000), content: content)
        return SharedAppend(
            id: AppendID(node: Self.node, number: sequence), run: run, records: [record], request: nil,
            promise: Instant(milliseconds: 4_000_000_000_000), isOver: false, movesRun: true)
    }
}
