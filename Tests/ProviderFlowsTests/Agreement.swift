import FlowFixtures
import FlowMachine
import Keyway
import KeywayTesting

/// What four readings of one flow were compared on, and where one parted from the interpreter.
struct Agreement {
    var arrivals = 0
    /// How many the switch decided: where a value is absent that the rules prove present, it refuses.
    var switched = 0
    var differences: [String] = []

    private static let now = Instant(milliseconds: 700)

    static func compare<Decided, Switch: ReadableSwitch>(
        _: Decided.Type, _: Switch.Type, reducer: any Reducer = FlowReducer<Decided>()
    ) throws -> Agreement where Switch.Decided == Decided {
        let spec = try ShippedFlows.named(Decided.table.name)
        var agreement = Agreement()
        for arrival in Arrival.all(at: spec.machine) {
            agreement.arrivals += 1
            var reference = arrival.run
            let expected = spec.interpreter.step(&reference, arrival.event, at: now, sequence: 9)
            for (name, reducer) in [("table", spec.table as any Reducer), ("index", reducer)] {
                var run = arrival.run
                let step = reducer.reduce(&run, arrival.event, at: now, sequence: 9)
                if !expected.agrees(with: step) || run != reference {
                    agreement.differences.append("\(name): \(arrival)")
                }
            }
            var run = arrival.run
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
