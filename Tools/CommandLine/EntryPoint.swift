import FlowTranscripts
import KeywayFileLog
import ProgramStreams

/// The program `keyway`.
@main
enum EntryPoint {
    static func main() {
        let arguments = Array(CommandLine.arguments.dropFirst())
        let code = call(arguments, in: .current())
        Streams().end(with: code.rawValue)
    }

    /// What `--version` says. A build has no version before the first release (the article *What changed*); its formats have.
    private static let version =
        "keyway before its first release, which writes logs of format \(FileLog.formatVersion)"
        + " and reads transcripts of format \(Transcript.version)"

    /// Carries out one call of the program; whatever goes wrong becomes a sentence and a code.
    static func call(_ words: [String], in surroundings: Surroundings) -> ExitCode {
        let console = surroundings.console
        // The command writes to `watched`, so that a refusal knows whether a result has begun.
        let (watched, hasWritten) = console.watched()
        var isJSON = false
        /// Prints why the command could not do it; where JSON was asked for and none is written yet, also as a JSON value.
        func refuse(_ refusal: CallRefusal) -> ExitCode {
            if isJSON, !hasWritten() { console.write(refusal.json) }
            for line in refusal.lines { console.remark(line.harmless) }
            return .problem
        }
        do {
            guard let name = words.first else {
                throw UsageError("keyway needs a command: \(Command.names)", helpOf: nil)
            }
            if ["--help", "-h"].contains(name) {
                return try Command.help.perform(Arguments(), surroundings)
            }
            if name == "--version" {
                console.writeLine(version)
                return .fine
            }
            guard let command = Command.named(name) else {
                throw UsageError(
                    "there is no command '\(name.harmless)'" + meant(name, among: Command.all.map(\.name)),
                    helpOf: nil)
            }
            guard let arguments = try ArgumentReader(command).read(Array(words.dropFirst())) else {
                console.write(command.page)
                return .fine
            }
            isJSON = arguments.isJSON
            var surroundings = surroundings
            surroundings.console = watched
            return try command.perform(arguments, surroundings)
        } catch let error as UsageError {
            console.remark(error.sentence)
            return .usage
        } catch {
            if let refusal = CallRefusal(of: error) { return refuse(refusal) }
            console.remark("a bug of ours: \(error)".harmless)
            return .bug
        }
    }
}
