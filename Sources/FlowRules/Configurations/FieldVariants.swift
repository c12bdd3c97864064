import FlowMachine
import KeywayCore

/// The ways in which an event's fields can make a difference to the rows that decide it.
struct FieldVariants {
    /// The values of all fields in their order, for each way.
    var ways: [[Scalar]]
    /// Whether these are all ways; else they are some, because there are too many to go through.
    var areAll: Bool
}

extension PreparedRows {
    /// Every way in which an event's fields can make a difference to these rows. Some of them where there are over 100,000, or where one
    /// field alone has too many values to list.
    ///
    /// A field makes a difference by guards, which read it, or by bodies, which put it into a place: a variable, or an argument of an order.
    /// A field that makes none is absent if it is optional, else 0.
    func fieldVariants(of rows: [Row], event: Int) -> FieldVariants {
        let fields = machine.events[event].signature.fields
        guard !fields.isEmpty else { return FieldVariants(ways: [[]], areAll: true) }
        let domain = Domain(of: rows.compactMap(\.clause), fields: fields, in: machine)
        let bodies = bodies(of: rows, event: event)
        let values = fields.enumerated().map { self.values(of: $0.offset, $0.element, domain, bodies) }
        let product = GuardProduct(fields.indices.map { .field($0) }, values.map(\.scalars))
        guard let count = product.count, count <= 100_000 else {
            return FieldVariants(ways: oneByOne(values.map(\.scalars)), areAll: false)
        }
        var ways: [[Scalar]] = []
        product.visit(Readings(variables: [], fields: .init(repeating: nil, count: fields.count))) {
            ways.append($0.fields)
            return true
        }
        return FieldVariants(ways: ways, areAll: values.allSatisfy(\.areAll))
    }

    /// Each value of each field, beside the first value of every other field.
    private func oneByOne(_ values: [[Scalar]]) -> [[Scalar]] {
        let first = values.map { $0[0] }
        return [first]
            + values.indices.flatMap { field in
                values[field].dropFirst().map { value in
                    var way = first
                    way[field] = value
                    return way
                }
            }
    }

    /// The values of one field that guards or bodies can tell apart, nil among them for an absent field.
    private func values(of position: Int, _ field: Field, _ domain: Domain, _ bodies: [PreparedBody]) -> FieldValues {
        let slot = Slot.field(position)
        // Whether a guard of the rows reads the field, or asks whether it is present.
        let isGuarded = domain.uses.uses[slot] != nil
        var values: Set<Int64> = []
        var areAll = true
        // Whether it makes a difference that an optional field is absent.
        var presenceCounts = isGuarded
        if isGuarded {
            if let distinct = valuesToldApart(slot, field, domain) {
                values.formUnion(distinct)
            } else {
                areAll = false
                values.formUnion((domain.values(of: slot) ?? []).compactMap { $0 } + field.kind.someValues(in: machine))
            }
        }
        let destinations = destinations(of: slot, bodies)
        if destinations.valueCounts {
            let places = destinations.everyValueCounts ? [] : destinations.bounds
            if let all = field.kind.allValues(in: machine, inside: places) {
                values.formUnion(all)
            } else {
                areAll = false
                values.formUnion(field.kind.someValues(in: machine))
                values.formUnion(valuesToldApart(behind: destinations.variables, field.kind))
            }
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
        let present: [Scalar] = values.isEmpty ? [0] : values.sorted()
        guard field.isOptional else { return FieldValues(scalars: present, areAll: areAll) }
        let isAlwaysAbsent = !presenceCounts && values.isEmpty
        return FieldValues(scalars: isAlwaysAbsent ? [nil] : present + [nil], areAll: areAll)
    }

    /// The values of a field of this kind, which has too many, that any guard of the flow tells apart once the field is in these variables.
    private func valuesToldApart(behind variables: Set<Int>, _ kind: Kind) -> [Int64] {
        guard case .integer(let bounds) = kind else { return [] }
        let domain = Domain(of: machine.conditions.map { Clause($0, fields: []) }, fields: [], in: machine)
        return variables.flatMap { domain.values(of: .variable($0)) ?? [] }.compactMap { $0 }.filter(bounds.contains)
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
        var variables: Set<Int> = []
        var bounds: [ClosedRange<Int64>] = []
        for body in bodies {
            for assignment in body.assignments where assignment.slot == slot {
                variables.insert(assignment.variable)
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
            valueCounts: valueCounts, everyValueCounts: everyValueCounts, presenceCounts: presenceCounts,
            variables: variables, bounds: bounds)
    }
}

/// The values of one field that are gone through, nil among them where it may be absent; never empty.
private struct FieldValues {
    var scalars: [Scalar]
    /// Whether these are all values that can make a difference.
    var areAll: Bool
}

/// How much of an event's field makes a difference, because of the variables and arguments that bodies put it into.
private struct Destinations {
    /// Whether the field goes to a variable whose value guards read, or to a sub-flow's command.
    var valueCounts: Bool
    /// Whether all values of the field count, and not only those inside `bounds`.
    var everyValueCounts: Bool
    /// Whether the field goes to a variable of which guards ask whether it is present.
    var presenceCounts: Bool
    /// The variables that the field goes to.
    var variables: Set<Int>
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
        case .set(let enumeration): return subsets(of: machine.enumerations[enumeration].setOfAllCases)
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

    /// Some values, for a kind that has too many to go through: an int's bounds, and of a set none, each single one and all of the cases.
    fileprivate func someValues(in machine: Machine) -> [Int64] {
        switch self {
        case .integer(let own): return [own.lowerBound, own.upperBound]
        case .set(let enumeration):
            let singles = machine.enumerations[enumeration].cases.indices.map { UInt64(1) << UInt64($0) }
            return ([0, machine.enumerations[enumeration].setOfAllCases] + singles).map { Int64(bitPattern: $0) }
        case .bool, .enumCase, .text, .duration: return allValues(in: machine, inside: []) ?? []
        }
    }
}
