package import KeywayCore

/// The value of a variable or field as a number, so that guards are decided by comparing numbers; nil is absent.
///
/// Of an opaque value, a text or a duration, only the presence counts: it is 0.
typealias Scalar = Int64?

extension Value {
    /// The number that stands for the value in a guard.
    var scalar: Int64 {
        switch self {
        case .bool(let flag): flag ? 1 : 0
        case .integer(let number): number
        case .enumCase(let position): Int64(position)
        case .set(let bits): Int64(bitPattern: bits)
        case .duration, .text, .withheld: 0
        }
    }
}

extension Kind {
    /// The value that a guard's number stands for. Of an opaque kind guards read the presence alone: a text is withheld, and a duration
    /// is the shortest that fits.
    package func value(of number: Int64) -> Value {
        switch self {
        case .bool: .bool(number == 1)
        case .integer: .integer(number)
        case .duration(let bounds): .duration(bounds.lowerBound)
        case .enumCase: .enumCase(Int(clamping: number))
        case .set: .set(UInt64(bitPattern: number))
        case .text: .withheld
        }
    }
}

/// Where a guard or body reads a value, with the event's fields by position.
enum Slot: Hashable {
    case variable(Int)
    case field(Int)
    case constant(Int64)
    /// Always absent: the literal `nil`, or a field that the event does not have.
    case absent
}

/// The values that a guard or body can read.
struct Readings {
    var variables: [Scalar]
    var fields: [Scalar]

    subscript(slot: Slot) -> Scalar {
        switch slot {
        case .variable(let position): variables[position]
        case .field(let position): fields[position]
        case .constant(let value): value
        case .absent: nil
        }
    }

    /// Puts a value where the slot reads it.
    mutating func put(_ value: Scalar, in slot: Slot) {
        switch slot {
        case .variable(let position): variables[position] = value
        case .field(let position): fields[position] = value
        case .constant, .absent: break
        }
    }
}
