package import FlowMachine
import KeywayCore

/// What makes a difference to a flow's steps, for whoever takes them beside something else, a provider's model.
package struct Distinctions {
    /// How much of a variable is a part of a configuration.
    package enum Part: Sendable {
        case value, presence, nothing
    }

    private let flow: PreparedFlow
    /// For each variable.
    package let parts: [Part]
    /// The callbacks that some row of a decoder makes; all of them where the flow declares no source.
    package let decodedEvents: Set<Int>

    /// An event whose fields can make a difference in too many ways to go through them: where there is one, nothing is proved.
    package var eventWithTooManyVariants: Int? { flow.eventWithTooManyVariants }

    /// Reads every guard and body once, so that the questions to it are cheap.
    package init(of machine: Machine) {
        let flow = PreparedFlow(machine)
        self.flow = flow
        parts = machine.variables.indices.map { variable in
            flow.tracking.byValue.contains(variable)
                ? .value : flow.tracking.byPresence.contains(variable) ? .presence : .nothing
        }
        decodedEvents = machine.decodedEvents
    }

    /// How much of an event's field makes a difference, in whatever state it comes.
    package func part(ofField field: Int, of event: Int) -> Part {
        var values: Set<Int64?> = []
        for deciders in flow.deciders {
            guard case .rows(let group) = deciders[event] else { continue }
            for variant in flow.groups[group].variants { values.insert(variant[field]) }
        }
        return values.count { $0 != nil } > 1 ? .value : values.count > 1 ? .presence : .nothing
    }

    /// Every way in which the event's fields make a difference in the state, as guards compare them; nil where nobody
    /// decides the event.
    package func variants(of event: Int, in state: Int) -> [[Int64?]]? {
        switch flow.deciders[state][event] {
        case .nobody: nil
        case .claim: [flow.machine.events[event].signature.fields.map { _ in nil }]
        case .rows(let group): flow.groups[group].variants
        }
    }
}
