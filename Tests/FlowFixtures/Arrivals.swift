import FlowLanguage
import FlowGenerator
public import FlowMachine
public import Keyway
import KeywayTesting

/// One event as it can come to one state: everything that guards can tell apart, with every timer armed and every effect open.
public struct Arrival: Sendable, CustomStringConvertible {
    public var event: Event
    public var run: RunState
    public var description: String

    /// Every arrival at every cell of the machine.
    public static func all(at machine: Machine) -> [Arrival] {
        let table = plan(machine)
        return machine.states.indices.flatMap { state in
            machine.events.indices.filter { !machine.events[$0].signature.origin.isStale }.flatMap { event in
                Witnesses(of: event, in: state, of: machine).all.map { arrival in
                    Arrival(
                        event: arrival.event, run: arrival.run(in: state, of: table),
                        description: "\(machine.events[event].name) in \(machine.states[state].name.text), \(arrival)")
                }
            }
        }
    }
}
