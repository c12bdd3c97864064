public import Keyway

extension Transcript {
    /// Looks up every name in the flow, and converts every argument as its type says.
    ///
    /// - Throws: `BadTranscript` with everything that is wrong with the transcript, reading included.
    public func bind(to table: Table) throws(BadTranscript) -> BoundTranscript {
        var binder = Binder(table: table, path: path)
        let bound = binder.bind(self)
        let problems = problems + binder.problems
        guard problems.isEmpty else {
            // Sorting is stable, so that what reading found comes before what binding found in the same line.
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
                // Its words are another flow's; each would be another complaint about the same mistake.
                return bound
            }
            bound.replies = bindReplies(of: header)
            bound.expectation = bindExpectation(of: header)
        }
        bound.lines = transcript.lines.compactMap { bind($0) }
        return bound
    }

    private mutating func bind(_ line: Transcript.Line) -> BoundTranscript.Line? {
        switch line.content {
        case .nothing:
            return .init(number: line.number, at: line.at, content: .nothing)
        case .callback(let raw, let attempt):
            return .init(number: line.number, at: line.at, content: .callback(raw, attempt: attempt))
        case .command(let name, let arguments):
            let commands = table.events.indices.filter { table.events[$0].origin == .command }
            guard let event = commands.first(where: { table.events[$0].name == name }) else {
                let known = listed(commands.map { table.events[$0].name })
                report("command \(quoted(name)) is not one of \(table.name)'s: \(known)", at: line.number)
                return nil
            }
            let fields = bindArguments(
                arguments, to: table.events[event].fields, of: "command \(quoted(name))", at: line.number)
            return fields.map { .init(number: line.number, at: line.at, content: .command(event, fields: $0)) }
        }
    }

    private mutating func bindReplies(of header: Transcript.Header) -> [Int: [BoundTranscript.Answer]] {
        var answers: [Int: [BoundTranscript.Answer]] = [:]
        let asking = table.effects.filter { $0.replies != nil }.map(\.name)
        for (name, entries) in header.replies.sorted(by: { $0.key < $1.key }) {
            guard let effect = table.effects.firstIndex(where: { $0.name == name }) else {
                report(
                    "effect \(quoted(name)) is not one of \(table.name)'s with replies: \(listed(asking))",
                    at: header.number)
                continue
            }
            guard let replies = table.effects[effect].replies else {
                report("effect \(quoted(name)) has no replies; these have: \(listed(asking))", at: header.number)
                continue
            }
            answers[effect] = entries.compactMap {
                bindAnswer($0, among: replies.events, of: name, at: header.number)
            }
        }
        return answers
    }

    private mutating func bindAnswer(
        _ entry: Transcript.Entry, among replies: [Int], of effect: String, at number: Int
    ) -> BoundTranscript.Answer? {
        let replies = replies.filter { table.events.indices.contains($0) }
        guard let event = replies.first(where: { table.events[$0].name == entry.reply }) else {
            let known = listed(replies.map { table.events[$0].name })
            report("reply \(quoted(entry.reply)) is not one of effect '\(effect)': \(known)", at: number)
            return nil
        }
        let fields = bindArguments(
            entry.arguments, to: table.events[event].fields, of: "reply \(quoted(entry.reply))", at: number)
        return fields.map { .init(event: event, fields: $0, after: entry.after ?? ScriptedAnswers.delay) }
    }

    private mutating func bindExpectation(of header: Transcript.Header) -> BoundTranscript.Expectation? {
        guard let expectation = header.expectation else { return nil }
        let name =
            switch expectation {
            case .final(let name), .not(let name): name
            }
        let finals = table.states.indices.filter { table.states[$0].isFinal }
        guard let final = finals.first(where: { table.states[$0].name == name }) else {
            let known = listed(finals.map { table.states[$0].name })
            report("final \(quoted(name)) is not one of \(table.name)'s: \(known)", at: header.number)
            return nil
        }
        return if case .final = expectation { .final(final) } else { .not(final) }
    }

    mutating func report(_ sentence: String, at number: Int) {
        problems.append(TranscriptProblem(path: path, line: number, sentence))
    }
}
