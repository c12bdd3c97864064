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
        name: "--transcript", value: "FILE",
        summary: "Gets the edited run, which 'keyway run' takes to its other end; - is standard output")
    fileprivate static let steps = Option(
        name: "--steps", value: "N",
        summary: "Stops the search after N steps; \(ShortestEdit.usualStepCount), for about a second, if not said")
}

extension Command {
    static let why = Command(
        name: "why",
        summary:
            "finds the smallest change of what came to a run, up to three edits, by which it would have ended otherwise",
        operands: [.log()],
        options: [.models, .steps, .editedTranscript, .force, .run, .reference, .specs, .format],
        endings: [
            (.fine, "Such a change is found"),
            (
                .problem,
                "None is, or the search was stopped, or the run cannot be decided anew; its records and its flow disagree; no such run;"
                    + " or the log cannot be read"
            ),
        ],
        example: "keyway why sign-ins --run 93aa2b17 --against OTPless@2.3.2",
        perform: { arguments, surroundings in
            let choice = try RunChoice(arguments)
            let limit = try arguments.number(.steps).map { Int(clamping: $0) } ?? ShortestEdit.usualStepCount
            let lookup = try FlowLookup(arguments, in: surroundings)
            let models = try ProviderLookup(arguments.providers, specs: lookup.specs).named()
            let file = arguments[.editedTranscript]
            if let file {
                try OutputFile.check(file, beside: arguments, what: "the edited run")
                try OutputFile.check(file, of: arguments)
            }
            let log = try OpenedLog(arguments, in: surroundings)
            let history = try log.history(of: choice)
            let disagreements = history.disagreement.map { ["\(log.name): \($0.sentence)"] } ?? []
            let behavior = models.isEmpty ? nil : FollowedModels(models.map(\.model), beside: history.flow)
            var progress = ProgressLine(on: surroundings.console)
            var questions = 0
            let found: ShortestEdit
            do throws(ShortestEdit.Failure) {
                found = try ShortestEdit(of: history, beside: behavior, upTo: limit) { steps in
                    questions += 1
                    // The progress line asks the clock each time, which takes longer than a few steps: only each 256th call does so.
                    guard questions % 256 == 0 else { return true }
                    progress.show(steps, of: limit, "steps at most")
                    return !surroundings.isInterrupted()
                }
                progress.end()
            } catch {
                progress.end()
                let unnamed = UnnamedModels(of: history.flow, besides: models, specs: lookup.specs)
                let reason = error.sentence(against: models.map(\.name), lacking: unnamed, upTo: limit)
                throw log.refusal(["\(log.name): run \(history.run): \(reason)"] + disagreements)
            }
            var unreadable =
                found.untried.contains(.interrupted) ? ["\(log.name): run \(history.run): the search was stopped"] : []
            if let file {
                // The change that was found is printed even where its transcript cannot be written.
                do {
                    let transcript = try edited(history, with: found, lookup)
                    try OutputFile.put(Array(transcript.text.utf8), at: file, or: log.console)
                } catch let refusal as CallRefusal {
                    unreadable += refusal.sentences
                }
            }
            if arguments.isJSON {
                return log.conclude(lacking: unreadable, finding: disagreements, as: found.json)
            }
            // Where the transcript is the result, the change is told beside it.
            let isBesideTranscript = file.map(OutputFile.isStandardOutput) ?? false
            for line in found.lines(against: models.map(\.name), upTo: limit) {
                if isBesideTranscript {
                    log.console.remark(line.harmless)
                } else {
                    log.console.writeLine(line.harmless, wrappedWith: 2)
                }
            }
            return log.conclude(lacking: unreadable, finding: disagreements)
        })
}

/// The edited run as a transcript, which was played here to be sure that it ends as the edit says.
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
    /// - Parameter limit: how many steps the search was allowed to decide.
    fileprivate func lines(against models: [String], upTo limit: Int) -> [String] {
        let changes = edits.map(\.words) + assumed.map { "\($0.effect) had answered \($0.words)" }
        let answers =
            assumed.isEmpty
            ? "What the backend answered is left as it was."
            : "What the backend answered is left as it was; what it was never asked it answers \(Assumption.delay.seconds)s"
                + " after the order."
        return [
            "It would have ended in \(to) instead of \(from), if only \(changes.joined(separator: ", and ")).",
            "\(answers) \(verdict(upTo: limit))",
        ] + (models.isEmpty ? [] : ["\(models.joined(separator: ", ")) may have said all of it."])
    }

    /// A sentence on whether a smaller change is possible.
    private func verdict(upTo limit: Int) -> String {
        if isCertainlyMinimal { return "No smaller change is possible." }
        if edits.count == 1, edits[0].movedTime == 0 { return "No fewer edits are possible." }
        if isComplete { return "No smaller change was found. \(Untried.triedMoments)." }
        return "There may be a smaller one, for not every change was tried: \(untried.words(upTo: limit))."
    }

    fileprivate var json: JSONValue {
        .object([
            "from": .text(from), "to": .text(to), "edits": .list(edits.map(\.json)),
            "assumed": .list(
                assumed.map { assumption in
                    let fields: [JSONValue.Member] =
                        assumption.fields.isEmpty ? [] : [.init(name: "fields", value: assumption.fields.json)]
                    return JSONValue.object(["effect": .text(assumption.effect), "reply": .text(assumption.name)])
                        .with(.object(fields))
                }),
            "minimal": .bool(isCertainlyMinimal),
            "complete": .bool(isComplete),
            "untried": .texts(untried.map(\.rawValue)),
        ])
    }
}

extension ShortestEdit.Assumption {
    /// The reply with its plain fields: `denied (reason = wrong)`.
    fileprivate var words: String {
        fields.isEmpty ? name : "\(name) (\(fields.map(\.description).joined(separator: ", ")))"
    }
}

extension ShortestEdit.Untried {
    /// At which moments edits are tried, as a sentence without its full stop.
    fileprivate static let triedMoments =
        "Tried were the moments at which something happened or was due, and a millisecond before each"

    fileprivate func words(upTo limit: Int) -> String {
        switch self {
        case .stopped: "the search stopped after \(counted(limit, "step")), and --steps takes it further"
        case .interrupted: "the search was stopped"
        case .idleEdits: "what changes nothing by itself was not tried before another edit"
        case .otherHearers:
            "the log does not tell what a sub-flow would have made of what another one heard, or of a command before its beginning"
        case .answers: "of the answers that were never asked for only some were tried"
        }
    }
}

extension [ShortestEdit.Untried] {
    fileprivate func words(upTo limit: Int) -> String { map { $0.words(upTo: limit) }.joined(separator: "; ") }
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
    /// - Parameter unnamed: the models with which more would be tried; nil where there are none.
    fileprivate func sentence(against models: [String], lacking unnamed: UnnamedModels?, upTo limit: Int) -> String {
        switch self {
        case .notEnded: return "it has not ended; 'keyway explain' says what it waits for"
        case .perhapsCut:
            return "it has not ended in what is left of the damaged log, and may have ended in the damaged part;"
                + " 'keyway explain' says where it was last"
        case .cut: return "its records are lost in damage before it ended, so that no change can be named"
        case .notAlone:
            return "it waited in a provider's queue, or another process went on with it: such a run is not decided anew"
        case .notSpoken(let recorded):
            return
                "no callback is found that its flows read as \(recorded.event), record \(recorded.sequence), which a source had retained: such a run is not decided anew"
        case .notReproduced(let state, let lateness):
            let reason =
                lateness > 0
                ? "because the app was late or away when a deadline passed, by up to \(lateness.seconds)s"
                : "and its log does not tell why"
            return
                "decided anew with each deadline at its instant it goes another way and ends in \(state), \(reason); so no change can be named"
        case .notOfTheModels(let recorded, let isEverSaid):
            let models = models.joined(separator: ", ")
            let place = "at \(recorded.at.seconds)s, record \(recorded.sequence)"
            let reason =
                isEverSaid
                ? "\(models) cannot have said \(recorded.event) \(place), after what was called and heard before it"
                : "\(models) never says \(recorded.event), which came \(place)"
            return "\(reason): name the version that was in use, or leave --against out"
        case .noChangeFound(let untried):
            let more = unnamed.map { "; \($0.sentence)" } ?? ""
            guard untried.isEmpty else {
                return "no other end was found, and not every change was tried: \(untried.words(upTo: limit))\(more)"
            }
            let kinds = models.isEmpty ? "no command or callback at another moment" : "no edit"
            return "\(kinds) leads it to another end, up to \(ShortestEdit.greatestEditCount) edits;"
                + " tried were the moments at which something happened or was due, and a millisecond before each\(more)"
        case .notConfirmed(let state):
            return "a change was found, but played once more it ends in \(state): this is a bug of ours"
        }
    }
}
