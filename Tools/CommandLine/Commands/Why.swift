import FlowMachine
import FlowProviders
import FlowTranscripts
import KeywayCore
import KeywayDebugger
import KeywayLog
import KeywayReplay
import KeywayRuns

extension Option {
    fileprivate static let models = Option.against(
        "The SDK's model, a .provider file or OTPless@2.3.2: then callbacks may be dropped and added too, "
            + "as far as it may have said them")
    fileprivate static let editedTranscript = Option(
        name: "--transcript", value: "FILE", summary: "Gets the edited run, which 'keyway run' takes to its other end")
}

extension Command {
    static let why = Command(
        name: "why",
        summary:
            "finds the smallest change of what came to a run, up to three edits, by which it would have ended otherwise",
        operands: [.log()],
        options: [.models, .editedTranscript, .force, .run, .reference, .specs, .format],
        endings: [
            (.fine, "Such a change is found"),
            (.problem, "None is, or the run cannot be decided anew; no such run; or the log cannot be read"),
        ],
        example: "keyway why sign-ins --run 93aa2b17 --against OTPless@2.3.2",
        perform: { arguments, surroundings in
            let choice = try RunChoice(arguments)
            let lookup = try FlowLookup(arguments, in: surroundings)
            let models = try ProviderLookup(arguments.providers, specs: lookup.specs).named()
            let file = arguments[.editedTranscript]
            if let file { try OutputFile.check(file, isForced: arguments[.force] != nil) }
            let log = try OpenedLog(arguments, in: surroundings)
            let history = try log.history(of: choice)
            let behavior = models.isEmpty ? nil : FollowedModels(models.map(\.model), beside: history.flow)
            let found: ShortestEdit
            do throws(ShortestEdit.Failure) { found = try ShortestEdit(of: history, beside: behavior) } catch {
                throw CallRefusal(
                    "run \(history.run): \(error.sentence(against: models.map(\.name)))", at: log.name)
            }
            var unreadable: [String] = []
            if let file {
                // The change is told even where its transcript cannot be written.
                do {
                    let transcript = try edited(history, with: found, lookup)
                    try FileAccess.write(file, with: Array(transcript.text.utf8))
                } catch let refusal as CallRefusal {
                    unreadable = refusal.sentences
                }
            }
            if arguments.isJSON { return log.conclude(lacking: unreadable, as: found.json) }
            for line in found.lines(against: models.map(\.name)) { log.console.writeLine(line.harmless) }
            return log.conclude(lacking: unreadable)
        })
}

/// The edited run as a transcript that was played and ends as it says.
private func edited(_ history: RunHistory, with edit: ShortestEdit, _ lookup: FlowLookup) throws -> Transcript {
    let (machine, flow) = try lookup.spec(of: history)
    let transcript = try RecordedTranscript.edited(history, by: edit, machine: machine)
    let played = try PlayedRun.play(
        bind(transcript, to: history.flow.table), of: flow, as: history.run,
        reference: nil, into: MemoryLog(salt: 0), tell: { _ in })
    guard played.timeline.final == edit.to else {
        throw CallRefusal(
            "the edited run cannot be written as a transcript: played, it \(played.timeline.final.map { "ends in \($0)" } ?? "does not end")"
        )
    }
    return transcript
}

extension ShortestEdit {
    fileprivate func lines(against models: [String]) -> [String] {
        let changes = edits.map(\.words) + assumed.map { "\($0.effect) had answered \($0.name)" }
        return [
            "It would have ended in \(to) instead of \(from), if only \(changes.joined(separator: ", and ")).",
            "What the backend answered is left as it was. "
                + (isCertainlyMinimal
                    ? "No smaller change is possible."
                    : edits.count == 1 && edits[0].movedTime == 0
                        ? "No fewer edits are possible."
                        : isComplete
                            ? "No smaller change was found among the times at which something happened or was due."
                            : "Not every change was tried, so there may be a smaller one."),
        ] + (models.isEmpty ? [] : ["\(models.joined(separator: ", ")) may have said all of it."])
    }

    fileprivate var json: JSONValue {
        .object([
            "from": .text(from), "to": .text(to), "edits": .list(edits.map(\.json)),
            "assumed": .list(
                assumed.map { .object(["effect": .text($0.effect), "reply": .text($0.name)]) }),
            "minimal": .bool(isCertainlyMinimal),
            "complete": .bool(isComplete),
        ])
    }
}

extension InputEdit {
    fileprivate var words: String {
        switch self {
        case .move(let recorded, let to):
            "\(recorded.event), record \(recorded.sequence), had come \(Int64(clamping: movedTime).seconds)s"
                + " \(to < recorded.at ? "earlier" : "later"), at \(to.seconds)s instead of \(recorded.at.seconds)s"
        case .drop(let recorded):
            "\(recorded.event), record \(recorded.sequence), had not come at \(recorded.at.seconds)s"
        case .add(_, let event, let at): "\(event) had come at \(at.seconds)s"
        }
    }

    fileprivate var json: JSONValue {
        switch self {
        case .move(let recorded, let to):
            .object([
                "edit": .text("move"), "sequence": .integer(Int64(clamping: recorded.sequence)),
                "event": .text(recorded.event), "from": .seconds(recorded.at), "to": .seconds(to),
            ])
        case .drop(let recorded):
            .object([
                "edit": .text("drop"), "sequence": .integer(Int64(clamping: recorded.sequence)),
                "event": .text(recorded.event), "from": .seconds(recorded.at),
            ])
        case .add(_, let event, let at):
            .object(["edit": .text("add"), "event": .text(event), "to": .seconds(at)])
        }
    }
}

extension ShortestEdit.Failure {
    fileprivate func sentence(against models: [String]) -> String {
        switch self {
        case .notEnded: return "it has not ended; 'keyway explain' says what it waits for"
        case .interrupted:
            return "it waited in a provider's queue, or another process went on with it: such a run is not decided anew"
        case .notReproduced(let state):
            return
                "decided anew with each deadline at its instant it goes another way and ends in \(state), because the app was late or away when a deadline passed; so no change can be named"
        case .notOfTheModels(let recorded):
            return
                "\(models.joined(separator: ", ")) cannot have said \(recorded.event) at \(recorded.at.seconds)s, record \(recorded.sequence): name the version that was in use, or leave --against out"
        case .noChangeFound(let isComplete):
            let kinds = models.isEmpty ? "no command or callback at another time leads" : "no edit leads"
            return isComplete
                ? "\(kinds) it to another end, up to \(ShortestEdit.greatestEditCount) edits"
                : "no other end was found; not every change was tried"
        }
    }
}
