/// A sign-in that was played, as the rehearsal repeats it. All times are in microseconds.
struct Script: Sendable {
    enum Kind: UInt8 {
        /// Somebody outside asks a node.
        case asked
        /// A handler of the node that performs an order has answered.
        case answered
        /// A node lets a deadline happen.
        case deadline
    }

    struct Step: Sendable {
        var kind: Kind
        /// The place, among the nodes that the sign-in comes to, of the node that does the step.
        var place: Int
        /// How long after the end of the step before this one begins; of two deadlines in a row, after the first one was due.
        var pause: Int64
        /// When other nodes look at the run if its node dies before this step, counted as `pause` is; nil where nobody looks.
        var promise: Int64?
        /// Whether another node has looked at the run before this step: then that node lets deadlines happen too.
        var isLookedAt: Bool
        /// What is asked for the step, and behind that what looks at the run ask before the next step.
        var statements: [StatementKind]
        /// How many of the statements are asked for the step itself.
        var own: Int
        /// How often nodes ask besides, by `moved` statements, whether the run has gone on elsewhere.
        var watches: Int
    }

    private(set) var steps: [Step] = []

    /// - Parameter measured: the steps of a sign-in without a mishap. What a look at the run asked, and what a node asked once more, is added
    ///   to the step before.
    init(_ measured: [MeasuredStep]) {
        var last: MeasuredStep?
        var isLookedAt = false
        for step in measured {
            guard let kind = Kind(step) else {
                guard !steps.isEmpty else { continue }
                steps[steps.count - 1].statements += step.statements
                steps[steps.count - 1].watches += step.watches
                last?.promise = step.promise
                isLookedAt = isLookedAt || step.kind == .looked
                continue
            }
            let isBehindDeadline = kind == .deadline && steps.last?.kind == .deadline
            let base = last.map { isBehindDeadline ? $0.at : $0.doneAt } ?? step.at
            steps.append(
                Step(
                    kind: kind, place: step.node, pause: max(step.at - base, 0) * 1_000,
                    promise: last?.promise.map { ($0 - base) * 1_000 }, isLookedAt: isLookedAt,
                    statements: step.statements, own: step.statements.count, watches: step.watches))
            (last, isLookedAt) = (step, false)
        }
    }
}

extension Script.Kind {
    /// Nil for what is added to the step before.
    fileprivate init?(_ step: MeasuredStep) {
        switch step.kind {
        case .asked: self = .asked
        case .answered: self = .answered
        case .timed where step.letsDeadlineHappen: self = .deadline
        case .timed, .looked: return nil
        }
    }
}
