import FlowGenerator
import FlowLanguage
public import FlowMachine
public import Keyway

/// One event as it can come to one state: everything that guards can tell apart, with every timer armed, every effect open and
/// everything running.
public struct Arrival: Sendable, CustomStringConvertible {
    public var event: Event
    public var run: RunState
    public var description: String

    /// Every arrival at every cell of the machine.
    public static func all(at machine: Machine) -> [Arrival] {
        let constants = machine.constants
        return machine.states.indices.flatMap { state in
            machine.events.indices.filter { !machine.events[$0].signature.origin.isStale }.flatMap { event in
                arrivals(of: event, in: state, of: machine, constants)
            }
        }
    }

    private static func arrivals(
        of event: Int, in state: Int, of machine: Machine, _ constants: Set<Int64>
    ) -> [Arrival] {
        Witnesses(of: event, in: state, of: machine, constants: constants).all.flatMap { witness in
            events(event, witness.fields, in: machine).map { arriving in
                Arrival(
                    event: arriving, run: busyRun(in: state, witness.values, of: machine),
                    description: "\(machine.events[event].name) in \(machine.states[state].name.text), \(witness)")
            }
        }
    }

    /// The event with every stamp, or as the answer to each open order and to a closed one.
    private static func events(_ event: Int, _ fields: [Value?], in machine: Machine) -> [Event] {
        switch machine.events[event].signature.origin {
        case .callback:
            return [.unknown, .current, .stale].map { Event(event, fields: fields, stamp: $0) }
        case .reply:
            let orders = machine.effects.indices.filter {
                machine.effects[$0].signature.replies?.events.contains(event) ?? false
            }
            return orders.map { Event(event, fields: fields, answers: order(of: $0)) } + [Event(event, fields: fields)]
        default: return [Event(event, fields: fields)]
        }
    }

    private static func order(of effect: Int) -> OrderID { OrderID(sequence: 3, index: UInt32(effect)) }

    private static func busyRun(in state: Int, _ values: [Value?], of machine: Machine) -> RunState {
        var run = RunState(state: state, values: values)
        run.timers = machine.timers.indices.map { .init(timer: $0, deadline: Instant(milliseconds: 100 + Int64($0))) }
        run.openEffects = machine.effects.indices.filter { machine.effects[$0].signature.replies != nil }.map {
            .init(effect: $0, order: order(of: $0), limit: Instant(milliseconds: 800 + Int64($0)))
        }
        run.running = machine.lanes.indices.map { .lane($0, isHeld: $0 % 2 == 1) }
        run.running += machine.children.indices.map { .child($0) }
        run.attempt = 4
        return run
    }
}

extension EventSignature.Origin {
    /// Such an event comes as its own event with a stale stamp.
    fileprivate var isStale: Bool { if case .stale = self { true } else { false } }
}
