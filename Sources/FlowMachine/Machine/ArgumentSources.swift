import KeywayCore

/// From where the flows of a run take the arguments of their effects.
///
/// A process that goes on with a run decides once more what its legs handed to each other. So a sub-flow has again what its parent gave it,
/// and a parent what a final of a sub-flow kept, as far as the leg that handed the value on knows it.
struct ArgumentSources {
    /// One of the flows.
    struct Flow {
        let machine: Machine
        /// The flow that runs it, by its position, and which of that one's sub-flows it is; nil for the root.
        let parent: (flow: Int, child: Int)?
        /// All bodies, each with the events on which it is carried out; an empty list where it may be carried out on any event.
        let bodies: [(body: Body, events: [Int])]
        /// The variables that may hold a plain value, even where they are declared personal, secret or transient.
        ///
        /// A plain value is an initial value, a constant, the value of a plain field, or that of another variable in this set.
        var mayBePlain: Set<Int>
        /// The fields that another flow of the run may fill with a plain value, whatever their declarations say.
        var plainFields: Set<FieldPlace> = []
    }

    /// A field of an event.
    struct FieldPlace: Hashable {
        /// By its position among the events of the flow.
        var event: Int
        var field: String
    }

    /// The root, and then its sub-flows, each followed by its own sub-flows.
    private(set) var flows: [Flow] = []

    init(of machine: Machine) {
        add(machine, runBy: nil)
        // Each pass may add variables and fields that get their values from those of the pass before; the loop ends when a pass adds none.
        var count = -1
        while count != plainCount {
            count = plainCount
            for flow in flows.indices {
                addPlainVariables(of: flow)
                addPlainFields(filledBy: flow)
            }
        }
    }

    private mutating func add(_ machine: Machine, runBy parent: (flow: Int, child: Int)?) {
        let position = flows.count
        flows.append(Flow(machine, runBy: parent))
        for (child, declared) in machine.children.enumerated() {
            if let flow = declared.flow?.machine { add(flow, runBy: (position, child)) }
        }
    }

    private var plainCount: Int { flows.reduce(0) { $0 + $1.mayBePlain.count + $1.plainFields.count } }

    /// Adds the variables to which the flow assigns what may be plain.
    private mutating func addPlainVariables(of flow: Int) {
        for (body, events) in flows[flow].bodies {
            for assignment in body.assignments where assignment.term.content != .absent {
                if classifications(of: assignment.term, in: flow, on: events).contains(.plain) {
                    flows[flow].mayBePlain.insert(assignment.variable)
                }
            }
        }
    }

    /// Adds the fields that the flow fills with what may be plain: of commands to its sub-flows, and of the events that tell its parent of
    /// its end.
    private mutating func addPlainFields(filledBy flow: Int) {
        for (body, events) in flows[flow].bodies {
            for case .run(let child, let command, let terms) in body.orders.map(\.content) {
                guard let subFlow = flows.firstIndex(where: { $0.parent?.flow == flow && $0.parent?.child == child }),
                    flows[subFlow].machine.events.indices.contains(command)
                else { continue }
                for (field, term) in zip(flows[subFlow].machine.events[command].signature.fields, terms)
                where classifications(of: term, in: flow, on: events).contains(.plain) {
                    flows[subFlow].plainFields.insert(FieldPlace(event: command, field: field.name))
                }
            }
        }
        guard let parent = flows[flow].parent else { return }
        for ending in flows[parent.flow].machine.children[parent.child].endings {
            let fields = flows[parent.flow].machine.events[ending.event].signature.fields
            for (field, kept) in zip(fields, flows[flow].machine.states[ending.final].keeps)
            where flows[flow].mayBePlain.contains(kept) {
                flows[parent.flow].plainFields.insert(FieldPlace(event: ending.event, field: field.name))
            }
        }
    }

    /// The answer of `KnownArguments.completeness`, false first where both answers are possible.
    ///
    /// An optional argument that is gone may have been absent all the time, and then nothing is missing. So by itself it makes
    /// both answers possible.
    func completeness(of effect: Int, in flow: Int, withValues hasValues: Bool) -> [Bool] {
        func isLost(_ classification: Field.Classification) -> Bool {
            classification != .plain && !(hasValues && classification.isSealable)
        }
        var answers: Set<Bool> = []
        for (body, events) in flows[flow].bodies {
            for order in body.orders {
                guard case .perform(effect, let terms) = order.content else { continue }
                var mayBeIncomplete = false
                var isIncomplete = false
                for (field, term) in zip(flows[flow].machine.effects[effect].signature.fields, terms) {
                    let sources = classifications(of: term, in: flow, on: events)
                    guard sources.contains(where: isLost) else { continue }
                    mayBeIncomplete = true
                    isIncomplete = isIncomplete || !field.isOptional && sources.allSatisfy(isLost)
                }
                answers.formUnion(isIncomplete ? [false] : mayBeIncomplete ? [false, true] : [true])
            }
        }
        return answers.isEmpty ? [true] : [false, true].filter(answers.contains)
    }

    /// The classes (plain, personal, secret, transient) that the term's value may have.
    private func classifications(of term: Term, in flow: Int, on events: [Int]) -> [Field.Classification] {
        let machine = flows[flow].machine
        switch term.content {
        case .variable(let variable):
            let declared = machine.variables[variable].field.classification
            return flows[flow].mayBePlain.contains(variable) ? [declared, .plain] : [declared]
        case .constant, .absent: return [.plain]
        case .field(let name):
            let events = events.isEmpty ? Array(machine.events.indices) : events
            return events.flatMap { event in
                let declared = machine.events[event].signature.fields.filter { $0.name == name }.map(\.classification)
                let isPlainToo = flows[flow].plainFields.contains(FieldPlace(event: event, field: name))
                return declared + (isPlainToo ? [.plain] : [])
            }
        }
    }
}

extension ArgumentSources.Flow {
    fileprivate init(_ machine: Machine, runBy parent: (flow: Int, child: Int)?) {
        self.machine = machine
        self.parent = parent
        bodies =
            machine.rows.map { ($0.body, [$0.event]) }
            + machine.choices.flatMap { choice in choice.branches.map { ($0.body, []) } }
            + machine.scopes.compactMap { scope in scope.enter.map { ($0, []) } }
        mayBePlain = Set(
            machine.variables.indices.filter {
                machine.variables[$0].field.classification == .plain || machine.variables[$0].initial != nil
            })
    }
}
