import Keyway

extension Test {
    /// What it reads.
    var operands: [Operand] {
        switch self {
        case .comparison(let left, _, let right), .containment(let left, let right): [left, right]
        case .membership(let operand, _), .presence(let operand), .flag(let operand): [operand]
        }
    }
}

extension Operand {
    /// The field that it is; nil for anything else.
    var field: Int? { if case .field(let place) = self { place } else { nil } }
}
