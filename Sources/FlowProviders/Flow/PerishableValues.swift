import FlowLanguage
import FlowMachine
import KeywayCore

/// Whether a process has a personal or secret value of its run. A transient value lives for one step, so that no restart finds one.
enum Perishing: UInt64 {
    /// The process has the value. A process that goes on after a restart without the run's key will not have it.
    case here
    /// The process does not have the value: it went on after a restart without the run's key.
    case gone

    /// Stands for such a value where a parent gives it to a sub-flow, or the final of a sub-flow to the parent. A set can stand for it,
    /// because a value with a class is never a set.
    var mark: Value { .set(rawValue) }

    /// What the mark says; nil for a value that is no mark.
    init?(marked value: Value?, in field: Field) {
        guard field.classification != .plain, case .set(let number)? = value else { return nil }
        self.init(rawValue: number)
    }
}

/// The personal and secret values in a flow's variables: a restart takes them away, unless the new process has the run's key.
///
/// They are followed only in an exploration in which the app may die, and only in the variables from which an order, a sub-flow or the
/// parent may get them.
struct PerishableValues {
    /// A configuration has a bit for each variable that is followed, in one word.
    static let greatestCount = UInt64.bitWidth

    /// The variables that are followed, by their positions among those of the flow. A bit for such a variable has its place in this list.
    let variables: [Int]
    private let machine: Machine
    private let isFollowed: Bool
    /// For each state those of `variables` whose values may still reach an order, a sub-flow or the parent, one bit for each.
    private let needed: [UInt64]

    /// `isFollowed`: whether the app may die. `hasParent`: whether another flow runs this one, and hears what its finals keep.
    init(of machine: Machine, isFollowed: Bool, hasParent: Bool) {
        self.machine = machine
        self.isFollowed = isFollowed
        let variables = isFollowed ? machine.perishableVariables : []
        precondition(variables.count <= Self.greatestCount, "A flow whose values do not fit is refused (Feasibility)")
        self.variables = variables
        let live = variables.isEmpty ? nil : LiveVariables(of: machine, countingKeeps: hasParent)
        needed = machine.states.indices.map { state in
            variables.indices.reduce(into: 0) { bits, followed in
                if live?.inStates[state].contains(variables[followed]) ?? false { bits.insert(followed) }
            }
        }
    }

    /// Whether a configuration has a bit for each variable of the flow that is to be followed.
    static func fit(_ machine: Machine) -> Bool { machine.perishableVariables.count <= greatestCount }

    /// Conditions that ask whether each of the variables has a value. Among the guards of the flow they make the search try events with
    /// these values and without them.
    static func conditions(of machine: Machine) -> [Condition] {
        machine.perishableVariables.map { .present(Term(.variable($0), at: machine.name.range)) }
    }

    // MARK: - Before a step

    /// The event's fields, with a placeholder for each value of a class.
    func fields(of input: FlowInput, marked values: [Value?], _ placeholders: inout Placeholders) -> [Value?] {
        guard isFollowed else { return values }
        let fields = machine.events[input.event].signature.fields
        return zip(fields, zip(input.fields, values)).map { field, given in
            let (given, value) = given
            // The search leaves out values that make no difference. Where the field requires one, it is there all the same.
            guard field.classification != .plain, given != nil || !field.isOptional else { return value }
            guard input.isOwed else { return placeholders.add(value ?? field.kind.representative, .here) }
            guard let perishing = Perishing(marked: given, in: field) else { return value }
            return placeholders.add(value == given ? field.kind.representative : value, perishing)
        }
    }

    /// The variables' values, with a placeholder for each that is perishable.
    func values(
        _ values: [Value?], in configuration: FlowConfiguration, _ placeholders: inout Placeholders
    ) -> [Value?] {
        guard configuration.perishable != 0 else { return values }
        var values = values
        for followed in configuration.perishable.bits {
            let variable = variables[followed]
            values[variable] = placeholders.add(values[variable], configuration.gone.has(followed) ? .gone : .here)
        }
        return values
    }

    // MARK: - After a step

    /// Puts the values back in the place of their placeholders; returns which variables have perishable values then, and which of these
    /// are gone.
    ///
    /// `state`: where the flow is after the step. Only values count that may still reach an order, a sub-flow or the parent from there.
    func putBack(
        _ values: inout [Value?], in state: Int, _ placeholders: Placeholders
    ) -> (perishable: UInt64, gone: UInt64) {
        guard !placeholders.isEmpty else { return (0, 0) }
        var (perishable, gone): (UInt64, UInt64) = (0, 0)
        for (variable, declared) in machine.variables.enumerated() {
            guard let original = placeholders.original(of: values[variable], in: declared.field) else { continue }
            values[variable] = original.value
            guard let followed = variables.firstIndex(of: variable), needed[state].has(followed) else { continue }
            perishable.insert(followed)
            if original.perishing == .gone { gone.insert(followed) }
        }
        return (perishable, gone)
    }

    /// The indices, among the orders, of those that lack a value because it is gone.
    func placesOfIncompleteOrders(among orders: [EffectOrder], _ placeholders: Placeholders) -> [Int] {
        placeholders.isEmpty
            ? []
            : orders.indices.filter { place in
                zip(machine.effects[orders[place].effect].signature.fields, orders[place].arguments).contains {
                    placeholders.original(of: $1, in: $0)?.perishing == .gone
                }
            }
    }

    /// The order's arguments without placeholders.
    func arguments(of order: EffectOrder, _ placeholders: Placeholders) -> [Value?] {
        guard !placeholders.isEmpty else { return order.arguments }
        return zip(machine.effects[order.effect].signature.fields, order.arguments).map { field, argument in
            placeholders.original(of: argument, in: field).map(\.value) ?? argument
        }
    }

    /// What the step does with sub-flows and lanes, with marks in the place of placeholders among the arguments of sub-flows.
    func marked(_ changes: [ScopeChange], _ placeholders: Placeholders) -> [ScopeChange] {
        guard !placeholders.isEmpty else { return changes }
        return changes.map { change in
            guard case .begins(let child, let command, let arguments) = change,
                let events = machine.children[child].flow?.machine.events, events.indices.contains(command)
            else { return change }
            let marked = zip(events[command].signature.fields, arguments).map { field, argument in
                placeholders.original(of: argument, in: field).map(\.perishing.mark) ?? argument
            }
            return .begins(child: child, command: command, arguments: marked)
        }
    }
}

/// Placeholders for perishable values within one step, by which one sees where the step puts each value. Between two legs a mark
/// (`Perishing.mark`) stands for a value.
///
/// No guard and no timer reads a value of a class, so the step is the same with a placeholder.
struct Placeholders {
    /// A value, and what has become of it.
    struct Original {
        var value: Value?
        var perishing: Perishing
    }

    private var originals: [Original] = []

    var isEmpty: Bool { originals.isEmpty }

    /// A placeholder for the value.
    mutating func add(_ value: Value?, _ perishing: Perishing) -> Value {
        originals.append(Original(value: value, perishing: perishing))
        return .set(UInt64(originals.count - 1))
    }

    /// What the placeholder stands for; nil for a value that is none. `field`: that of the value.
    func original(of value: Value?, in field: Field) -> Original? {
        guard field.classification != .plain, case .set(let place)? = value else { return nil }
        return originals[Int(place)]
    }
}

extension Machine {
    /// The variables with a class from which an order, a sub-flow or the parent may get a value.
    fileprivate var perishableVariables: [Int] {
        var used = Set(states.flatMap(\.keeps))
        used.formUnion(bodies.flatMap(\.orders).flatMap(\.given).compactMap(\.variable))
        return variables(leadingTo: used).filter { variables[$0].field.classification != .plain }.sorted()
    }
}
