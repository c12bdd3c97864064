import FlowMachine
import KeywayCore

/// What a guard asks, of variables and fields by their positions, so that it is answered fast for many values.
///
/// A slot is a variable, a field or a constant that the guard reads.
indirect enum Clause: Sendable {
    case always
    case any([Clause])
    case all([Clause])
    case not(Clause)
    case comparison(Slot, Table.Test.Relation, Slot)
    /// The slot's value is one of these numbers.
    case membership(Slot, of: [Int64])
    /// The case in the first slot is a member of the set in the second.
    case containment(Slot, in: Slot)
    case present(Slot)
    /// The bool in the slot is true.
    case flag(Slot)

    /// Whether the guard holds for these values; a comparison with an absent value is false, also `!=`.
    func holds(for readings: Readings) -> Bool {
        switch self {
        case .always: return true
        case .any(let parts): return parts.contains { $0.holds(for: readings) }
        case .all(let parts): return parts.allSatisfy { $0.holds(for: readings) }
        case .not(let part): return !part.holds(for: readings)
        case .comparison(let left, let relation, let right):
            guard let left = readings[left], let right = readings[right] else { return false }
            return relation.holds(between: left, and: right)
        case .membership(let slot, let members):
            return readings[slot].map { members.contains($0) } ?? false
        case .containment(let part, let whole):
            guard let part = readings[part], let whole = readings[whole], (0..<64).contains(part) else { return false }
            return UInt64(bitPattern: whole) & (1 << UInt64(part)) != 0
        case .present(let slot): return readings[slot] != nil
        case .flag(let slot): return readings[slot] == 1
        }
    }
}

extension Slot {
    /// The slot in which the term is read when an event with these fields is decided.
    init(_ term: Term, fields: [Field]) {
        switch term.content {
        case .variable(let position): self = .variable(position)
        case .field(let name): self = fields.firstIndex { $0.name == name }.map { .field($0) } ?? .absent
        case .constant(let value): self = .constant(value.scalar)
        case .absent: self = .absent
        }
    }
}

extension Clause {
    /// The condition, with each name of a field replaced by its position among the event's fields.
    init(_ condition: Condition, fields: [Field]) {
        switch condition {
        case .any(let parts): self = .any(parts.map { Clause($0, fields: fields) })
        case .all(let parts): self = .all(parts.map { Clause($0, fields: fields) })
        case .not(let part): self = .not(Clause(part, fields: fields))
        case .comparison(let left, let relation, let right):
            self = .comparison(Slot(left, fields: fields), relation, Slot(right, fields: fields))
        case .membership(let term, let members):
            self = .membership(Slot(term, fields: fields), of: members.map(\.scalar))
        case .containment(let part, let whole):
            self = .containment(Slot(part, fields: fields), in: Slot(whole, fields: fields))
        case .present(let term): self = .present(Slot(term, fields: fields))
        case .flag(let term): self = .flag(Slot(term, fields: fields))
        }
    }

    /// The clause of a guard; nil for `otherwise`, which asks nothing itself: it holds where no other guard does.
    init?(_ condition: Machine.Row.Guard, fields: [Field]) {
        switch condition {
        case .always: self = .always
        case .when(let condition): self = Clause(condition, fields: fields)
        case .otherwise: return nil
        }
    }
}
