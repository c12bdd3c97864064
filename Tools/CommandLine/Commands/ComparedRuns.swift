import KeywayCore
import KeywayDebugger
import KeywayReplay

/// A call of `keyway compare` that names two runs, of one log or of two logs.
struct ComparedRuns {
    private let arguments: Arguments
    private let log: OpenedLog
    private let run: RunID
    /// The log that has `other`; nil where both runs are in one log.
    private let otherLog: OpenedLog?
    private let other: RunID

    /// `arguments`: with `--run` and `--and`.
    init(_ arguments: Arguments, in surroundings: Surroundings) throws {
        self.arguments = arguments
        let (choice, otherChoice) = (try RunChoice(arguments), try RunChoice(arguments, by: .and))
        log = try OpenedLog(arguments, in: surroundings)
        let place = arguments.operands.dropFirst().first
        otherLog = try place.map { try OpenedLog(LogPlace($0, helpOf: "compare"), in: surroundings) }
        run = try choice.run(in: log)
        other = try otherChoice.run(in: otherLog ?? log)
    }

    func perform() throws -> ExitCode {
        var replays: [Replay] = []
        var unreadable: [String] = []
        for (log, run) in [(log, run), (otherLog ?? log, other)] {
            unreadable += try log.withRecords(of: run) { records in replays.append(try Replay(of: records)) }
        }
        // What damage has cost the first log, `tell` and `refusal` add themselves.
        unreadable += otherLog?.lost ?? []
        guard replays.count == 2 else { throw log.refusal(unreadable) }
        var comparison = Comparison()
        comparison.add(replays[0], replays[1])
        let digits = ShortIdentities(among: (otherLog ?? log).runs).digits(of: other)
        let words = Comparison.Words(way: "another way than \(digits)")
        return log.tell(comparison, in: words, lacking: unreadable, arguments)
    }
}
