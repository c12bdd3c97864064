import FlowMachine
import KeywayCore

/// For each variable and field, a few values that stand for all: each other value looks to the guards like one of these.
///
/// So what is true of the guards for these values is true for all values.
struct Domain {
    let machine: Machine
    /// The fields of the event that the guards decide; empty for the branches of a choice.
    let fields: [Field]
    /// What the guards ask of each variable and field.
    let uses: SlotUses

    /// The most values that are listed of an int's range; cases of enums and constants of guards have no such limit.
    static let greatestSize = 4096
    /// The most cases of a set of which every subset is listed.
    static let greatestCaseCount = 12

    init(of clauses: [Clause], fields: [Field], in machine: Machine) {
        self.machine = machine
        self.fields = fields
        uses = SlotUses(clauses)
    }

    /// The variable or event field that the slot reads; nil for a constant and for what is always absent.
    func field(_ slot: Slot) -> Field? {
        switch slot {
        case .variable(let position): machine.variables[position].field
        case .field(let position): fields[position]
        case .constant, .absent: nil
        }
    }

    /// One value for each way in which the guards can see the slot; nil when there are too many, empty where no guard reads the slot.
    func values(of slot: Slot) -> [Scalar]? {
        guard let field = field(slot), let use = uses.uses[slot] else { return [] }
        var values: [Int64]
        if use.valueIsRead {
            guard let distinct = self.values(of: slot, field.kind, use) else { return nil }
            values = distinct
        } else {
            values = [anyValue(of: field.kind)]
        }
        return values.map { $0 } + (field.isOptional ? [nil] : [])
    }

    /// The values of the kind that guards tell apart by this use; nil for a set of which there are too many.
    private func values(of slot: Slot, _ kind: Kind, _ use: SlotUses.Use) -> [Int64]? {
        switch kind {
        case .bool: return [0, 1]
        case .enumCase(let enumeration):
            let cases = machine.enumerations[enumeration].cases.indices.map { Int64($0) }
            guard !use.everyValueCounts else { return cases }
            // The cases that no guard names are alike: one stands for all.
            let unnamed = cases.first { !use.constants.contains($0) }
            return cases.filter { use.constants.contains($0) || $0 == unnamed }
        case .set(let enumeration):
            let whole = machine.enumerations[enumeration].setOfAllCases
            return subsets(of: use.everyValueCounts || !use.constants.isEmpty ? whole : use.askedBits & whole)
        case .integer(let bounds): return landmarks(of: slot, within: bounds)
        case .text, .duration: return [0]
        }
    }

    /// Bounds and constants of this slot and of all slots that are compared with it, each with as many neighbours on both
    /// sides as there are such slots.
    ///
    /// A chain of comparisons, such as `a < b and b < c`, needs that many different values beside each other.
    private func landmarks(of slot: Slot, within bounds: ClosedRange<Int64>) -> [Int64] {
        let group = uses.group(of: slot)
        var points: Set<Int64> = []
        for member in group {
            points.formUnion(uses.uses[member]?.constants ?? [])
            if let field = field(member), case .integer(let bounds) = field.kind {
                points.formUnion([bounds.lowerBound, bounds.upperBound])
            }
        }
        let reach = Int64(group.count)
        var values: Set<Int64> = []
        for point in points {
            for distance in -reach...reach {
                let (value, overflow) = point.addingReportingOverflow(distance)
                if !overflow, bounds.contains(value) { values.insert(value) }
            }
        }
        return values.sorted()
    }

    /// Some value of the kind, where guards ask only whether there is one.
    private func anyValue(of kind: Kind) -> Int64 {
        if case .integer(let bounds) = kind { bounds.lowerBound } else { 0 }
    }
}

/// Every subset of these bits; nil for more than `Domain.greatestCaseCount` bits, which have too many.
func subsets(of bits: UInt64) -> [Int64]? {
    guard bits.nonzeroBitCount <= Domain.greatestCaseCount else { return nil }
    var subsets: [UInt64] = [0]
    for bit in 0..<UInt64(64) where bits & (1 << bit) != 0 {
        subsets += subsets.map { $0 | (1 << bit) }
    }
    return subsets.map { Int64(bitPattern: $0) }
}
