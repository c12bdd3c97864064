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

    /// What one node does at one time. The statements of looks that follow it, and of what it asked again, are added to it.
    struct Step: Sendable {
        /// What brings the step about.
        var kind: Kind
        /// Which of the sign-in's nodes does the step: a number of its own, from 0, for each node that the sign-in comes to.
        var node: Int
        /// How long after the end of the step before this one begins; of two deadlines in a row, after the first one was due.
        var pause: Int64
        /// When other nodes look at the run if its node dies before this step, counted as `pause` is; nil where nobody looks.
        var promise: Int64?
        /// Whether another node has looked at the run since the step before. That node lets this step's deadline happen if the run's own
        /// node dies.
        var wasLookedAt: Bool
        /// What nodes ask of the engine: first for the step itself, then for looks at the run before the next step.
        var statements: [StatementKind]
        /// How many of the statements, from the first on, are asked for the step itself.
        var ownCount: Int
        /// How often nodes ask until the next step, by `continued` statements, whether the run has gone on elsewhere. These are not among
        /// `statements`, as nothing waits for their answers.
        var continuedQuestions: Int
    }

    /// In the order in which they follow each other.
    private(set) var steps: [Step] = []

    /// - Parameter measured: the steps of a sign-in without a mishap. What a look at the run asked, and what a node asked again, is added
    ///   to the step before.
    init(_ measured: [MeasuredStep]) {
        var last: MeasuredStep?
        var wasLookedAt = false
        for step in measured {
            guard let kind = Kind(step) else {
                guard !steps.isEmpty else { continue }
                steps[steps.count - 1].statements += step.statements
                steps[steps.count - 1].continuedQuestions += step.continuedQuestions
                last?.promise = step.promise
                wasLookedAt = wasLookedAt || step.kind == .looked
                continue
            }
            let isBehindDeadline = kind == .deadline && steps.last?.kind == .deadline
            let base = last.map { isBehindDeadline ? $0.at : $0.doneAt } ?? step.at
            steps.append(
                Step(
                    kind: kind, node: step.node, pause: max(step.at - base, 0) * 1_000,
                    promise: last?.promise.map { ($0 - base) * 1_000 }, wasLookedAt: wasLookedAt,
                    statements: step.statements, ownCount: step.statements.count,
                    continuedQuestions: step.continuedQuestions))
            (last, wasLookedAt) = (step, false)
        }
    }
}

extension Script.Kind {
    /// The kind of a measured step; nil for what is added to the step before.
    fileprivate init?(_ step: MeasuredStep) {
        switch step.kind {
        case .asked: self = .asked
        case .answered: self = .answered
        case .timed where step.letsDeadlineHappen: self = .deadline
        case .timed, .looked: return nil
        }
    }
}
