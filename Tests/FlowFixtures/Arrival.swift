import FlowGenerator
import FlowLanguage
package import FlowMachine
package import KeywayCore
import KeywaySuites

/// One event in one state, with one combination of values that the guards can tell from others.
///
/// Every timer is armed, every effect is open, every sub-flow runs, and every lane is asked for or held.
package struct Arrival: Sendable, CustomStringConvertible {
    package let event: Event
    package let run: RunState
    private let machine: Machine

    /// Computed only when it is asked for, as most arrivals are never described.
    package var description: String {
        let names = (machine.events[event.position].name, machine.states[run.state].name.text)
        return "\(names.0) in \(names.1), carrying \(event.fields), where the variables are \(run.values)"
    }

    /// Every arrival at every cell of the machine.
    package static func all(at machine: Machine) -> [Arrival] {
        let table = Table(of: machine)
        let constants = machine.constants
        let unasked = Dictionary(uniqueKeysWithValues: UnaskedValues.allCases.map { ($0, $0.values(of: table)) })
        var busy = BusyRun.run(in: 0, [], of: table)
        busy.running =
            machine.lanes.indices.map { .lane($0, isHeld: $0 % 2 == 1) } + machine.children.indices.map { .child($0) }
        return machine.states.indices.flatMap { state in
            machine.events.indices.filter { !machine.events[$0].signature.origin.isStale }.flatMap { event in
                CellArrivals(of: event, in: state, of: machine, constants: constants).all.map { cell in
                    var run = busy
                    run.state = state
                    run.values = unasked[cell.unasked] ?? []
                    for (variable, value) in cell.asked { run.values[variable] = value }
                    return Arrival(event: cell.event, run: run, machine: machine)
                }
            }
        }
    }
}

extension EventSignature.Origin {
    /// Whether it is the stale form of another event; an arrival has that other event, with a stale stamp.
    fileprivate var isStale: Bool { if case .stale = self { true } else { false } }
}
