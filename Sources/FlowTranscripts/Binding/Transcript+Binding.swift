package import KeywayCore

extension Transcript {
    /// Looks up every name in the flow, and converts every argument as its type says.
    ///
    /// - Throws: `BadTranscript` with everything that is wrong with the transcript, reading included.
    package func bind(to table: Table) throws(BadTranscript) -> BoundTranscript {
        var binder = Binder(table: table, path: path)
        let bound = binder.bind(self)
        let problems = problems + binder.problems
        guard problems.isEmpty else {
            // Swift's sorting is stable, so that what reading found comes before what binding found in the same line.
            throw BadTranscript(problems: problems.sorted { $0.line < $1.line })
        }
        return bound
    }
}

/// Binds a transcript to a flow and remembers what does not fit.
struct Binder {
    let table: Table
    let path: String
    private(set) var problems: [TranscriptProblem] = []

    init(table: Table, path: String) {
        self.table = table
        self.path = path
    }

    mutating func bind(_ transcript: Transcript) -> BoundTranscript {
        var bound = BoundTranscript(
            path: path, about: transcript.header?.about ?? "", replies: [:], expectation: nil, lines: [])
        if let header = transcript.header {
            guard header.flow == table.name else {
                report("the transcript is of \(quoted(header.flow)), not of \(table.name)", at: header.number)
                // All names in it are another flow's: a complaint about each would tell the same mistake again.
                return bound
            }
            bound.headerNumber = header.number
            bound.parameters = bindParameters(of: header)
            bound.replies = bindReplies(of: header)
            bound.retained = header.retained
            bound.occupied = header.occupied
            for provider in header.occupied { checkLane(of: provider, at: header.number) }
            // The expectation is the final alone. The demands are all else: values that the final keeps, and which effects were ordered or
            // never were.
            bound.expectation = bindExpectation(of: header)
            bound.demands = bindDemands(of: header)
        }
        bound.lines = transcript.lines.compactMap { line in
            var bound = bind(line)
            // A line's demands are others than the header's: a disposition, the states of legs, and orders.
            bound?.demands = line.demands.map { bindDemands($0, at: line.number) }
            return bound
        }
        return bound
    }

    /// The line with its names looked up; nil for a command that does not fit, which is reported.
    private mutating func bind(_ line: Transcript.Line) -> BoundTranscript.Line? {
        switch line.content {
        case .nothing:
            return .init(number: line.number, at: line.at, content: .nothing)
        case .restart(let after, let hasValues):
            if hasValues, !RunningFlow(table).takesValuesBack {
                report(
                    "no run of \(table.name) has its personal and secret values again after a restart: the flow, and "
                        + "each of its sub-flows that has such values, must ask for them, as in "
                        + "'on restored when withValues'",
                    at: line.number)
            }
            return .init(number: line.number, at: line.at, content: .restart(after: after, withValues: hasValues))
        // Another run joins the provider's queue at its end, or the one of the other runs that has stood there longest leaves the
        // queue. The played run's own legs stay in it.
        case .occupied(let provider):
            checkLane(of: provider, at: line.number)
            return .init(number: line.number, at: line.at, content: .occupied(provider: provider))
        case .freed(let provider):
            checkLane(of: provider, at: line.number)
            return .init(number: line.number, at: line.at, content: .freed(provider: provider))
        case .callback(let raw, let attempt):
            return .init(number: line.number, at: line.at, content: .callback(raw, attempt: attempt))
        case .command(let name, let arguments):
            guard let (leg, flow, event) = command(named: name, at: line.number) else { return nil }
            let fields = bindArguments(
                arguments, to: flow.events[event].fields, of: flow, named: "command \(quoted(name))", at: line.number)
            return fields.map {
                .init(number: line.number, at: line.at, content: .command(event, fields: $0, to: leg))
            }
        }
    }

    /// The command of this name, with its leg, nil for the root, and the leg's flow; nil after a report.
    private mutating func command(named name: String, at number: Int) -> (leg: String?, flow: Table, event: Int)? {
        let found = find(name, at: number, what: "command") { flow, own in
            flow.events.firstIndex { $0.origin == .command && $0.name == own }
        }
        switch found {
        case .one(let leg, let flow, let event): return (leg, flow, event)
        case .several: return nil
        case .none:
            let known = listed(table.events.filter { $0.origin == .command }.map(\.name))
            report("command \(quoted(name)) is not one of \(table.name)'s: \(known)", at: number)
            return nil
        }
    }

    private mutating func bindReplies(
        of header: Transcript.Header
    ) -> [BoundTranscript.EffectOfLeg: [BoundTranscript.Answer]] {
        var answers: [BoundTranscript.EffectOfLeg: [BoundTranscript.Answer]] = [:]
        for effect in answered(by: header) {
            answers[effect.effectOfLeg] = effect.answers.compactMap {
                bindAnswer($0, among: effect.replies, of: effect.flow, named: effect.name, at: header.number)
            }
        }
        return answers
    }

    private mutating func bindAnswer(
        _ answer: Transcript.Answer, among replies: EffectSignature.Replies, of flow: Table, named effect: String,
        at number: Int
    ) -> BoundTranscript.Answer? {
        let after = answer.after ?? ScriptedAnswers.delay
        guard let reply = answer.reply else { return .init(failing: replies, after: after) }
        let events = replies.events.filter { flow.events.indices.contains($0) }
        guard let event = events.first(where: { flow.events[$0].name == reply }) else {
            let known = listed(events.map { flow.events[$0].name })
            report("reply \(quoted(reply)) is not one of effect '\(effect)': \(known)", at: number)
            return nil
        }
        let fields = bindArguments(
            answer.arguments, to: flow.events[event].fields, of: flow, named: "reply \(quoted(reply))", at: number)
        return fields.map { .init(event: event, fields: $0, after: after) }
    }

    mutating func report(_ sentence: String, at number: Int) {
        problems.append(TranscriptProblem(path: path, line: number, sentence))
    }
}
