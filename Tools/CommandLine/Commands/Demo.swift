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
            (.problem, "At least one did not; or the log is not as it should be"),
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
    func perform() throws -> ExitCode {
        var progress = ProgressLine(on: console)
        let playedRuns = try play(showing: &progress)
        let equal = try replay(playedRuns.map(\.played), showing: &progress)
        progress.end()
        var asExpected = 0
        var equalCount = 0
        let width = playedRuns.map(\.name.count).max() ?? 0
        for (index, (name, played)) in playedRuns.enumerated() {
            let isAsExpected = played.isAsExpected ?? true
            asExpected += isAsExpected ? 1 : 0
            equalCount += equal[index] ? 1 : 0
            let verdict = !isAsExpected ? "NOT AS EXPECTED" : equal[index] ? "ok" : "REPLAY DIFFERS"
            let end = played.timeline.final ?? played.timeline.state
            console.writeLine(
                "\(verdict)  \(name.padded(to: width))  \(end.padded(to: 13))  \(played.about)".harmless)
        }
        progress.beginPart()
        let report = try FileLog.verify(folder) { progress.show($0, of: $1, "segments") }
        progress.end()
        for finding in report.findings { console.remark("\(folder): \(finding)".harmless) }
        let count = playedRuns.count
        console.writeLine(
            "log: \(folder.harmless) (\(report.isSound ? "verified" : "not sound"), \(report.records) records)")
        console.writeLine("\(asExpected) of \(count) transcripts as expected, \(equalCount) of \(count) replays equal")
        return asExpected == count && equalCount == count && report.isSound ? .fine : .problem
    }

    /// Plays every transcript into the log.
    private func play(showing progress: inout ProgressLine) throws -> [(name: String, played: PlayedRun)] {
        let player = try ShippedPlayer { progress.show($0, of: $1, "flows checked") }
        let log = try FileLog(folder)
        defer { try? log.closeAndWait() }
        var identities = RunIdentities(seed: nil)
        return try progress.map(ShippedFile.transcripts, "transcripts played") { file in
            let run = RunID.random(using: &identities)
            return (file.name, try player.play(file, as: run, into: log, at: folder))
        }
    }

    /// For each run whether the log alone tells the same of it as was told while it ran.
    private func replay(_ playedRuns: [PlayedRun], showing progress: inout ProgressLine) throws -> [Bool] {
        let log = try ReplayedLog(.folder(folder), in: surroundings)
        return try progress.map(playedRuns, "runs replayed") { played in
            let replay = try log.told(played.timeline.run).replay
            return replay.disagreement == nil && replay == played.replay
        }
    }
}
