import FlowMachine
import FlowProviders
import FlowTranscripts
import KeywayCore
import KeywayDebugger
import KeywayLog

/// What came to a recorded run, as a transcript has it.
///
/// A log has the events that callbacks were read as, and not the callbacks, so for each event a callback is searched that the flow reads
/// as this event. Personal and secret values, which the log lacks, are made up.
struct RecordedTranscript {
    let history: RunHistory
    private let inputs: RunInputs
    /// The run's own flow and those of its sub-flows, by their legs.
    private let flows: [Machine.NamedFlow]
    private(set) var lines: [Transcript.Line] = []
    /// The callbacks that sources had kept from before the run, and that the run heard when it began.
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
        for input in inputs.inOrder {
            let content = try content(of: input, stampedWith: attempt)
            if case .callback(let raw, _) = content, let recorded = input.recorded, !recorded.isHeard {
                retained.append(raw)
            } else {
                // Line 1 of a transcript is its header.
                lines.append(Transcript.Line(number: lines.count + 2, at: input.at, content: content))
            }
        }
    }

    /// What was chosen for the flow's parameters, by their names.
    var parameters: [String: RawValue] {
        let table = history.flow.table
        let chosen = table.parameters(in: history.beginning.outcome.context).sorted { $0.key < $1.key }
        return chosen.map { table.variables[$0.key] }.arguments(chosen.map(\.value), among: table.enumerations)
    }

    /// For each effect the answers to its orders, in the order of ordering.
    ///
    /// - Parameters:
    ///   - assumed: answers of effects that the run never ordered.
    ///   - unanswered: returns the entry for an order that had no answer. `order.at` is when the effect was ordered, in milliseconds since
    ///     the run began, and `order.isOpen` whether the run still waits for the answer; `otherwise` is an entry with the effect's
    ///     `otherwise`, which the function may return with another time.
    func replies(
        assuming assumed: [RunInputs.Effect: RunInputs.Answer] = [:],
        unanswered: (
            _ effect: BoundTranscript.Asked, _ order: (at: Int64, isOpen: Bool), _ otherwise: Transcript.Entry
        ) -> Transcript.Entry
    ) -> [BoundTranscript.Asked: [Transcript.Entry]] {
        var replies: [BoundTranscript.Asked: [Transcript.Entry]] = [:]
        for (effect, answers) in inputs.answers.merging(assumed.mapValues { [$0] }, uniquingKeysWith: { own, _ in own })
        {
            guard let machine = flow(of: effect.leg), let signature = machine.effects[effect.position].signature.replies
            else { continue }
            let asked = BoundTranscript.Asked(effect.position, in: effect.leg)
            let otherwise = Event(signature.otherwise, fields: signature.otherwiseFields)
            replies[asked] = answers.enumerated().map { number, answer in
                let entry = machine.entry(answer?.reply ?? otherwise, after: answer.map { max(0, $0.delay) })
                if answer != nil { return entry }
                return unanswered(asked, inputs.orders[effect]?[number] ?? (0, false), entry)
            }
        }
        return replies
    }

    private func flow(of leg: String?) -> Machine? { flows.first { $0.name == leg }?.machine }

    /// The input as a line of a transcript has it; refused where no callback is found that the flow reads as the recorded event.
    private func content(
        of input: RunInputs.Input, stampedWith attempt: (RunInputs.Input.Recorded) -> Int?
    ) throws(CallRefusal) -> Transcript.Line.Content {
        switch input.content {
        case .added(let callback): return .callback(callback, attempt: nil)
        case .recorded(let recorded):
            guard let machine = flow(of: input.leg) else { throw CallRefusal("the spec has no leg \(input.leg ?? "")") }
            let event = machine.events[recorded.event.position].signature
            if recorded.isCommand {
                let values = zip(event.fields, recorded.event.fields).map { $0.concreteIfWithheld($1) }
                return .command(recorded.name, arguments: event.fields.arguments(values, among: machine.enumerations))
            }
            let values = zip(event.fields, recorded.event.fields).map { $0.concreteIfWithheld($1) }
            let search = CallbackSearch(machine: machine, event: recorded.event.position, fields: values)
            guard let callback = search.callback else {
                throw CallRefusal(
                    "no callback is found that the flow reads as \(recorded.name), record \(recorded.sequence)")
            }
            return .callback(callback, attempt: attempt(recorded))
        }
    }
}

extension Machine {
    fileprivate func entry(_ reply: KeywayCore.Event, after delay: Int64?) -> Transcript.Entry {
        let event = events[reply.position].signature
        let values = zip(event.fields, reply.fields).map { $0.concreteIfWithheld($1) }
        return Transcript.Entry(
            reply: event.name, arguments: event.fields.arguments(values, among: enumerations), after: delay)
    }
}

extension Field {
    /// The value itself, or a made-up value of the field's kind where the log has withheld it.
    fileprivate func concreteIfWithheld(_ value: Value?) -> Value? {
        value == .withheld ? concrete(nil) ?? concrete(value) : value
    }
}
