import Foundation
import KeywayCore
import KeywayLog
import KeywayReplay

/// Judges sign-ins by their log, by the lines that their processes wrote, and by what servers and handlers have noted outside the log.
struct Judge {
    let log: SignInLog
    let folder: SignInFolder
    /// By how many milliseconds of the sign-ins' own clock a deadline may be late.
    let slack: Int64
    /// What the processes wrote.
    private var heard = Heard()

    init(_ log: SignInLog, folder: SignInFolder, slack: Int64) {
        self.log = log
        self.folder = folder
        self.slack = slack
    }

    /// Takes more lines that processes wrote.
    ///
    /// - Parameter writer: who wrote them, as for `Heard.take(_:of:)`.
    mutating func hear(_ lines: [String], of writer: Int = 0) {
        for line in lines { heard.take(line, of: writer) }
    }

    /// Judges all runs of the log, also those that were judged before.
    ///
    /// - Parameters:
    ///   - isAtRest: whether every sign-in had the time to end, so that a run that is still open breaks a law.
    ///   - tally: gets the counts of this judgement in place of earlier ones, and further breaches.
    mutating func judge(isAtRest: Bool, _ tally: inout SignInTally) {
        (tally.shown, tally.records, tally.interrupted, tally.endings) = (heard.count, 0, 0, [:])
        for sentence in heard.unresumed { tally.note(.logAloneTellsTheSame, sentence) }
        for id in heard.commandsOfTwoRuns.sorted() {
            tally.note(.onceIsBegunOnce, "the command \(id) was asked once, and two runs have it")
        }
        do {
            let found = try log.contents()
            // No log, and nothing told: each process so far was killed before it made a log.
            if found == nil, heard.isEmpty { return }
            let contents = found ?? SignInLog.Contents()
            for finding in contents.findings { tally.note(.logIsSound, finding) }
            let outside = try Outside(folder)
            var orders: Set<String> = []
            for entry in contents.runs {
                let story = RunStory(entry.run, entry.records)
                judge(story, isOpen: entry.isOpen, isAtRest: isAtRest, outside, &tally)
                orders.formUnion(story.orders)
            }
            judge(outside.begun, orders, &tally)
            for run in heard.runs.subtracting(contents.runs.map { "\($0.run)" }) {
                tally.note(.nothingShownIsLost, "run \(run) was told, and is not in the log")
            }
        } catch {
            tally.note(.logIsSound, "\(error)")
        }
    }

    /// What servers and handlers have noted outside the log.
    private struct Outside {
        /// What servers have noted.
        let facts: ServerFacts
        /// The effects that handlers have begun.
        let begun: [Beginnings.Line]

        init(_ folder: SignInFolder) throws {
            facts = try ServerMemory.read(folder.servers)
            begun = Beginnings.read(folder.beginnings)
        }
    }

    private func judge(
        _ story: RunStory, isOpen: Bool, isAtRest: Bool, _ outside: Outside, _ tally: inout SignInTally
    ) {
        tally.records += story.records.count
        tally.interrupted += story.interrupted
        let name = "run \(story.run)"
        let replay: Replay
        do throws(Replay.Failure) {
            replay = try Replay(of: story.records)
        } catch {
            return tally.note(.logAloneTellsTheSame, "\(name): \(error)")
        }
        if let disagreement = replay.disagreement {
            tally.note(.logAloneTellsTheSame, "\(name), record \(disagreement.sequence): \(disagreement)")
        }
        for loss in heard.losses(in: story) { tally.note(.nothingShownIsLost, "\(name): \(loss)") }
        for sentence in story.clockFaults(slack: slack) { tally.note(.clockGoesOn, "\(name): \(sentence)") }
        guard let final = replay.timeline.final else {
            if isAtRest { tally.note(.everySignInEnds, "\(name) is in '\(replay.timeline.state)'") }
            return
        }
        tally.endings[final, default: 0] += 1
        if isAtRest, isOpen { tally.note(.everySignInEnds, "\(name) has ended, and the log has it open") }
        guard final == "authenticated" else { return }
        let proofs = outside.facts.confirmed["\(story.run)"] ?? []
        if !proofs.contains(where: outside.facts.isVerified) {
            tally.note(
                .noSuccessWithoutProof,
                "\(name) is authenticated, and the backend has confirmed \(proofs.isEmpty ? "nothing" : "\(proofs)")")
        }
    }

    /// Judges the effects that handlers have noted as begun, by the orders of all runs in the log.
    private func judge(_ begun: [Beginnings.Line], _ orders: Set<String>, _ tally: inout SignInTally) {
        var seen: Set<String> = []
        for line in begun {
            // The last part of a key is a salt, drawn when the log was opened. Without it the key is an order as in `RunStory.orders`.
            let order = line.key.split(separator: ".").dropLast().joined(separator: ".")
            if !orders.contains(order) {
                tally.note(.onceIsBegunOnce, "\(line.effect) was begun by no order of the log")
            }
            guard !seen.insert(line.key).inserted, EffectName(line.effect).isOnce else { continue }
            tally.note(.onceIsBegunOnce, "\(line.effect) of order \(line.key) was begun twice")
        }
    }
}
