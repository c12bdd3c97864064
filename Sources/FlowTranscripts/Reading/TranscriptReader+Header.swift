import KeywayCore

extension TranscriptReader {
    private static let headerKeys = [
        "transcript", "about", "flow", "parameters", "replies", "retained", "occupied", "expect",
    ]

    mutating func readHeader(_ members: [String: RawValue], number: Int) {
        guard let version = members["transcript"] else { return }
        guard version == .integer(Transcript.version) else {
            if case .integer(let newer) = version, newer > Transcript.version {
                let known = Transcript.version
                return refuse("the transcript's format is \(newer), newer than the \(known) known here", at: number)
            }
            return refuse("'transcript' must be \(Transcript.version), the format's version", at: number)
        }
        reportKeys(of: members, besides: Self.headerKeys, in: "the header", at: number)
        var about = ""
        switch members["about"] {
        case nil: break
        case .text(let text)?: about = text
        case _?: report("'about' must be a sentence", at: number)
        }
        guard case .text(let flow)? = members["flow"], !flow.isEmpty else {
            return report("the header must name its flow, as \"flow\": \"Name\"", at: number)
        }
        let parameters = readParameters(members["parameters"], number: number)
        let replies = readReplies(members["replies"], number: number)
        let retained = readRetained(members["retained"], number: number)
        let occupied = readOccupied(members["occupied"], number: number)
        let (end, demands) = readExpectation(members["expect"], number: number)
        accept(
            .init(
                number: number, about: about, flow: flow, parameters: parameters, replies: replies, retained: retained,
                occupied: occupied, expectation: end, demands: demands))
    }

    private mutating func readParameters(_ raw: RawValue?, number: Int) -> [String: RawValue] {
        guard let raw else { return [:] }
        guard case .object(let parameters) = raw else {
            report("'parameters' must be an object, as {\"sends\": 2}", at: number)
            return [:]
        }
        return parameters
    }

    private mutating func readRetained(_ raw: RawValue?, number: Int) -> [RawValue] {
        guard let raw else { return [] }
        if case .list(let callbacks) = raw {
            let objects = callbacks.filter { if case .object = $0 { true } else { false } }
            if objects.count == callbacks.count { return callbacks }
        }
        report("'retained' must be a list of callbacks, each an object", at: number)
        return []
    }

    private mutating func readReplies(_ raw: RawValue?, number: Int) -> [String: [Transcript.Answer]] {
        guard let raw else { return [:] }
        guard case .object(let effects) = raw else {
            report("'replies' must be an object of lists, by the effects' names", at: number)
            return [:]
        }
        var replies: [String: [Transcript.Answer]] = [:]
        for (effect, answers) in effects.sorted(by: { $0.key < $1.key }) {
            guard case .list(let answers) = answers, !answers.isEmpty else {
                report("the replies of \(quoted(effect)) must be a list of at least one", at: number)
                continue
            }
            replies[effect] = answers.compactMap { readAnswer($0, of: effect, number: number) }
        }
        return replies
    }

    /// One answer to an effect: a reply's name, or an object with `reply`, `with` and `after`, where without a `reply` the handler fails; nil
    /// after a report.
    private mutating func readAnswer(_ raw: RawValue, of effect: String, number: Int) -> Transcript.Answer? {
        switch raw {
        case .text(let name):
            return Transcript.Answer(reply: name)
        case .object(let members):
            reportKeys(
                of: members, besides: ["reply", "with", "after"], in: "a reply of \(quoted(effect))", at: number)
            switch (members["reply"], members["with"] ?? .object([:])) {
            case (nil, _) where members["with"] == nil:
                return delayed(.failure, by: members["after"], as: "a failure of \(quoted(effect))", number: number)
            case (.text(let name)?, .object(let arguments)):
                return delayed(
                    Transcript.Answer(reply: name, arguments: arguments), by: members["after"],
                    as: "the reply \(quoted(name))", number: number)
            case (.text(let name)?, _):
                report("'with' of the reply \(quoted(name)) must be an object", at: number)
                return nil
            default: break
            }
        default: break
        }
        report("a reply of \(quoted(effect)) must be a name, or an object with 'reply' and 'with'", at: number)
        return nil
    }

    /// The answer, to come as late as its `after` says; nil after a report, which names the answer as `owner`.
    private mutating func delayed(
        _ answer: Transcript.Answer, by after: RawValue?, as owner: String, number: Int
    ) -> Transcript.Answer? {
        guard let after else { return answer }
        guard let after = readDelay(after) else {
            report("'after' of \(owner) must be a number of seconds", at: number)
            return nil
        }
        var answer = answer
        answer.after = after
        return answer
    }

    /// Seconds as milliseconds; nil for what is no number, is negative, or is longer than any run can last.
    func readDelay(_ raw: RawValue) -> Int64? {
        switch raw {
        case .integer(let seconds) where seconds >= 0: Self.milliseconds(Double(seconds))
        case .number(let seconds) where seconds >= 0: Self.milliseconds(seconds)
        default: nil
        }
    }
}
