import FlowLanguage
import FlowMachine
import FlowRules
import FlowTranscripts
import KeywayCore
import KeywayFileLog
import KeywayLog
import KeywayReplay
import ProviderFiles

extension Option {
    fileprivate static let demoLog = Option(
        name: "--log", value: "LOG", summary: "The folder that the runs are appended to; a fresh one if not said")
    fileprivate static let failures = Option(
        name: "--failures", value: "DIR",
        summary: "Writes logs of ten sign-ins that failed into this new folder instead, to try questions on")
}

extension Command {
    static let demo = Command(
        name: "demo", summary: "takes every shipped transcript through run, replay and verify",
        options: [.demoLog, .failures],
        endings: [
            (.fine, "Every run ended as its transcript expects, and every replay is equal"),
            (.problem, "At least one did not; or the log is not as it should be; or the call was stopped"),
        ],
        example: "keyway demo",
        perform: { arguments, surroundings in
            if let folder = arguments[.failures] {
                if arguments[.demoLog] != nil {
                    throw UsageError("--log does not go with --failures", helpOf: "demo")
                }
                return try DemoFailures(folder: folder, surroundings: surroundings).perform()
            }
            let folder =
                try arguments[.demoLog] ?? FileAccess.makeFreshFolder(in: surroundings.temporaryFolder)
            return try Demo(folder: folder, surroundings: surroundings).perform()
        })
}

/// The shipped transcripts on their way through run, replay and verify.
struct Demo {
    /// The folder of the log that gets the runs.
    let folder: String
    let surroundings: Surroundings

    private var console: Console { surroundings.console }

    /// Plays all transcripts into one log, tells each run once more from the log alone, and verifies the log at the end.
    ///
    /// Where the person stops it, it tells what is known by then, and the log is not verified.
    func perform() throws -> ExitCode {
        var progress = ProgressLine(on: console)
        let playedRuns = try play(showing: &progress)
        let count = ShippedFile.transcripts.count
        // The runs of a call that was stopped while it played are not replayed, for that would take as long again.
        let equal = try playedRuns.count < count ? [] : replay(playedRuns.map(\.played), showing: &progress)
        progress.beginPart()
        let report = try equal.count < count ? nil : verify(showing: &progress)
        progress.end()
        tell(playedRuns, equal)
        for finding in report?.findings ?? [] { console.remark("\(folder): \(finding)".harmless) }
        let soundness = report.map { "\($0.isSound ? "verified" : "not sound"), \($0.records) records" }
        console.writeLine("log: \(folder.harmless) (\(soundness ?? "not verified"))")
        let asExpected = playedRuns.count(where: \.played.endsAsExpected)
        let equalCount = equal.count { $0 }
        console.writeLine("\(asExpected) of \(count) transcripts as expected, \(equalCount) of \(count) replays equal")
        guard let report else {
            let (done, unit) = equal.isEmpty ? (playedRuns.count, "transcript") : (equal.count, "replay")
            for line in CallRefusal.stopped(after: done, of: count, unit).lines { console.remark(line) }
            return .problem
        }
        return asExpected == count && equalCount == count && report.isSound ? .fine : .problem
    }

    /// Prints a line about each run; `equal` says of the first of them whether their replays are equal, and the others were not replayed.
    private func tell(_ playedRuns: [(name: String, played: PlayedRun)], _ equal: [Bool]) {
        let width = playedRuns.map(\.name.count).max() ?? 0
        for (index, (name, played)) in playedRuns.enumerated() {
            let replay = index < equal.count ? (equal[index] ? "ok" : "REPLAY DIFFERS") : "not replayed"
            let verdict = played.endsAsExpected ? replay : "NOT AS EXPECTED"
            let end = played.timeline.final ?? played.timeline.state
            console.writeLine(
                "\(verdict)  \(name.padded(to: width))  \(end.padded(to: 13))  \(played.about)".harmless)
        }
    }

    private func verify(showing progress: inout ProgressLine) throws -> FileLog.Verification {
        try FileLog.verify(folder) { read, total in
            progress.show(read, of: total, "segments")
            return true
        }
    }

    /// Plays every transcript into the log, or as many as are played when the person stops that.
    private func play(showing progress: inout ProgressLine) throws -> [(name: String, played: PlayedRun)] {
        let player = try ShippedPlayer { progress.show($0, of: $1, "flows checked") }
        let log = try FileLog(folder)
        defer { try? log.closeAndWait() }
        var identities = RunIdentities(seed: nil)
        return try progress.map(ShippedFile.transcripts, "transcripts played", until: surroundings.isInterrupted) {
            file in
            let run = RunID.random(using: &identities)
            return (file.name, try player.play(file, as: run, into: log, at: folder))
        }
    }

    /// For each run whether the log alone tells the same of it as was told while it ran; for the first ones only where the person stops it.
    private func replay(_ playedRuns: [PlayedRun], showing progress: inout ProgressLine) throws -> [Bool] {
        let log = try ReplayedLog(.folder(folder), in: surroundings)
        return try progress.map(playedRuns, "runs replayed", until: surroundings.isInterrupted) { played in
            let replay = try log.told(played.timeline.run).replay
            return replay.disagreement == nil && replay == played.replay
        }
    }
}

extension PlayedRun {
    /// True also where the transcript expects nothing of the end.
    fileprivate var endsAsExpected: Bool { isAsExpected ?? true }
}
