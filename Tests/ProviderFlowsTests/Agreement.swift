import FlowFixtures
import FlowMachine
import Keyway
import KeywayTesting
import Testing

/// What four readings of one flow were compared on, and where one parted from the interpreter.
struct Agreement {
    var arrivals = 0
    /// How many the packed flow decided, with its generated guards.
    var packed = 0
    /// How many the switch decided: where a value is absent that the rules prove present, it refuses.
    var switched = 0
    var differences: [String] = []

    private static let now = Instant(milliseconds: 700)

    static func compare<Decided: Flow, Switch: ReadableSwitch>(
        _: Decided.Type, _: Switch.Type, table: Table? = nil
    ) throws -> Agreement where Switch.Decided.Event == Decided.Event {
        let spec = try ShippedFlows.named(Decided.table.name)
        let packed = PackedFlow<Decided>()
        var agreement = Agreement()
        for arrival in Arrival.all(at: spec.machine) {
            agreement.arrivals += 1
            var reference = arrival.run
            let expected = spec.interpreter.step(&reference, arrival.event, at: now, sequence: 9)
            var run = arrival.run
            let walked = (table ?? Decided.table).reduce(&run, arrival.event, at: now, sequence: 9)
            if !expected.agrees(with: walked) || run != reference { agreement.differences.append("table: \(arrival)") }
            if let (step, run) = try packed?.reduced(arrival.run, arrival.event, at: now, sequence: 9) {
                agreement.packed += 1
                let isSame = step.disposition == expected.disposition && step.state == Decided.state(of: reference)
                if !isSame || !run.isSame(as: reference) { agreement.differences.append("guards: \(arrival)") }
            }
            run = arrival.run
            guard let step = try? Switch.step(&run, arrival.event, at: now, sequence: 9) else { continue }
            agreement.switched += 1
            let isSame =
                step.disposition == expected.disposition && step.stamp == expected.stamp
                && step.orders == expected.orders
            if !isSame || run != reference { agreement.differences.append("switch: \(arrival)") }
        }
        return agreement
    }
}

extension Step {
    /// Whether it says the same; rows of claims and the planner's choices have positions of their own.
    fileprivate func agrees(with other: Step) -> Bool {
        disposition == other.disposition && stamp == other.stamp && orders == other.orders
            && changesRun == other.changesRun && choices.count == other.choices.count
            && (row == nil || row == other.row)
    }
}

extension RunState {
    /// Whether it is the same but for texts and durations, of which a packed run knows only whether they are present.
    fileprivate func isSame(as other: RunState) -> Bool {
        func bare(_ run: RunState) -> RunState {
            var run = run
            run.values = run.values.map { value in
                switch value {
                case .text?, .duration?: .withheld
                default: value
                }
            }
            return run
        }
        return bare(self) == bare(other)
    }
}

extension PackedFlow {
    /// What comes of one event of one run, in the flow's own types; nil where it is left to the table.
    fileprivate func reduced(
        _ run: RunState, _ event: Event, at now: Instant, sequence: UInt64
    ) throws -> (step: Step, run: RunState)? {
        var runs = PackedRuns(of: table, from: Instant(milliseconds: 0))
        let word = try Decided.Event(position: event.position, values: event.fields)
        let isCallback = Decided.table.events[event.position].origin == .callback
        guard let packed = word.packed, runs.append(run, after: sequence - 1) else { return nil }
        #expect(packed == table.pack(Event(word)), "\(word)")
        let answering = packed.answering(event.answers)
        let arriving = isCallback && event.stamp == .stale ? answering.stale : answering
        var told: Step?
        reduce([PackedArrival(arriving, to: 0, at: now)], into: &runs) {
            $0
        } tell: {
            told = $1
        }
        guard let told, let run = runs.state(of: 0, keeping: run.values) else { return nil }
        return (told, run)
    }
}
