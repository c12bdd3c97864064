import KeywayNodes
import KeywayTesting

/// What nodes ask of the engine, and when, as they did when they were watched: the rehearsal repeats it millions of times.
struct MeasuredPolicy: Sendable {
    /// How many sign-ins are played.
    private static let count = 100
    /// For how many leases a node is watched that has nothing to do.
    private static let idleLeases: Int64 = 10

    /// One sign-in each, all equally frequent.
    private(set) var scripts: [Script] = []
    /// What a node asks that takes over an order of a dead one, from the look to the append.
    private(set) var takingOver: [StatementKind] = []
    /// What a node asks that lets a deadline happen in the place of a dead one.
    private(set) var lateDeadline: [StatementKind] = []
    /// What a node asks that finds the performer alive.
    private(set) var lookInVain: [StatementKind] = []
    /// Of each kind, how many statements belong to a sign-in.
    private(set) var perSignIn: [StatementKind: Double] = [:]
    private(set) var recordsPerSignIn = 0.0
    /// Of each kind, how many statements a node sends in a second without a run.
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
                perSignIn[.moved, default: 0] += Double(step.watches) / Double(Self.count)
            }
        }
        func look(
            _ mishap: SignInStory.Mishap, _ isWanted: (MeasuredStep) -> Bool
        ) -> [StatementKind] {
            // Two nodes at least: somebody must look. Chance may let the same node look that died in another sign-in.
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

    /// How long a node waits between two beats, in microseconds.
    var beatInterval: Int64 { idlePerSecond[.beat].map { Int64(1_000_000 / $0) } ?? .max }

    private static func played(
        _ story: SignInStory, _ nodes: Int, _ terms: NodeTerms, _ chance: inout SeededGenerator
    ) -> MeasuredWorld {
        var world = MeasuredWorld(story, among: nodes, terms: terms, using: &chance)
        world.play()
        return world
    }
}
