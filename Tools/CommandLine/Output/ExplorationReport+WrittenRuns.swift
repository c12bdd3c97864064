import FlowLanguage
import FlowMachine
import FlowProviders
import FlowTranscripts
import KeywayCore
import KeywayFileLog
import KeywayLog

extension ExplorationReport {
    /// A run that shows a violation, written as an ordinary log and transcript.
    struct WrittenRun {
        /// The run's identity in the log.
        var run: String
        /// The path of the log.
        var log: String
        /// The path of the transcript.
        var transcript: String
    }

    /// Writes for each violation a run that shows it: a transcript for `keyway run`, and the log that playing it makes.
    ///
    /// The report says why where one cannot be written.
    mutating func writeRuns(into folder: String) throws {
        do { try writeAllRuns(into: folder) } catch {
            guard let refusal = CallRefusal(of: error) else { throw error }
            unwritten = refusal
        }
    }

    private mutating func writeAllRuns(into folder: String) throws {
        guard let machine = flow.machine, !violations.isEmpty else { return }
        do { try SystemFileSystem().makeFolder(folder) } catch { throw CallRefusal(error) }
        let runnable = RunnableFlow(of: machine, in: flow.source)
        let path = folder.appending(component: "log")
        let log = try FileLog(path)
        defer { try? log.closeAndWait() }
        var identities = RunIdentities(seed: nil)
        var number = 0
        for found in violations {
            number += 1
            // Where something must happen in some run and happens in none, no run shows that.
            guard found.violation.hasRun else {
                files.append(nil)
                continue
            }
            // The runs of an earlier call stay as they are.
            while try FileAccess.kind(of: transcriptPath(number, in: folder)) != nil { number += 1 }
            let file = transcriptPath(number, in: folder)
            let transcript = found.exploration.counterexample(of: found.violation).transcript
            try OutputFile.create(file, with: Array(transcript.text.utf8))
            let run = RunID.random(using: &identities)
            _ = try refusing(log: path) {
                try PlayedRun.play(
                    bind(transcript, to: runnable.table), of: runnable, as: run, reference: nil, into: log,
                    tell: { _ in })
            }
            files.append(WrittenRun(run: "\(run)", log: path, transcript: file))
        }
    }

    private func transcriptPath(_ number: Int, in folder: String) -> String {
        folder.appending(component: "\(name)-\(number).jsonl")
    }
}
