import KeywayCore
import KeywayLog
import KeywayRuns

/// An edited run played by the run machine, as live runs are played: whatever a search has found must come true here too.
///
/// Nothing of the search is used but its result: what comes to the run, and what was assumed.
struct PlayedEdit {
    /// A run that comes to no end is given up after so many inputs.
    private static let greatestInputCount = 20_000

    private var machine: RunMachine
    /// What comes to the edited run, with the recorded answers of its effects.
    private let editedInputs: RunInputs
    /// What sources retain for legs that begin later.
    private var retained = RetainedCallbacks()
    /// The answers of effects that the recorded run never ordered.
    private let assumed: [ShortestEdit.Assumption]
    /// What is yet to come, in order of time.
    private var inputs: ArraySlice<RunInputs.Input>
    /// The answers on their way, in the order of ordering.
    private var answers: [(at: Int64, order: LegOrder, answer: RunInputs.Answer)] = []
    /// How many orders of each effect were given so far.
    private var orderCounts: [RunInputs.Effect: Int] = [:]
    /// The attempts with which callbacks of the recorded run came, by the sequences of their records.
    private(set) var attempts: [UInt64: Int] = [:]
    /// In milliseconds since the run began, as are all times here.
    private var now: Int64 = 0

    init(_ history: RunHistory, with found: EditSearch.Found) {
        var inputs = RunInputs(of: history)
        for edit in found.edits { inputs.apply(edit) }
        editedInputs = inputs
        assumed = found.assumed
        self.inputs = inputs.inOrder[...]
        let decision: RunDecision
        (machine, decision) = RunMachine.begin(
            history.run, of: history.flow, version: history.beginning.version,
            choosing: history.flow.table.parameters(in: history.beginning.outcome.context), kind: .transcript, salt: 0,
            at: Instant(milliseconds: 0))
        for word in inputs.made.before { _ = retained.retain(word.callback, as: word.keys) }
        schedule(decision)
        play()
    }

    /// The state or final that the run itself reached.
    var state: Int { machine.state.state }

    private mutating func play() {
        for _ in 0..<Self.greatestInputCount where !machine.isEnded {
            guard let input = nextInput(),
                let decision = try? machine.decide(input, at: Instant(milliseconds: now), hearing: retained)
            else { return }
            schedule(decision)
        }
    }

    /// What may come; at one instant timers come first and limits last (rule 18), where the log does not have another order.
    private enum Due {
        case timer
        case answer
        case input
        case limit
    }

    /// What comes next, nil where nothing does.
    private mutating func nextInput() -> KeywayRuns.Input? {
        let place = answers.indices.map { (place: $0, at: answers[$0].at, sequence: answers[$0].answer.sequence) }
            .next
        let limit = machine.tree.nextLimit
        let limited = limit.map {
            RunInputs.Effect(leg: machine.legs[$0.leg].name, position: $0.open.effect)
        }
        let candidates: [(kind: Due, at: Int64?, sequence: UInt64?)] = [
            (.timer, machine.tree.nextTimer?.timer.deadline.milliseconds, nil),
            (.answer, place.map { answers[$0].at }, place.flatMap { answers[$0].answer.sequence }),
            (.input, inputs.first?.at, inputs.first?.placeInLog),
            (
                .limit, limit?.open.limit.milliseconds,
                limited.flatMap { editedInputs.limitSequence(of: $0, orderedTimes: orderCounts[$0, default: 0]) }
            ),
        ]
        guard let first = candidates.compactMap(\.at).min() else { return nil }
        now = max(now, first)
        let due = candidates.filter { $0.at == first }
        var next = due[0]
        for other in due.dropFirst() {
            // Where the log tells both, the log's order counts.
            if let sequence = other.sequence, let before = next.sequence, sequence < before { next = other }
        }
        switch next.kind {
        case .timer: return .timeReached
        case .answer: return place.map { input(answers.remove(at: $0)) }
        case .input: return input(inputs.removeFirst())
        case .limit: return .instantEnded
        }
    }

    private func input(_ answer: (at: Int64, order: LegOrder, answer: RunInputs.Answer)) -> KeywayRuns.Input {
        let (order, leg) = (answer.order, answer.order.leg)
        guard let reply = answer.answer.reply else { return .finished(order.key, leg: leg, .failed) }
        let fields = order.flow.table.events[reply.position].fields
        return .reply(order.key, leg: leg, event: reply.position, fields: fields.madeUp(reply.fields))
    }

    /// Brings a command or callback to the machine. Where its sub-flow has not begun nobody hears it, and only time passes.
    private mutating func input(_ input: RunInputs.Input) -> KeywayRuns.Input {
        let root = machine.flow
        switch input.content {
        case .added(let callback):
            let reading = CallbackReading(callback, by: root)
            let number = retained.retain(callback, as: reading.retained)
            return .callback(reading, answering: nil, number: number)
        case .recorded(let recorded):
            let word = editedInputs.made.words[recorded.sequence]
            let number = word.flatMap { retained.retain($0.callback, as: $0.keys) }
            // The machine finds the leg that hears the callback.
            if recorded.isHeardAtOnce, recorded.attempt == nil, let reading = word?.reading {
                return .callback(reading, answering: nil, number: number)
            }
            guard let leg = input.leg.map({ machine.tree.leg(named: $0) }) ?? 0 else { return .timeReached }
            let (event, flow) = (recorded.event, machine.legs[leg].flow)
            if recorded.isCommand {
                let fields = flow.table.events[event.position].fields.madeUp(event.fields)
                return .command(Command(event.position, fields: fields, to: input.leg))
            }
            let attempt = recorded.stampedAttempt(during: machine.legs[leg].run.attempt)
            attempts[recorded.sequence] = attempt
            return .callback(
                CallbackReading(event.position, fields: event.fields, readBy: flow, of: root),
                answering: attempt.map { ProviderCall(attempt: $0, leg: leg) }, number: number)
        }
    }

    /// Notes when the new orders are answered.
    private mutating func schedule(_ decision: RunDecision) {
        for case .perform(let order) in decision.consequences where order.expectsReply {
            let effect = RunInputs.Effect(leg: order.legName, position: order.order.effect)
            let number = orderCounts[effect, default: 0]
            orderCounts[effect] = number + 1
            let assumption = assumed.first { $0.leg == effect.leg && $0.position == effect.position }
            if let assumption, editedInputs.answers[effect] == nil {
                let answer = RunInputs.Answer(delay: ShortestEdit.Assumption.delay, reply: assumption.reply)
                answers.append((now &+ answer.delay, order, answer))
            } else if let answer = editedInputs.answer(to: effect, number: number) {
                answers.append((now &+ max(0, answer.delay), order, answer))
            }
        }
    }
}
