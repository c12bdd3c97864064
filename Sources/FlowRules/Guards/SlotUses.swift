import KeywayCore

/// What guards ask of each slot, a variable or a field that they read: this says which of its values have to be told apart.
struct SlotUses {
    /// What guards ask of one variable or field.
    struct Use {
        /// The constants that the slot is compared with, also as members of the list of an `in`.
        var constants: Set<Int64> = []
        /// The cases of which guards ask whether the set has them, as bits by their positions.
        var askedBits: UInt64 = 0
        /// Whether guards may tell each value from each other: the slot is compared with another slot, or stands in an `in` whose left
        /// side is no constant.
        var everyValueCounts = false
        /// Whether guards read the value; false where they only ask whether there is one.
        var valueIsRead = false
    }

    /// What guards ask of each slot that they read.
    private(set) var uses: [Slot: Use] = [:]
    /// The variables and fields, in the order in which guards first read them.
    private(set) var slots: [Slot] = []
    /// Slots that are compared with each other.
    private(set) var links: [(Slot, Slot)] = []

    init(_ clauses: [Clause]) {
        for clause in clauses { collect(clause) }
    }

    private mutating func collect(_ clause: Clause) {
        switch clause {
        case .always: break
        case .any(let parts), .all(let parts): for part in parts { collect(part) }
        case .not(let part): collect(part)
        case .present(let slot): note(slot) { _ in }
        case .flag(let slot): note(slot) { $0.valueIsRead = true }
        case .membership(let slot, let members):
            note(slot) {
                $0.valueIsRead = true
                $0.constants.formUnion(members)
            }
        case .comparison(let left, _, let right): collectComparison(left, right)
        case .containment(let part, let whole): collectContainment(part, whole)
        }
    }

    private mutating func collectComparison(_ left: Slot, _ right: Slot) {
        switch (left, right) {
        case (_, .constant(let value)): note(left) { $0.compare(with: value) }
        case (.constant(let value), _): note(right) { $0.compare(with: value) }
        default:
            for slot in [left, right] {
                note(slot) {
                    $0.valueIsRead = true
                    $0.everyValueCounts = true
                }
            }
            links.append((left, right))
        }
    }

    private mutating func collectContainment(_ part: Slot, _ whole: Slot) {
        if case .constant(let value) = part, (0..<64).contains(value) {
            note(whole) {
                $0.valueIsRead = true
                $0.askedBits |= 1 << UInt64(value)
            }
            return
        }
        for slot in [part, whole] {
            note(slot) {
                $0.valueIsRead = true
                $0.everyValueCounts = true
            }
        }
    }

    private mutating func note(_ slot: Slot, _ change: (inout Use) -> Void) {
        switch slot {
        case .constant, .absent: return
        case .variable, .field: break
        }
        if uses[slot] == nil { slots.append(slot) }
        change(&uses[slot, default: Use()])
    }

    /// All slots that the slot is compared with, directly or through others, and itself.
    func group(of slot: Slot) -> Set<Slot> {
        var group: Set<Slot> = [slot]
        var grows = true
        while grows {
            grows = false
            for (left, right) in links where group.contains(left) != group.contains(right) {
                group.formUnion([left, right])
                grows = true
            }
        }
        return group
    }
}

extension SlotUses.Use {
    fileprivate mutating func compare(with value: Int64) {
        valueIsRead = true
        constants.insert(value)
    }
}
