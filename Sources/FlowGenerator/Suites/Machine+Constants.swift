package import FlowMachine
import KeywayCore

extension Machine {
    /// Every integer that a guard of the flow names.
    package var constants: Set<Int64> {
        let guards = rows.map(\.condition) + choices.flatMap { $0.branches.map(\.condition) }
        return guards.reduce(into: []) { numbers, condition in
            guard case .when(let condition) = condition else { return }
            for case .integer(let number) in condition.named { numbers.insert(number) }
        }
    }
}

extension Condition {
    /// Every constant that the condition names.
    fileprivate var named: [Value] {
        switch self {
        case .any(let parts), .all(let parts): parts.flatMap(\.named)
        case .not(let part): part.named
        case .membership(_, of: let values): values
        case .comparison, .containment, .present, .flag:
            terms.compactMap { if case .constant(let value) = $0.content { value } else { nil } }
        }
    }
}
