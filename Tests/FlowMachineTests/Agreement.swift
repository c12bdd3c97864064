import FlowFixtures
import FlowLanguage
import FlowMachine
import Keyway

/// The reference interpreter beside a table, walked and packed: what the one says of an event, the others must say.
struct Agreement {
    let machine: Machine
    let table: Table
    /// Laid out once, for the table is asked often.
    private let packed: TableReducer
    private let interpreter: Interpreter

    init(of flow: LoadedFlow, planned table: Table? = nil) {
        machine = flow.machine
        self.table = table ?? flow.table
        packed = TableReducer(self.table)
        interpreter = flow.interpreter
    }

    func begin(at now: Instant) -> (run: RunState, orders: [EffectOrder], difference: String?) {
        let begun = packed.beginning(at: now, sequence: 0)
        let isSame = interpreter.beginning(at: now) == begun && table.beginning(at: now, sequence: 0) == begun
        return (begun.run, begun.orders, isSame ? nil : "they begin differently")
    }

    /// Decides the event by all, from one state.
    func step(
        _ run: inout RunState, _ event: Event, at now: Instant, sequence: UInt64
    ) -> (step: Step, difference: String?) {
        var reference = run
        let expected = interpreter.step(&reference, event, at: now, sequence: sequence)
        var walked = run
        let step = packed.reduce(&run, event, at: now, sequence: sequence)
        let walkedStep = table.reduce(&walked, event, at: now, sequence: sequence)
        let difference =
            difference(expected, reference, walkedStep, walked)
            ?? difference(expected, reference, step, run).map { "packed, \($0)" }
            ?? (step == walkedStep ? nil : "packed, the table tells another step")
        return (step, difference)
    }

    private func difference(_ expected: Step, _ reference: RunState, _ step: Step, _ run: RunState) -> String? {
        let isClaim = step.row.map { table.rows[$0].isClaim } ?? false
        let parts: [String?] = [
            part("disposition", expected.disposition, step.disposition),
            part("stamp", expected.stamp, step.stamp),
            part("row", expected.row, isClaim ? nil : step.row),
            part("changes", expected.changesRun, step.changesRun),
            part("choices", expected.choices.map { machine.choices[$0].name.text }, named(step.choices)),
            part("orders", expected.orders, step.orders),
            part("scope changes", expected.scopeChanges, step.scopeChanges),
            part("state", reference.state, run.state),
            part("values", reference.values, run.values),
            part("timers", reference.timers, run.timers),
            part("due", due(in: reference), firing(in: run)),
            part("open effects", reference.openEffects, run.openEffects),
            part("running", reference.running, run.running),
            part("attempt", reference.attempt, run.attempt),
        ]
        return parts.lazy.compactMap { $0 }.first
    }

    /// The timers that the state does not hold: the earliest deadline first, then the order of setting.
    private func due(in run: RunState) -> [Int] {
        let held = machine.states[run.state].holds.map(\.timer)
        let firing = run.timers.enumerated().filter { !held.contains($0.element.timer) }
        return firing.sorted { ($0.element.deadline, $0.offset) < ($1.element.deadline, $1.offset) }
            .map(\.element.timer)
    }

    /// The timers in the order in which the table lets them fire.
    private func firing(in run: RunState) -> [Int] {
        var rest = run
        var fired: [Int] = []
        while let next = table.nextTimer(of: rest) {
            fired.append(next.timer)
            rest.timers.removeAll { $0 == next }
        }
        return fired
    }

    private func part<Content: Equatable>(_ what: String, _ left: Content, _ right: Content) -> String? {
        left == right ? nil : "\(what): the interpreter says \(left), the table \(right)"
    }

    private func named(_ choices: [Int]) -> [String] { choices.map { table.choices[$0].name } }
}
