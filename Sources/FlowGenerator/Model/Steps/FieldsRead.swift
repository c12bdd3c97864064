import FlowMachine
import KeywayCore

extension Machine {
    /// The fields of the event that the rows, and the choices behind them, read.
    func fieldsRead(by rows: [Int]) -> Set<String> {
        var read: Set<String> = []
        for row in rows {
            if case .when(let condition) = self.rows[row].condition { read.formUnion(condition.fieldsRead) }
            read.formUnion(self.rows[row].body.fieldsRead)
            if case .move(let target) = self.rows[row].verdict { read.formUnion(fieldsRead(behind: target)) }
        }
        return read
    }

    /// The fields of the event that the choices behind the target read.
    private func fieldsRead(behind target: Target) -> Set<String> {
        choices(behind: target).flatMap { choices[$0].branches }.reduce(into: []) { read, branch in
            read.formUnion(branch.body.fieldsRead)
            if case .when(let condition) = branch.condition { read.formUnion(condition.fieldsRead) }
        }
    }
}

extension Condition {
    /// The fields of the event that the condition reads.
    fileprivate var fieldsRead: Set<String> {
        switch self {
        case .any(let parts), .all(let parts): parts.reduce(into: []) { $0.formUnion($1.fieldsRead) }
        case .not(let part): part.fieldsRead
        case .comparison(let left, _, let right), .containment(let left, let right):
            Set([left.fieldRead, right.fieldRead].compactMap { $0 })
        case .membership(let term, _), .present(let term), .flag(let term): Set([term.fieldRead].compactMap { $0 })
        }
    }
}

extension FlowMachine.Body {
    /// The fields of the event that the body reads.
    fileprivate var fieldsRead: Set<String> {
        let ordered = orders.flatMap { order -> [Term] in
            switch order.content {
            case .set(_, let term): [term]
            // The readable switch orders the beginning of a sub-flow without its arguments.
            case .clear, .take, .run: []
            case .perform(_, let terms): terms
            }
        }
        return Set((assignments.map(\.term) + ordered).compactMap(\.fieldRead))
    }
}

extension Term {
    /// The name of the field that the term reads; nil where it reads none.
    fileprivate var fieldRead: String? { if case .field(let name) = content { name } else { nil } }
}
