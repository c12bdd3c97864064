import KeywayCore

/// The values that guards, assignments and orders can read at one point of a step.
struct ReadableValues {
    /// The variables, in the order of the machine; nil is absent.
    let values: [Value?]
    /// The fields of the event that is being decided, by name; an absent field is left out.
    let fields: [String: Value]

    /// What the term stands for; nil is absent.
    func value(of term: Term) -> Value? {
        switch term.content {
        case .variable(let position): values[position]
        case .field(let name): fields[name]
        case .constant(let value): value
        case .absent: nil
        }
    }

    /// The position of the row whose guard holds, else of the row with `otherwise`; nil where there is neither.
    func chosen(among rows: [Int], of machine: Machine) -> Int? {
        rows.first { holds(machine.rows[$0].condition) } ?? rows.first { machine.rows[$0].condition.isOtherwise }
    }

    /// The position of the branch whose guard holds, else of the branch with `otherwise`; nil where there is neither.
    func branch(of choice: Machine.Choice) -> Int? {
        choice.branches.firstIndex { holds($0.condition) } ?? choice.branches.firstIndex { $0.condition.isOtherwise }
    }

    /// Whether the guard holds by itself; never for `otherwise`, which stands for the rest.
    private func holds(_ condition: Machine.Row.Guard) -> Bool {
        switch condition {
        case .always: true
        case .otherwise: false
        case .when(let condition): holds(condition)
        }
    }

    /// Whether the condition holds for these values.
    func holds(_ condition: Condition) -> Bool {
        switch condition {
        case .any(let parts): return parts.contains { holds($0) }
        case .all(let parts): return parts.allSatisfy { holds($0) }
        case .not(let part): return !holds(part)
        case .present(let term): return value(of: term) != nil
        case .flag(let term): return value(of: term) == .bool(true)
        case .membership(let term, let members): return value(of: term).map { members.contains($0) } ?? false
        case .containment(let term, let set):
            guard case .enumCase(let position)? = value(of: term), case .set(let bits)? = value(of: set) else {
                return false
            }
            // Bit N of a set says whether the set holds the case at position N; a set's enum has at most 64 cases.
            return position < 64 && (bits >> UInt64(position)) & 1 == 1
        case .comparison(let left, let relation, let right):
            // A comparison with an absent value is false, also `!=`.
            guard let left = value(of: left), let right = value(of: right) else { return false }
            return compare(left, relation, right)
        }
    }

    /// Whether the relation holds. Written out, not taken from `KeywayCore`: a fault in the reducer's comparison would else be the
    /// interpreter's too, and the test that compares both would not find it.
    private func compare(_ left: Value, _ relation: Table.Test.Relation, _ right: Value) -> Bool {
        switch relation {
        case .equal: return left == right
        case .notEqual: return left != right
        case .less, .lessOrEqual, .greater, .greaterOrEqual: break
        }
        // Only integers have an order.
        guard case .integer(let left) = left, case .integer(let right) = right else { return false }
        switch relation {
        case .less: return left < right
        case .lessOrEqual: return left <= right
        case .greater: return left > right
        case .greaterOrEqual: return left >= right
        case .equal, .notEqual: return false
        }
    }
}

extension Machine.Row.Guard {
    var isOtherwise: Bool { if case .otherwise = self { true } else { false } }
}
