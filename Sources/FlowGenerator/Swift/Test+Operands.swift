import Keyway

extension Operand {
    /// The field that it is; nil for anything else.
    var field: Int? { if case .field(let place) = self { place } else { nil } }
}
