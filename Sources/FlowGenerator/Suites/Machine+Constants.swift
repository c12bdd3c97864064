package import FlowMachine
import KeywayCore

extension Machine {
    /// Every integer that a guard of the flow names.
    package var constants: Set<Int64> {
        let guards = rows.map(\.condition) + choices.flatMap { $0.branches.map(\.condition) }
        return guards.reduce(into: []) { numbers, condition in
            guard case .when(let condition) = condition else { return }
            for case .integer(let number) in condition.questions.flatMap(\.named) { numbers.insert(number) }
        }
    }
}

extension Condition {
    /// Every constant that the question names.
    fileprivate var named: [Value] {
        if case .membership(_, of: let values) = self { return values }
        return terms.compactMap { if case .constant(let value) = $0.content { value } else { nil } }
    }
}
