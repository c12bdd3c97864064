import FlowTranscripts
import KeywayCore
import KeywayDebugger
import KeywayFileLog
import KeywayLog
import KeywayReplay

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
        let history: RunHistory
        do throws(Replay.Failure) { history = try RunHistory(of: records, until: last) } catch {
            throw CallRefusal("\(error)", at: log.name)
        }
        let (machine, flow) = try lookup.spec(of: history)
        let other = Transcript.read(transcript.bytes, path: transcript.path)
        if !other.problems.isEmpty { throw CallRefusal(other.problems.map { CallRefusal.Problem($0) }) }
        let forked = try RecordedTranscript.forked(history, then: other, machine: machine)
        let bound = try bind(forked, to: flow.table)
        // A first try goes into memory only: the new log gets nothing unless the run goes as recorded up to the fork.
        let tried = try PlayedRun.play(
            bound, of: flow, as: history.run, reference: nil, into: MemoryLog(salt: 0), tell: { _ in })
        try check(tried.timeline, against: records)
        let new = try LogPlace.openForWriting(folder, helpOf: "replay")
        defer { try? new.closeAndWait() }
        var identities = RunIdentities(seed: nil)
        let console = log.console
        let played = try refusing(log: folder) {
            try PlayedRun.play(
                bound, of: flow, as: .random(using: &identities), reference: history.beginning.reference, into: new,
                tell: { if !isJSON { console.writeLine($0, wrappedWith: TimelineText.indentation) } })
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

    /// Refuses where the forked run does not go as the recorded one up to the fork.
    ///
    /// The log lacks personal and secret values, so others are made up, and these may lead the run another way.
    private func check(_ timeline: Replay.Timeline, against records: [Record]) throws {
        let recorded = try Replay(of: records, until: last).timeline.entries
        for (place, entry) in recorded.enumerated() {
            let other = timeline.entries.indices.contains(place) ? timeline.entries[place] : nil
            guard let other, other.goes(as: entry) else {
                throw CallRefusal(
                    "it cannot be forked there: played again with values made up, record \(entry.sequence), \(entry.event), goes another way",
                    at: log.name)
            }
        }
    }
}

extension Replay.Timeline.Entry {
    /// Whether both are the same step.
    ///
    /// Times are not compared: a live run decides a deadline a little after its instant, a played run exactly at it. Neither are fields, of
    /// which some have made-up values, nor causes: how a handler ended is played as an answer.
    fileprivate func goes(as other: Self) -> Bool {
        (leg, event, disposition, state) == (other.leg, other.event, other.disposition, other.state)
    }
}
