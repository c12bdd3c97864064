import FlowTranscripts
import KeywayCore
import KeywayDebugger
import KeywayFileLog
import KeywayLog
import KeywayReplay
import KeywayRuns

/// One call of `keyway replay LOG --until N --then TRANSCRIPT --log NEW`: what if something else had come after record N.
struct ForkCall {
    let log: OpenedLog
    let choice: RunChoice
    /// The sequence of the last record that the fork has in common with the recorded run, as `--until` says it.
    let last: UInt64
    /// What comes after that record.
    let transcript: NamedInput
    /// The log that the forked run is appended to.
    let folder: String
    let lookup: FlowLookup
    let isJSON: Bool

    func perform() throws -> ExitCode {
        let records = try log.records(of: choice.run(in: log))
        guard let greatest = records.last?.sequence, last <= greatest else {
            throw CallRefusal(
                "--until \(last) is behind the run's last record, which is \(records.last?.sequence ?? 0)", at: log.name
            )
        }
        let history: RunHistory
        do throws(Replay.Failure) { history = try RunHistory(of: records, until: last) } catch {
            throw CallRefusal("\(error)", at: log.name)
        }
        let (machine, flow) = try lookup.spec(of: history)
        // The providers in whose lines the run stands behind others: the transcript may have those others leave.
        let providers = history.machine.requestsBehindOthers.map(\.provider)
        let other = Transcript.read(transcript.bytes, path: transcript.path, behind: providers)
        if !other.problems.isEmpty { throw CallRefusal(other.problems.map { CallRefusal.Problem($0) }) }
        let followed: FollowedRun
        do throws(Replay.Failure) {
            followed = try FollowedRun(history, of: records, in: log.name, machine: machine)
        } catch {
            throw CallRefusal("\(error)", at: log.name)
        }
        let bound = try bind(followed.beginning(other), to: flow.table)
        // A first try goes into memory only: the new log gets nothing unless the run goes as recorded up to the fork.
        _ = try PlayedRun.play(
            bound, of: flow, as: history.run, reference: nil, into: MemoryLog(salt: 0), behind: followed, tell: { _ in }
        )
        let new = try LogPlace.openForWriting(folder, helpOf: "replay")
        defer { try? new.closeAndWait() }
        var identities = RunIdentities(seed: nil)
        let console = log.console
        let played = try refusing(log: folder) {
            try PlayedRun.play(
                bound, of: flow, as: .random(using: &identities), reference: history.beginning.reference, into: new,
                behind: followed, tell: { if !isJSON { console.writeLine($0, wrappedWith: TimelineText.indentation) } })
        }
        // With any sentence here the exit code is 1, as with 'keyway run'.
        let unexpected = played.isAsExpected == false ? played.problems.map(\.description) : []
        if isJSON {
            let forkedFrom = JSONValue.object([
                "run": .text(history.run.description), "sequence": .integer(Int64(clamping: last)),
            ])
            return log.conclude(
                finding: unexpected,
                as: .object(
                    played.members(log: folder) + [
                        .init(name: "asExpected", value: played.isAsExpected.map { .bool($0) } ?? .null),
                        .init(name: "unexpected", value: .texts(unexpected)),
                        .init(name: "forkedFrom", value: forkedFrom),
                    ]))
        }
        for line in played.endingLines { console.writeLine(line) }
        console.writeLine("log: \(folder.harmless)")
        return log.conclude(finding: unexpected)
    }
}
