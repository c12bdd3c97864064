import FlowLanguage
import FlowMachine
import FlowTranscripts
import Keyway

/// An explored run, taken once more with values as the app and the provider would pass them, to learn when what must
/// come: a timer fires when it is due and not before, and a limit is not reached before the answer.
struct Rehearsal {
    /// Something that a transcript says, or that comes of itself where it says nothing.
    struct Moment {
        var number: Int
        var content: Transcript.Line.Content?
    }

    /// One performance of an effect that is answered.
    struct Performance {
        var effect: Int
        var order: OrderID
        var ordered: Int
        var answered: Int?
        var reply: Int
        var fields: [Value?]
    }

    private let machine: Machine
    private let model: ProviderModel?
    private let interpreter: Interpreter
    private var run: RunState
    private(set) var timetable = Timetable()
    private(set) var moments: [Moment] = []
    private(set) var performances: [Performance] = []

    init(of occurrences: [Occurrence], in machine: Machine, beside model: ProviderModel?) {
        self.machine = machine
        self.model = model
        interpreter = Interpreter(machine)
        let beginning = interpreter.begin(at: Self.instant(of: 0))
        run = beginning.run
        note(beginning.orders, at: 0)
        for occurrence in occurrences { take(occurrence) }
    }

    /// The state or final that the run ends in.
    var state: Int { run.state }

    /// Whether nothing is going on at the end, and yet the run has not ended.
    var isAtRest: Bool { run.timers.isEmpty && run.openEffects.isEmpty && !machine.states[run.state].isFinal }

    // MARK: - One occurrence

    private mutating func take(_ occurrence: Occurrence) {
        guard let (event, content) = said(by: occurrence) else { return }
        let number = timetable.addMoment()
        moments.append(Moment(number: number, content: content))
        var firing: Int?
        if case .timer(let timer) = occurrence.kind { firing = timer }
        keepTime(at: number, firing)
        if let answered = performances.lastIndex(where: { $0.order == event.answers }) {
            performances[answered].answered = number
            performances[answered].reply = event.position
            performances[answered].fields = event.fields
        }
        let step = interpreter.step(&run, event, at: Self.instant(of: number), sequence: UInt64(number))
        note(step.orders, at: number)
    }

    /// What the flow hears, and what a transcript says so that it does; nil where it hears nothing.
    private func said(by occurrence: Occurrence) -> (Event, Transcript.Line.Content?)? {
        switch occurrence.kind {
        case .command:
            guard let event = concreteEvent(occurrence) else { return nil }
            let signature = machine.events[event.position].signature
            let arguments = signature.fields.arguments(event.fields, among: machine.enumerations)
            return (event, .command(signature.name, arguments: arguments))
        case .reply(let effect):
            guard var event = concreteEvent(occurrence) else { return nil }
            event.answers = run.openEffects.first { $0.effect == effect }?.order
            return (event, nil)
        case .timer:
            return concreteEvent(occurrence).map { ($0, nil) }
        case .callback:
            guard let event = occurrence.event, machine.events.indices.contains(event) else { return nil }
            var (decoded, isOld) = (event, false)
            if case .stale(let current) = machine.events[event].signature.origin { (decoded, isOld) = (current, true) }
            let search = CallbackSearch(machine: machine, event: decoded, fields: occurrence.fields)
            return search.callback.flatMap { told($0, isOld: isOld) }
        case .told(let word, let isOld, _):
            guard let model, model.words.indices.contains(word) else { return nil }
            let by = machine.sources.first { $0.source.name == model.source.text }?.source.by
            return by.flatMap { told(model.words[word].callback(by: $0), isOld: isOld) }
        // What the flow does not hear; and a transcript has no word for a crash.
        case .lost, .spoken, .crash:
            return nil
        }
    }

    private func concreteEvent(_ occurrence: Occurrence) -> Event? {
        guard let event = occurrence.event, machine.events.indices.contains(event) else { return nil }
        let fields = machine.events[event].signature.fields
        return Event(event, fields: zip(fields, occurrence.fields).map { $0.concrete($1) })
    }

    /// A raw callback as the flow's own decoder reads it, stamped where its source stamps.
    private func told(_ callback: RawValue, isOld: Bool) -> (Event, Transcript.Line.Content?)? {
        guard let reading = machine.reading(of: callback) else { return nil }
        var event = Event(reading.event, fields: reading.fields)
        var attempt: Int?
        if !reading.isSingleton, run.attempt > (isOld ? 1 : 0) {
            event.stamp = isOld ? .stale : .current
            attempt = Int(clamping: run.attempt) - (isOld ? 1 : 0)
        }
        return (event, .callback(callback, attempt: attempt))
    }

    // MARK: - Time

    /// So far apart that an instant tells from which moment it was counted.
    private static let stride: Int64 = 1 << 44

    private static func instant(of moment: Int) -> Instant { Instant(milliseconds: Int64(moment) * stride) }

    private mutating func keepTime(at moment: Int, _ firing: Int?) {
        let held = Set(machine.states[run.state].holds.map(\.timer))
        for armed in run.timers where !held.contains(armed.timer) {
            let (set, duration) = armed.deadline.milliseconds.quotientAndRemainder(dividingBy: Self.stride)
            guard set < moment else { continue }
            if armed.timer == firing {
                timetable.require(moment, at: duration, after: Int(set))
            } else {
                timetable.require(moment, before: duration, after: Int(set))
            }
        }
        for open in run.openEffects {
            let (ordered, limit) = open.limit.milliseconds.quotientAndRemainder(dividingBy: Self.stride)
            if ordered < moment { timetable.require(moment, before: limit, after: Int(ordered)) }
        }
    }

    private mutating func note(_ orders: [EffectOrder], at moment: Int) {
        for order in orders {
            guard let replies = machine.effects[order.effect].signature.replies else { continue }
            performances.append(
                Performance(
                    effect: order.effect, order: order.id, ordered: moment, answered: nil, reply: replies.otherwise,
                    fields: replies.otherwiseFields))
        }
    }
}
