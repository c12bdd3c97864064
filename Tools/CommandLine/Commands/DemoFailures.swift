import KeywayCore
import KeywayFileLog
import KeywayLog
import KeywayReplay
import ProviderFiles

/// Writes logs of sign-ins that failed, each in another way: something to try `explain`, `why` and the other commands on.
struct DemoFailures {
    /// One failed sign-in.
    struct Failure {
        /// The name of its log's folder, and also the run's reference.
        var name: String
        /// The file name of the shipped transcript that is played.
        var transcript: String
    }

    static let all = [
        Failure(name: "silence", transcript: "sna-timeout.jsonl"),
        Failure(name: "token-denied", transcript: "smartauth-token-denied.jsonl"),
        Failure(name: "wrong-codes", transcript: "smartauth-five-wrong-codes.jsonl"),
        Failure(name: "never-ready", transcript: "smartauth-never-ready.jsonl"),
        Failure(name: "answer-too-late", transcript: "onetap-support-unknown.jsonl"),
        Failure(name: "no-way-left", transcript: "phone-each-way-fails.jsonl"),
        Failure(name: "no-account", transcript: "offline-no-account.jsonl"),
        Failure(name: "app-died", transcript: "sna-restart-abandoned.jsonl"),
        Failure(name: "budget-spent", transcript: "phone-budget-before-silent.jsonl"),
        Failure(name: "damaged", transcript: "sna-init-failed.jsonl"),
    ]
    /// The folder of one log with the runs of all failures.
    static let together = "all"
    /// The folder of a log written by a shadow: a flow that only watches an app's own sign-in code.
    static let shadowed = "shadowed"
    /// The folder of the log in which one bit is changed after it was written: that of the last failure above.
    static let damaged = "damaged"

    /// The new folder in which each log gets a folder of its own.
    let folder: String
    let surroundings: Surroundings

    func perform() throws -> ExitCode {
        if try FileAccess.kind(of: folder) != nil {
            throw CallRefusal("this is there already: name a folder that is not", at: folder)
        }
        try FileAccess.makeFolder(folder)
        var progress = ProgressLine(on: surroundings.console)
        let player = try ShippedPlayer { progress.show($0, of: $1, "flows checked") }
        progress.end()
        let width = Self.all.map(\.name.count).max() ?? 0
        for (number, failure) in Self.all.enumerated() {
            guard let file = ShippedFile.transcripts.first(where: { $0.name == failure.transcript }) else {
                preconditionFailure("\(failure.transcript) is not shipped")
            }
            // Each call draws the same identities, so that a documentation page can show real output.
            var identities = RunIdentities(seed: UInt64(number + 1))
            let run = RunID.random(using: &identities)
            for name in [failure.name, Self.together] {
                let path = "\(folder)/\(name)"
                let log = try FileLog(path)
                let played = try player.play(file, as: run, reference: failure.name, into: log, at: path)
                try log.closeAndWait()
                guard name == failure.name else { continue }
                let end = played.timeline.final ?? played.timeline.state
                surroundings.console.writeLine(
                    "\(failure.name.padded(to: width))  \(end.padded(to: 10))  \(played.about)".harmless)
            }
        }
        let shadowed = try FileLog("\(folder)/\(Self.shadowed)")
        DemoShadow.write(into: shadowed)
        try shadowed.closeAndWait()
        try damage("\(folder)/\(Self.damaged)")
        surroundings.console.writeLine("all of them: \(folder)/\(Self.together)".harmless)
        surroundings.console.writeLine("an app's own handler with a shadow: \(folder)/\(Self.shadowed)".harmless)
        surroundings.console.writeLine("ask, for example: keyway explain \(folder)/\(Self.all[0].name)".harmless)
        return .fine
    }

    /// Changes one bit in each segment, 20 bytes before the end of what is written, as a failing disk does.
    ///
    /// A segment's file goes on with zeros after its last record, so the last other byte is the end of what is written.
    private func damage(_ log: String) throws {
        for path in try FileAccess.files(in: log, endingIn: [".log"]) {
            var bytes = try FileAccess.bytes(of: path, as: "a segment of a log")
            guard let last = bytes.lastIndex(where: { $0 != 0 }) else { continue }
            bytes[last - 20] ^= 0x04
            try FileAccess.write(path, with: bytes)
        }
    }
}
