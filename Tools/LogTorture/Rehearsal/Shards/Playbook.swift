/// The measured scripts packed into two arrays, of steps and of statements: a rehearsal reads them hundreds of millions of times. All
/// times are in microseconds.
struct Playbook: Sendable {
    /// A step of a script, as in `Script.Step`, but with its statements in the other array.
    struct Step: Sendable {
        var kind: Script.Kind
        /// Whether this is the last step of its script.
        var isLast: Bool
        /// Whether another node has looked at the run since the step before, so that it can let this step's deadline happen.
        var wasLookedAt: Bool
        /// Which of the sign-in's nodes does the step, as a number from 0.
        var node: UInt8
        /// How many of the statements, from the first on, are asked for the step itself; looks at the run ask the others.
        var ownCount: UInt8
        /// How often nodes ask until the next step, by `continued` statements, whether the run has gone on elsewhere.
        var continuedQuestions: UInt16
        /// How long after the end of the step before this one begins; of two deadlines in a row, after the first one was due.
        var pause: Int64
        /// When other nodes look at the run if its node dies before this step, counted as `pause` is; `.max` where nobody looks.
        var promise: Int64
        /// What nodes ask of the engine for the step, and for looks at the run before the next one.
        var statements: Statements
    }

    /// The part of the array of statements that belongs to one step, or to one kind of look.
    struct Statements: Sendable {
        /// The position of the first of them in `Playbook.statements`.
        var first: Int32
        var count: Int32
    }

    /// The steps of all scripts, one script after the other.
    private(set) var steps: [Step] = []
    /// The first step of each script.
    private(set) var begins: [UInt32] = []
    /// The statements of all steps, then those of the three kinds of look below.
    private(set) var statements: [StatementKind] = []
    /// What a node asks that takes over an order of a dead node.
    private(set) var takingOver = Statements(first: 0, count: 0)
    /// What a node asks that lets a deadline happen in the place of a dead node.
    private(set) var lateDeadline = Statements(first: 0, count: 0)
    /// What a node asks whose look finds the run's own node alive.
    private(set) var lookInVain = Statements(first: 0, count: 0)

    init(_ policy: MeasuredPolicy) {
        for script in policy.scripts {
            begins.append(UInt32(steps.count))
            for (number, step) in script.steps.enumerated() {
                steps.append(
                    Step(
                        kind: step.kind, isLast: number == script.steps.count - 1, wasLookedAt: step.wasLookedAt,
                        node: UInt8(step.node), ownCount: UInt8(step.ownCount),
                        continuedQuestions: UInt16(step.continuedQuestions), pause: step.pause,
                        promise: step.promise ?? .max, statements: add(step.statements)))
            }
        }
        takingOver = add(policy.takingOver)
        lateDeadline = add(policy.lateDeadline)
        lookInVain = add(policy.lookInVain)
    }

    /// Puts the statements behind those that are there, and returns their place.
    private mutating func add(_ kinds: [StatementKind]) -> Statements {
        statements += kinds
        return Statements(first: Int32(statements.count - kinds.count), count: Int32(kinds.count))
    }
}
