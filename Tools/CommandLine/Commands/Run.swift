import FlowTranscripts
import KeywayCore
import KeywayFileLog
import KeywayKeys
import KeywayLog
import KeywayRuns

extension Option {
    fileprivate static let playedTranscript = Option(
        name: "--transcript", value: "FILE",
        summary: "What the app and the provider said, one JSON object a line; - for standard input",
        isRequired: true)
    static let log = Option(
        name: "--log", value: "LOG", summary: "The folder that is written to; made if need be",
        isRequired: true, takesAddress: true)
    fileprivate static let name = Option(
        name: "--reference", value: "X", summary: "The app's own name for the run, which is no secret",
        takesAddress: true)
    static let keys = Option(
        name: "--keys", value: "DIR",
        summary: "The folder of the runs' keys: the log gets personal and secret values encrypted with them")
    fileprivate static let seed = Option(
        name: "--seed", value: "N", summary: "Draws the run's identity from this number")
}

extension Command {
    static let run = Command(
        name: "run", summary: "plays a transcript through a flow and appends the run to a log",
        operands: [
            Operand(
                name: "FLOW",
                summary: "A .flow file, - for standard input, or the name of a flow in Specs or in the log")
        ],
        options: [.playedTranscript, .log, .set, .keys, .specs, .name, .seed, .format],
        endings: [
            (.fine, "The run is in the log, and ended as the transcript expects"),
            (.problem, "It ended otherwise; or the flow, the transcript or the log is not as it should be"),
        ],
        example: "keyway run OTPlessSNA --transcript Specs/OTPless/Transcripts/sna-success.jsonl --log runs",
        perform: runTranscript)
}

@Sendable private func runTranscript(_ arguments: Arguments, in surroundings: Surroundings) throws -> ExitCode {
    guard let word = arguments.operands.first, let path = arguments[.playedTranscript], let folder = arguments[.log]
    else {
        preconditionFailure("the reader asks for these")
    }
    if word == NamedInput.dash, path == NamedInput.dash {
        throw UsageError("standard input is FLOW or the transcript, not both", helpOf: "run")
    }
    let seed = try arguments.number(.seed)
    let choices = try ParameterChoice.all(in: arguments, helpOf: "run")
    let console = surroundings.console
    let flow = try FlowLookup(arguments, in: surroundings, log: LogPlace(folder, helpOf: "run")).flow(word)
    let input = try NamedInput(path, as: "a transcript", in: surroundings)
    var transcript = try bind(Transcript.read(input.bytes, path: input.path), to: flow.table)
    transcript.parameters.merge(try choices.values(in: flow.table)) { _, chosen in chosen }

    if let keys = arguments[.keys], FileAccess.identity(of: keys) == FileAccess.identity(of: folder) {
        throw CallRefusal("this is the folder of the log, which takes no file but its own", at: keys)
    }
    let keys = try arguments[.keys].map { try KeyFolder($0, helpOf: "run", isMade: true) }
    let takesValuesBack = RunningFlow(flow.table).takesValuesBack
    if keys != nil, !takesValuesBack {
        console.remark(
            "\(flow.table.name) never asks for its values after a restart ('on restored when withValues'), so nothing is encrypted"
        )
    }
    // Nothing is written before all of the input is known to be right.
    let log = try LogPlace.openForWriting(folder, helpOf: "run")
    // A failure to close loses nothing: each record was durable before the next line was played.
    defer { try? log.closeAndWait() }
    var identities = RunIdentities(seed: seed)
    let run = RunID.random(using: &identities)
    guard !log.runs.contains(run) else { throw CallRefusal("run \(run) is in this log already", at: folder) }
    let key = try takesValuesBack ? keys?.makeKey(for: run) : nil
    let played = try refusing(log: folder) {
        try PlayedRun.play(
            transcript, of: flow, as: run, reference: arguments[.name], into: log, encryptedWith: key,
            tell: { if !arguments.isJSON { console.writeLine($0, wrappedWith: TimelineText.indentation) } })
    }
    if arguments.isJSON {
        let expected = played.isAsExpected.map { JSONValue.bool($0) } ?? .null
        console.write(
            .object(
                played.members(log: folder) + [
                    .init(name: "asExpected", value: expected),
                    .init(name: "unexpected", value: .texts(played.problems.map(\.description))),
                ]))
    } else {
        for line in played.endingLines { console.writeLine(line) }
        console.writeLine("log: \(folder.harmless)")
    }
    guard played.isAsExpected ?? true else {
        for line in CallRefusal(played.problems.map(\.description)).lines { console.remark(line.harmless) }
        return .problem
    }
    return .fine
}

/// The transcript with its names looked up in the flow's table.
///
/// - Throws: `CallRefusal` with every problem of the transcript.
func bind(_ transcript: Transcript, to table: Table) throws(CallRefusal) -> BoundTranscript {
    do { return try transcript.bind(to: table) } catch {
        throw CallRefusal(error.problems.map { CallRefusal.Problem($0) })
    }
}

/// Turns a failure of the log into a refusal: the log is an input of the call, so its failure is no bug of ours.
func refusing<Result>(log folder: String, _ body: () throws -> Result) throws -> Result {
    do { return try body() } catch RunError.log(let error) { throw CallRefusal("\(error)", at: folder) }
}
