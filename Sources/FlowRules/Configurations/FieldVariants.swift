import FlowMachine
import KeywayCore

extension PreparedRows {
    /// Every way in which an event's fields can make a difference to these rows: the values of all fields, in their order. Nil when there
    /// are over 100,000 ways, or where one field alone has too many values to list.
    ///
    /// A field makes a difference by guards, which read it, or by bodies, which put it into a place: a variable, or an argument of an order.
    /// A field that makes none is absent if it is optional, else 0.
    func fieldVariants(of rows: [Row], event: Int) -> [[Scalar]]? {
        let fields = machine.events[event].signature.fields
        guard !fields.isEmpty else { return [[]] }
        let domain = Domain(of: rows.compactMap(\.clause), fields: fields, in: machine)
        let bodies = bodies(of: rows, event: event)
        var values: [[Scalar]] = []
        for (position, field) in fields.enumerated() {
            guard let list = self.values(of: position, field, domain, bodies) else { return nil }
            values.append(list)
        }
        let product = GuardProduct(fields.indices.map { .field($0) }, values)
        guard let count = product.count, count <= 100_000 else { return nil }
        var variants: [[Scalar]] = []
        product.visit(Readings(variables: [], fields: .init(repeating: nil, count: fields.count))) {
            variants.append($0.fields)
            return true
        }
        return variants
    }

    /// The values of one field that guards or bodies can tell apart, nil among them for an absent field.
    private func values(of position: Int, _ field: Field, _ domain: Domain, _ bodies: [PreparedBody]) -> [Scalar]? {
        let slot = Slot.field(position)
        // Whether a guard of the rows reads the field, or asks whether it is present.
        let isGuarded = domain.uses.uses[slot] != nil
        var values: Set<Int64> = []
        // Whether it makes a difference that an optional field is absent.
        var presenceCounts = isGuarded
        if isGuarded {
            guard let distinct = valuesToldApart(slot, field, domain) else { return nil }
            values.formUnion(distinct)
        }
        let destinations = destinations(of: slot, bodies)
        if destinations.valueCounts {
            let places = destinations.everyValueCounts ? [] : destinations.bounds
            guard let all = field.kind.allValues(in: machine, inside: places) else { return nil }
            values.formUnion(all)
            presenceCounts = true
        }
        for bounds in destinations.bounds {
            // The bounds of the field and of the place are enough to show whether a value can leave the place's range.
            guard case .integer(let own) = field.kind else { continue }
            for value in [own.lowerBound, own.upperBound, bounds.lowerBound, bounds.upperBound]
            where own.contains(value) {
                values.insert(value)
            }
        }
        presenceCounts = presenceCounts || destinations.presenceCounts
        let present = values.isEmpty ? [0] : values.sorted()
        if !field.isOptional { return present.map { $0 } }
        if !presenceCounts && values.isEmpty { return [nil] }
        return present.map { $0 } + [nil]
    }

    /// The values of the field that guards can tell apart; nil when there are too many.
    ///
    /// Where guards compare the field with an int variable, they tell apart every value of the variable, and the numbers just below and
    /// above it.
    private func valuesToldApart(_ slot: Slot, _ field: Field, _ domain: Domain) -> [Int64]? {
        var values = Set((domain.values(of: slot) ?? []).compactMap { $0 })
        // Every kind has at least one value, so none are left only where `domain` found too many.
        if values.isEmpty { return nil }
        // The group has every variable and field that guards compare with this field, directly or through others.
        for member in domain.uses.group(of: slot) {
            guard case .variable = member, let other = domain.field(member), case .integer(let bounds) = field.kind,
                case .integer = other.kind
            else { continue }
            guard let all = other.kind.allValues(in: machine, inside: []) else { return nil }
            for value in all {
                for neighbour in [value &- 1, value, value &+ 1] where bounds.contains(neighbour) {
                    values.insert(neighbour)
                }
            }
        }
        return Array(values)
    }

    /// Where the bodies put the field: which variables, and which arguments.
    private func destinations(
        of slot: Slot, _ bodies: [PreparedBody]
    ) -> Destinations {
        var valueCounts = false
        var everyValueCounts = false
        var presenceCounts = false
        var bounds: [ClosedRange<Int64>] = []
        for body in bodies {
            for assignment in body.assignments where assignment.slot == slot {
                if tracking.byValue.contains(assignment.variable) {
                    valueCounts = true
                    if assignment.bounds == nil || assignment.operation != .set { everyValueCounts = true }
                }
                if tracking.byPresence.contains(assignment.variable) { presenceCounts = true }
                if let place = assignment.bounds { bounds.append(place) }
            }
            for order in body.orders {
                for argument in order.arguments where argument.slot == slot {
                    if let place = argument.bounds { bounds.append(place) }
                    // The guards of the sub-flow may ask for the argument's value.
                    guard order.beginsSubFlow else { continue }
                    valueCounts = true
                    if argument.bounds == nil { everyValueCounts = true }
                }
            }
        }
        return Destinations(
            valueCounts: valueCounts, everyValueCounts: everyValueCounts, presenceCounts: presenceCounts, bounds: bounds
        )
    }
}

/// How much of an event's field makes a difference, because of the variables and arguments that bodies put it into.
private struct Destinations {
    /// Whether the field goes to a variable whose value guards read, or to a sub-flow's command.
    var valueCounts: Bool
    /// Whether all values of the field count, and not only those inside `bounds`.
    var everyValueCounts: Bool
    /// Whether the field goes to a variable of which guards ask whether it is present.
    var presenceCounts: Bool
    /// The ranges of which it must be proven that a value of the field lies in them: of each variable or argument that cannot hold all values
    /// of the field, and of each variable that `+=` or `-=` changes by the field. They can be wider than the field's own range.
    var bounds: [ClosedRange<Int64>]
}

extension PreparedBody.Order {
    fileprivate var beginsSubFlow: Bool { if case .run = self { true } else { false } }

    fileprivate var arguments: [PreparedBody.Argument] {
        switch self {
        case .perform(_, _, let arguments), .run(_, _, let arguments, _): arguments
        // `checkNoOwnPlace` is no order of the flow: it stands before an effect that needs a lane, and has no values.
        case .set, .clear, .checkNoOwnPlace, .take: []
        }
    }
}

extension Kind {
    /// Every value that guards can tell apart, as numbers. `places` are ranges of ints: of an int only values inside of them count, or inside
    /// its own range where there are none.
    ///
    /// Nil for a range of more than `Domain.greatestSize` values, and for a set of more than `Domain.greatestCaseCount` cases.
    func allValues(in machine: Machine, inside places: [ClosedRange<Int64>]) -> [Int64]? {
        switch self {
        case .bool: return [0, 1]
        case .enumCase(let enumeration): return machine.enumerations[enumeration].cases.indices.map { Int64($0) }
        case .set(let enumeration):
            let count = machine.enumerations[enumeration].cases.count
            return subsets(of: count >= 64 ? .max : (1 << UInt64(count)) - 1)
        case .integer(let own):
            var values: Set<Int64> = []
            for place in places.isEmpty ? [own] : places {
                let inside = place.clamped(to: own)
                let (width, overflow) = inside.upperBound.subtractingReportingOverflow(inside.lowerBound)
                guard !overflow, width < Int64(Domain.greatestSize) else { return nil }
                values.formUnion(inside)
            }
            return values.sorted()
        case .text, .duration: return [0]
        }
    }
}
