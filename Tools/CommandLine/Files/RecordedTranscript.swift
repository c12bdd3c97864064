import FlowMachine
import FlowProviders
import FlowTranscripts
import KeywayCore
import KeywayDebugger
import KeywayLog

/// What came to a recorded run, as a transcript has it.
///
/// Callbacks are those of `SpokenWords`. Personal and secret values, which the log lacks, are made up.
struct RecordedTranscript {
    let history: RunHistory
    private let inputs: RunInputs
    /// The run's own flow and those of its sub-flows, by their legs.
    private let flows: [Machine.NamedFlow]
    private(set) var lines: [Transcript.Line] = []
    /// The callbacks that sources had kept from before the run, and that legs heard when they began.
    private(set) var retained: [RawValue] = []

    /// - Parameters:
    ///   - inputs: what came to the run, perhaps edited.
    ///   - machine: the flow of the run, as its spec declares it.
    ///   - attempt: gives the attempt with which a recorded callback comes; nil for none.
    /// - Throws: `CallRefusal` where no raw callback is found that the flow reads as a recorded one.
    init(
        of history: RunHistory, _ inputs: RunInputs, machine: Machine,
        stampedWith attempt: (RunInputs.Input.Recorded) -> Int?
    ) throws(CallRefusal) {
        self.history = history
        self.inputs = inputs
        flows = machine.flowsOfLegs
        let spoken = SpokenWords(machine)
        let words = history.words
        // A word that was said is a line, and what was retained from before stands in the header.
        for word in words where !word.isHeardAtOnce { retained.append(try spoken.found(word)) }
        for input in inputs.inOrder {
            let content: Transcript.Line.Content
            switch input.content {
            case .added(let callback): content = .callback(callback, attempt: nil)
            case .recorded(let recorded) where recorded.isCommand: content = try command(recorded, of: input.leg)
            case .recorded(let recorded):
                let word = words.first { $0.hearings[0].record.sequence == recorded.sequence }
                guard recorded.isHeardAtOnce, let word else { continue }
                content = .callback(try spoken.found(word), attempt: attempt(recorded))
            }
            // Line 1 of a transcript is its header.
            lines.append(Transcript.Line(number: lines.count + 2, at: input.at, content: content))
        }
    }

    /// What was chosen for the flow's parameters, by their names.
    var parameters: [String: RawValue] {
        history.flow.table.named(history.flow.table.parameters(in: history.beginning.outcome.context))
    }

    /// For each effect the answers to its orders, in the order of ordering.
    ///
    /// - Parameters:
    ///   - assumed: answers of effects that the run never ordered.
    ///   - delay: after how many milliseconds an order gets its `otherwise` that had no answer.
    func replies(
        assuming assumed: [RunInputs.Effect: RunInputs.Answer] = [:], unansweredAfter delay: Int64
    ) -> [BoundTranscript.EffectOfLeg: [Transcript.Answer]] {
        var replies: [BoundTranscript.EffectOfLeg: [Transcript.Answer]] = [:]
        for (effect, answers) in inputs.answers.merging(assumed.mapValues { [$0] }, uniquingKeysWith: { own, _ in own })
        {
            guard let machine = flow(of: effect.leg), let signature = machine.effects[effect.position].signature.replies
            else { continue }
            let effectOfLeg = BoundTranscript.EffectOfLeg(effect.position, in: effect.leg)
            let otherwise = Event(signature.otherwise, fields: signature.otherwiseFields)
            replies[effectOfLeg] = answers.map { answer in
                machine.answer(answer?.reply ?? otherwise, after: answer.map { max(0, $0.delay) } ?? delay)
            }
        }
        return replies
    }

    private func flow(of leg: String?) -> Machine? { flows.first { $0.name == leg }?.machine }

    /// The command as a line of a transcript has it.
    private func command(
        _ recorded: RunInputs.Input.Recorded, of leg: String?
    ) throws(CallRefusal) -> Transcript.Line.Content {
        guard let machine = flow(of: leg) else { throw CallRefusal("the spec has no leg \(leg ?? "")") }
        let fields = machine.events[recorded.event.position].signature.fields
        return .command(
            recorded.name,
            arguments: fields.arguments(fields.madeUp(recorded.event.fields), among: machine.enumerations))
    }
}

extension SpokenWords {
    /// A callback that all legs which heard the word read as they did; refused where none is found.
    fileprivate func found(_ word: RecordedWord) throws(CallRefusal) -> RawValue {
        if let callback = callback(of: word) { return callback }
        let (names, sequence) = (word.hearings.map(\.event), word.hearings[0].record.sequence)
        throw CallRefusal(
            "no callback is found that the flow reads as \(names.joined(separator: " and ")), record \(sequence)")
    }
}

extension Machine {
    fileprivate func answer(_ reply: KeywayCore.Event, after delay: Int64?) -> Transcript.Answer {
        let event = events[reply.position].signature
        let values = event.fields.madeUp(reply.fields)
        return Transcript.Answer(
            reply: event.name, arguments: event.fields.arguments(values, among: enumerations), after: delay)
    }
}

extension Table {
    /// The values of parameters, by the parameters' names.
    func named(_ parameters: [Int: Value]) -> [String: RawValue] {
        let chosen = parameters.sorted { $0.key < $1.key }
        return chosen.map { variables[$0.key] }.arguments(chosen.map(\.value), among: enumerations)
    }
}
