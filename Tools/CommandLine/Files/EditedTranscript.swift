import FlowMachine
import FlowProviders
import FlowTranscripts
import KeywayCore
import KeywayDebugger
import KeywayLog

/// A recorded run with edits as a transcript, which `keyway run` plays.
///
/// A log has what callbacks were read as, and not the callbacks: raw ones are found that the flow reads alike. Values that no log has
/// are made up.
struct EditedTranscript {
    private let history: RunHistory
    private let edit: ShortestEdit
    private let flows: [Machine.NamedFlow]
    private let inputs: RunInputs

    /// - Parameter machine: the flow of the run, as its spec declares it.
    init(of history: RunHistory, with edit: ShortestEdit, machine: Machine) {
        self.history = history
        self.edit = edit
        flows = machine.flowsOfLegs
        var inputs = RunInputs(of: history)
        for change in edit.edits { inputs.apply(change) }
        self.inputs = inputs
    }

    /// - Throws: `Refusal` where no raw callback is found that the flow reads as a recorded one.
    func transcript() throws(Refusal) -> Transcript {
        let table = history.flow.table
        let parameters = table.parameters(in: history.beginning.outcome.context).sorted { $0.key < $1.key }
        var retained: [RawValue] = []
        var lines: [Transcript.Line] = []
        for input in inputs.inputs.sorted(by: { $0.at < $1.at }) {
            let content = try content(of: input)
            if case .callback(let raw, _) = content, let recorded = input.recorded, !recorded.isHeard {
                retained.append(raw)
            } else {
                lines.append(Transcript.Line(number: lines.count + 2, at: input.at, content: content))
            }
        }
        let end = max(edit.end, lines.last?.at ?? 0)
        lines.append(Transcript.Line(number: lines.count + 2, at: end, content: .nothing))
        let header = Transcript.Header(
            about: "Run \(history.run), edited: it ends in \(edit.to) and not in \(edit.from).", flow: table.name,
            parameters: parameters.map { table.variables[$0.key] }.arguments(
                parameters.map(\.value), among: table.enumerations),
            replies: replies, retained: retained, expectation: .final(edit.to))
        return Transcript(path: table.name + ".jsonl", header: header, lines: lines)
    }

    private func flow(of leg: String?) -> Machine? { flows.first { $0.name == leg }?.machine }

    private func content(of input: RunInputs.Input) throws(Refusal) -> Transcript.Line.Content {
        switch input.content {
        case .added(let callback): return .callback(callback, attempt: nil)
        case .recorded(let recorded):
            guard let machine = flow(of: input.leg) else { throw Refusal("the spec has no leg \(input.leg ?? "")") }
            let event = machine.events[recorded.event.position].signature
            if recorded.isCommand {
                let values = zip(event.fields, recorded.event.fields).map { $0.concreteIfWithheld($1) }
                return .command(recorded.name, arguments: event.fields.arguments(values, among: machine.enumerations))
            }
            let values = zip(event.fields, recorded.event.fields).map { $0.concreteIfWithheld($1) }
            let search = CallbackSearch(machine: machine, event: recorded.event.position, fields: values)
            guard let callback = search.callback else {
                throw Refusal(
                    "no callback is found that the flow reads as \(recorded.name), record \(recorded.sequence)")
            }
            return .callback(callback, attempt: nil)
        }
    }

    /// What each effect answers, order by order; one that did not answer in time gets its `otherwise` behind the end.
    private var replies: [String: [Transcript.Entry]] {
        var replies: [String: [Transcript.Entry]] = [:]
        var all = inputs.answers
        for assumed in edit.assumed {
            let effect = RunInputs.Effect(leg: assumed.leg, position: assumed.position)
            all[effect] = [RunInputs.Answer(delay: ShortestEdit.Assumption.delay, reply: assumed.reply)]
        }
        for (effect, answers) in all {
            guard let machine = flow(of: effect.leg), let signature = machine.effects[effect.position].signature.replies
            else {
                continue
            }
            let name = machine.effects[effect.position].signature.name
            replies[effect.leg.map { "\($0).\(name)" } ?? name] = answers.map { answer in
                let reply = answer?.reply ?? Event(signature.otherwise, fields: signature.otherwiseFields)
                let event = machine.events[reply.position].signature
                let values = zip(event.fields, reply.fields).map { $0.concreteIfWithheld($1) }
                return Transcript.Entry(
                    reply: event.name, arguments: event.fields.arguments(values, among: machine.enumerations),
                    after: answer.map { max(0, $0.delay) } ?? edit.end + 1000)
            }
        }
        return replies
    }
}

extension Field {
    /// The value, or a made-up one in the place of one that no log has.
    fileprivate func concreteIfWithheld(_ value: Value?) -> Value? {
        value == .withheld ? concrete(nil) ?? concrete(value) : value
    }
}
