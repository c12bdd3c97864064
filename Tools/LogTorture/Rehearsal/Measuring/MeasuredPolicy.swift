import KeywayNodes
import KeywayTesting

/// What nodes ask of the database engine, and when, as measured on a few sign-ins that the nodes' own code played.
///
/// The rehearsal repeats these sign-ins millions of times without that code.
struct MeasuredPolicy: Sendable {
    /// How many sign-ins are played.
    private static let count = 100
    /// For how many leases a node that has nothing to do is played, to count what it asks then.
    private static let idleLeases: Int64 = 10

    /// A script for each sign-in that was played; the rehearsal draws one of them for each of its own.
    private(set) var scripts: [Script] = []
    /// The statements by which a node takes over an order of a dead node, from the look at the run to the append.
    private(set) var takingOver: [StatementKind] = []
    /// The statements by which a node lets a deadline happen in the place of a dead node.
    private(set) var lateDeadline: [StatementKind] = []
    /// The statements of a node that looks at a run, and finds that the node which performs its order is alive.
    private(set) var lookInVain: [StatementKind] = []
    /// For each kind of statement how many a sign-in takes on average.
    private(set) var perSignIn: [StatementKind: Double] = [:]
    /// How many records a sign-in leaves in the log on average.
    private(set) var recordsPerSignIn = 0.0
    /// For each kind of statement how many a node that has no run sends in a second.
    private(set) var idlePerSecond: [StatementKind: Double] = [:]

    init(nodes: Int, terms: NodeTerms, seed: UInt64) {
        var chance = SeededGenerator(seed: seed)
        for number in 0..<Self.count {
            let abandons = number % 10 < SignInStory.abandoningOfTen
            let world = Self.played(
                SignInStory(abandons: abandons, terms: terms, using: &chance), nodes, terms, &chance)
            scripts.append(Script(world.steps))
            recordsPerSignIn += Double(world.records) / Double(Self.count)
            for step in world.steps {
                for kind in step.statements { perSignIn[kind, default: 0] += 1 / Double(Self.count) }
                // By `continued` statements nodes ask from time to time whether the run has gone on elsewhere; no step leads to these.
                perSignIn[.continued, default: 0] += Double(step.continuedQuestions) / Double(Self.count)
            }
        }
        /// Plays sign-ins with the mishap until a node makes a look that is wanted; returns the statements of that look.
        func look(
            _ mishap: SignInStory.Mishap, _ isWanted: (MeasuredStep) -> Bool
        ) -> [StatementKind] {
            // Two nodes at least, so that one can look. Chance may make a sign-in in which no wanted look is made, so several are tried.
            for _ in 0..<Self.count {
                let story = SignInStory(
                    abandons: mishap == .diesWaiting, mishap: mishap, terms: terms, using: &chance)
                let steps = Self.played(story, max(nodes, 2), terms, &chance).steps
                if let step = steps.first(where: { $0.kind == .looked && isWanted($0) }) { return step.statements }
            }
            preconditionFailure("no look is made when \(mishap)")
        }
        takingOver = look(.diesPerforming) { $0.statements.contains(.living) && $0.statements.last == .append }
        lateDeadline = look(.diesWaiting) { $0.letsDeadlineHappen }
        lookInVain = look(.takesLong) { $0.statements.contains(.living) && $0.statements.last == .postpone }
        var idle = MeasuredWorld(nil, among: 1, terms: terms, using: &chance)
        idle.play(for: terms.lease * Self.idleLeases)
        let seconds = Double(terms.lease * Self.idleLeases) / 1_000
        idlePerSecond = idle.idle.mapValues { Double($0) / seconds }
    }

    /// How long a node waits between two beats, by which it says that it lives, in microseconds; `.max` where it was seen to send none.
    var beatInterval: Int64 { idlePerSecond[.beat].map { Int64(1_000_000 / $0) } ?? .max }

    private static func played(
        _ story: SignInStory, _ nodes: Int, _ terms: NodeTerms, _ chance: inout SeededGenerator
    ) -> MeasuredWorld {
        var world = MeasuredWorld(story, among: nodes, terms: terms, using: &chance)
        world.play()
        return world
    }
}
