package import FlowMachine
import KeywayCore

/// Which variables and fields of events make a difference to a flow's steps; a search may leave all others out of its configurations.
package struct Distinctions {
    /// The part of a variable's or a field's value that a configuration has.
    package enum ValuePart: Sendable {
        /// Each of its values is told apart, also that it is absent.
        case value
        /// Only whether there is a value.
        case presence
        /// It decides no step.
        case nothing
    }

    private let flow: PreparedFlow
    /// How much of each variable of the machine makes a difference.
    package let parts: [ValuePart]
    /// The parameters whose value makes a difference, by itself or as a variable's first value, by their positions among the variables.
    package let parameters: Set<Int>

    /// The position of an event whose fields can make a difference in too many ways to go through them; nil where there is none.
    ///
    /// Where there is one, nothing is proved.
    package var eventWithTooManyVariants: Int? { flow.eventWithTooManyVariants }

    /// Reads every guard and body once, so that `part` and `variants` are cheap.
    package init(of machine: Machine) {
        let flow = PreparedFlow(machine)
        self.flow = flow
        parts = machine.variables.indices.map { variable in
            flow.tracking.byValue.contains(variable)
                ? .value : flow.tracking.byPresence.contains(variable) ? .presence : .nothing
        }
        parameters = flow.tracking.parameters(of: machine)
    }

    /// How much of an event's field makes a difference, in whatever state it comes.
    package func part(ofField field: Int, of event: Int) -> ValuePart {
        var values: Set<Int64?> = []
        for deciders in flow.deciders {
            guard case .rows(let group) = deciders[event] else { continue }
            for variant in flow.groups[group].variants { values.insert(variant[field]) }
        }
        // One number beside nil stands for every value: only whether there is one makes a difference.
        return values.count { $0 != nil } > 1 ? .value : values.count > 1 ? .presence : .nothing
    }

    /// Every way in which the event's fields make a difference in the state; nil where nobody decides the event, and so in
    /// every final.
    ///
    /// Each way has an entry for each field: the field's value as a number, with which guards compare it, or nil where the
    /// field is absent or makes no difference.
    package func variants(of event: Int, in state: Int) -> [[Int64?]]? {
        guard flow.machine.liveStates.contains(state) else { return nil }
        return switch flow.deciders[state][event] {
        case .nobody: nil
        case .other: [flow.machine.events[event].signature.fields.map { _ in nil }]
        case .rows(let group): flow.groups[group].variants
        }
    }
}
