import FlowFixtures
import FlowLanguage
import FlowMachine
import KeywayCore
import KeywayLog
import KeywayPacked
import KeywayTesting

/// Decides an event by the reference interpreter, by the table's reducer and, where a flow has one, by its packed table, and compares them.
struct Agreement {
    let machine: Machine
    var table: Table
    /// The packed tables of the flow; they decide nothing for a flow that cannot be packed, as one with sub-flows.
    private let packed: Lock<PackedVariants<PackedTable>>
    private let interpreter: Interpreter

    init(of flow: LoadedFlow) {
        machine = flow.machine
        table = flow.table
        let table = flow.table
        packed = Lock(PackedVariants(of: table) { PackedTable(table, choosing: $0) })
        interpreter = flow.interpreter
    }

    func begin(at now: Instant) -> (run: RunState, orders: [EffectOrder], difference: String?) {
        let begun = table.beginning(at: now, sequence: 0)
        let isSame = interpreter.beginning(at: now) == begun
        return (begun.run, begun.orders, isSame ? nil : "they begin differently")
    }

    /// Decides the event by all three, from the same run; `difference` says where one of them parts from the interpreter, nil where none
    /// does.
    func step(
        _ run: inout RunState, _ event: Event, at now: Instant, sequence: UInt64
    ) -> (step: Step, difference: String?) {
        var reference = run
        let expected = interpreter.step(&reference, event, at: now, sequence: sequence)
        let packedDifference = packed.withLock { $0.variant(for: run) }?
            .difference(from: expected, reference, run, event, at: now, sequence: sequence)
        let step = table.reduce(&run, event, at: now, sequence: sequence)
        let difference = difference(expected, reference, step, run, of: table)
        return (step, difference ?? packedDifference.map { "packed, \($0)" })
    }

    func difference(
        _ expected: Step, _ reference: RunState, _ step: Step, _ run: RunState, of table: Table
    ) -> String? {
        let isOtherRow = step.row.map { table.rows[$0].isOtherRow } ?? false
        let parts: [String?] = [
            part("disposition", expected.disposition, step.disposition),
            part("stamp", expected.stamp, step.stamp),
            part("row", expected.row, isOtherRow ? nil : step.row),
            part("changes", expected.changesRun, step.changesRun),
            part(
                "choices", expected.choices.map { machine.choices[$0].name.text },
                step.choices.map { table.choices[$0].name }),
            part("orders", expected.orders, step.orders),
            part("scope changes", expected.scopeChanges, step.scopeChanges),
            part("state", reference.state, run.state),
            part("values", reference.values, run.values),
            part("timers", reference.timers, run.timers),
            part("due", due(in: reference), firing(in: run, of: table)),
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
    private func firing(in run: RunState, of table: Table) -> [Int] {
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
}

extension PackedTable {
    /// What a packed step does otherwise; nil also where the run or the event is not packed, or the step left to the table.
    fileprivate func difference(
        from expected: Step, _ reference: RunState, _ before: RunState, _ event: Event, at now: Instant,
        sequence: UInt64
    ) -> String? {
        let (step, run) = reduced(before, event, at: now, sequence: sequence)
        guard let step, let run else { return nil }
        let effects: UInt32 = expected.orders.reduce(0) { $0 | 1 << UInt32($1.effect) }
        let parts: [(String, Bool)] = [
            ("disposition", step.disposition == expected.disposition),
            ("row", expected.row == nil || step.row == expected.row),
            ("changes", step.changesRun == expected.changesRun), ("effects", step.effects == effects),
            ("state", step.state == reference.state && run.state == reference.state),
            ("values", isSame(run.values, reference.values)),
            ("timers", run.timers == reference.timers), ("open effects", run.openEffects == reference.openEffects),
            ("attempt", run.attempt == reference.attempt),
        ]
        return parts.first { !$0.1 }?.0
    }

    /// A packed run has of a text or a duration only whether it is present, and is not unpacked to a value, so these are not compared.
    private func isSame(_ packed: [Value?], _ values: [Value?]) -> Bool {
        zip(packed, values).allSatisfy { packed, value in
            switch value {
            case .text?, .duration?, .withheld?: true
            default: packed == value
            }
        }
    }
}
