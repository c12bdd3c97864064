import FlowLanguage
import FlowMachine
import KeywayCore

/// A flow as any language would write it: what there is, in which order, and what a reader should know of each.
///
/// Names stand as the spec has them, but for events: their names are joined to one word by `EventNames`. How a language
/// writes a name is its own matter. Kinds of value refer to `enumerations` by position.
struct FlowModel {
    let name: String
    let documentation: [String]
    /// States, then finals.
    let states: [State]
    /// The named events by who brings them, each group in the order of the spec; a group without events is left out.
    let eventGroups: [(speaker: Speaker, events: [Word])]
    /// In the order of the spec.
    let effects: [Effect]
    /// In the order of the table's variables.
    let variables: [Variable]
    /// The enums of the spec, then those that are types of sub-flows' flows.
    let enumerations: [DocumentedEnumeration]
    /// In the order of the spec.
    let children: [Child]
    /// The names of the lanes, in the order of the spec.
    let lanes: [String]
    /// The names of the choices, in the order of the spec.
    let choices: [String]
    /// The events with a name, in the order of the table; an event that means "X came stale" has none and is left out.
    let events: [Word]
    /// The name of each timer's event: the timer's own, or one made for an `after` or `within`, such as `runningAfter30s`.
    let timers: [String]

    init(_ machine: Machine) {
        let names = EventNames(machine)
        name = machine.name.text
        documentation = machine.documentation.isEmpty ? ["The flow `\(machine.name.text)`."] : machine.documentation
        states = machine.states.indices.map { State($0, of: machine) }
        let words = names.named.map { Word($0.position, called: $0.name, of: machine) }
        events = words
        timers = machine.timers.map { names.all[$0.event] ?? $0.name }
        lanes = machine.lanes.map(\.name.text)
        choices = machine.choices.map(\.name.text)
        eventGroups = Speaker.allCases.compactMap { speaker in
            let own = words.filter { speaker.speaks(machine.events[$0.position].signature.origin) }
            return own.isEmpty ? nil : (speaker, own)
        }
        effects = machine.effects.indices.map { Effect($0, of: machine) }
        variables = machine.variables.indices.map { Variable($0, of: machine, names) }
        enumerations = machine.enumerations.indices.map { DocumentedEnumeration($0, of: machine) }
        children = machine.children.map { Child(name: $0.name.text, flow: $0.flowName.text) }
    }

    /// What an app can ask of a run.
    var commands: [Word] { eventGroups.first { $0.speaker == .app }?.events ?? [] }

    /// An event, effect or reply, and not a provider's word: a name, and what it carries.
    struct Word {
        /// The position of the event or effect in the table.
        var position: Int
        var name: String
        var fields: [Field]
        var documentation: [String]
    }

    /// A sub-flow: the name that the parent's spec gives it, and the name of the flow that it runs.
    struct Child {
        var name: String
        var flow: String
    }
}
