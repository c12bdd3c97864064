import FlowFixtures
import FlowMachine
import KeywayCore
import KeywayPacked
import KeywayTesting
import Testing

/// On how many arrivals four executions of one flow were compared, and where the table, packed runs or the switch differ from the
/// interpreter. An arrival is one event as it can come to one state.
struct ExecutionComparison {
    var arrivals = 0
    /// How many arrivals the packed flow decided, with its generated guards.
    var packedCount = 0
    /// How many arrivals the switch decided. An arrival may lack a value that every run has there, by the flow's rules: the switch refuses
    /// such an arrival.
    var switchedCount = 0
    var differences: [String] = []

    private static let now = Instant(milliseconds: 700)

    static func compare<Decided: Flow, Switch: ReadableSwitch>(
        _: Decided.Type, _: Switch.Type, table: Table? = nil
    ) throws -> ExecutionComparison where Switch.Decided.Event == Decided.Event {
        let spec = try ShippedFlows.named(Decided.table.name)
        var packed = (Decided.self as? any PackableFlow.Type).flatMap { PackedSteps($0, at: now) }
        var comparison = ExecutionComparison()
        for arrival in Arrival.all(at: spec.machine) {
            comparison.arrivals += 1
            var reference = arrival.run
            let expected = spec.interpreter.step(&reference, arrival.event, at: now, sequence: 9)
            var run = arrival.run
            let walked = (table ?? Decided.table).reduce(&run, arrival.event, at: now, sequence: 9)
            if !expected.agrees(with: walked) || run != reference { comparison.differences.append("table: \(arrival)") }
            #expect(try packed?.agreesOnPacking(arrival.event) ?? true, "\(arrival)")
            if let (step, run) = packed?.step(arrival.run, arrival.event) {
                comparison.packedCount += 1
                let isSame = step.disposition == expected.disposition && step.state == reference.state
                if !isSame || !run.isPackedLike(reference) { comparison.differences.append("guards: \(arrival)") }
            }
            run = arrival.run
            guard let step = try? Switch.step(&run, arrival.event, at: now, sequence: 9) else { continue }
            comparison.switchedCount += 1
            let isSame =
                step.disposition == expected.disposition && step.stamp == expected.stamp
                && step.orders == expected.orders
            if !isSame || run != reference { comparison.differences.append("switch: \(arrival)") }
        }
        return comparison
    }
}

extension Step {
    /// Whether the other step, the table's, means the same. Rows are compared only where the interpreter names one: it names none where an
    /// `other` row decides. Choices are only counted: the flow has a choice once, and the table once for each event that leads to it.
    fileprivate func agrees(with other: Step) -> Bool {
        disposition == other.disposition && stamp == other.stamp && orders == other.orders
            && changesRun == other.changesRun && choices.count == other.choices.count
            && (row == nil || row == other.row)
    }
}

/// Decides events by packed runs of a flow whose type is known only to the initialiser.
private struct PackedSteps {
    /// Whether the generated event packs itself into the same bits as the flow's table packs it.
    let agreesOnPacking: (Event) throws -> Bool
    /// For each choice of parameters a closure by which packed runs decide an event; the closure returns nil where it leaves the event to
    /// the table.
    private var variants: PackedVariants<(RunState, Event) -> (step: PackedStep, run: RunState)?>

    init?<Decided: PackableFlow>(_: Decided.Type, at now: Instant) {
        guard let packed = PackedFlow<Decided>() else { return nil }
        agreesOnPacking = { event in
            let generated = try Decided.Event(position: event.position, values: event.fields)
            return generated.packed == packed.table.pack(Event(generated))
        }
        variants = PackedVariants(of: Decided.table) { parameters in
            PackedFlow<Decided>(choosing: parameters).map { packed in
                { packed.step($0, $1, at: now, sequence: 9).map { ($0.step.packed, $0.run) } }
            }
        }
    }

    mutating func step(_ run: RunState, _ event: Event) -> (step: PackedStep, run: RunState)? {
        variants.variant(for: run)?(run, event)
    }
}
