/// A sign-in that was played, as the rehearsal repeats it. All times are in microseconds.
struct Script: Sendable {
    enum Kind: UInt8 {
        case asked, answered, deadline
    }

    struct Step: Sendable {
        var kind: Kind
        /// Somebody asks one of so many nodes that the sign-in comes to.
        var place: Int
        /// How long after the end of the step before, or for a deadline behind a deadline after that one was due.
        var pause: Int64
        /// When others look at the run, counted as `pause` is, if its node is gone before this step; nil where nobody looks.
        var promise: Int64?
        /// Whether another node has looked at the run meanwhile: it keeps the run's time too.
        var isLookedAt: Bool
        var statements: [StatementKind]
        /// How many of them are the step itself; what a look asked comes behind.
        var own: Int
        var watches: Int
    }

    private(set) var steps: [Step] = []

    /// - Parameter measured: of a sign-in without a mishap. What a look asked, and what was asked once more, belongs to the step before it.
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
    /// Nil for what belongs to the step before.
    fileprivate init?(_ step: MeasuredStep) {
        switch step.kind {
        case .asked: self = .asked
        case .answered: self = .answered
        case .timed where step.letsDeadlineHappen: self = .deadline
        case .timed, .looked: return nil
        }
    }
}
