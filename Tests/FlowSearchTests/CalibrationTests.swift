import FlowSearch
import TestThreads
import Testing

@Suite("Calibration with published counts", .longComputation)
struct CalibrationTests {
    @Test("Two-phase commit has as many configurations as TLC finds", arguments: [(3, 288), (5, 8_832), (7, 296_448)])
    func twoPhaseCommit(participants: UInt64, configurations: Int) throws {
        let exploration = try #require(Explorer.explore(TwoPhaseCommit(count: participants)).exploration)
        #expect(exploration.configurationCount == configurations)
    }

    /// TLC counts the initial state among those that it generates, and it counts depth in states instead of steps.
    @Test("Two-phase commit of three has the steps and the depth that TLC finds")
    func stepsOfTwoPhaseCommit() throws {
        let exploration = try #require(Explorer.explore(TwoPhaseCommit(count: 3)).exploration)
        #expect(exploration.stepCount + 1 == 1_146)
        #expect(exploration.depth + 1 == 11)
    }

    @Test("Participants of a two-phase commit never disagree, and nobody commits before the manager")
    func agreement() throws {
        var exploration = try #require(Explorer.explore(TwoPhaseCommit(count: 5)).exploration)
        #expect(exploration.shortestRun(showing: TwoPhaseCommit.disagreement) == nil)
        #expect(exploration.shortestRun(showing: TwoPhaseCommit.someoneAborted)?.stepCount == 1)
        // Each of five prepares and each is heard. Then the manager commits, and one participant does.
        #expect(exploration.shortestRun(showing: TwoPhaseCommit.someoneCommitted)?.stepCount == 5 + 5 + 1 + 1)
        let committed = TwoPhaseCommit.someoneCommitted
        let decided = TwoPhaseCommit.managerDecided
        // A decision and a commit both stay. So if a commit came before the decision, some moment would show the commit alone.
        #expect(exploration.shortestRun(showing: committed, without: decided) == nil)
        #expect(exploration.shortestRun(showing: TwoPhaseCommit.someoneAborted, without: decided)?.stepCount == 1)
    }

    /// For five philosophers TLC generates 336 states: the initial one, and one for each philosopher's step from each of the 67.
    @Test("The dining philosophers of the TLA+ examples have as many configurations as TLC finds")
    func diningPhilosophers() throws {
        let exploration = try #require(Explorer.explore(DiningPhilosophers(count: 5)).exploration)
        #expect(exploration.configurationCount == 67)
        #expect(exploration.stepCount + 1 == 336)
        #expect(exploration.depth + 1 == 29)
    }

    @Test("No philosopher starves if all are fair, and each can starve if they need not be", arguments: 0..<5)
    func starvation(philosopher: Int) throws {
        let sated = DiningPhilosophers.isSated(philosopher)
        var fair = try #require(Explorer.explore(DiningPhilosophers(count: 5)).exploration)
        #expect(fair.shortestRun(showing: DiningPhilosophers.clash) == nil)
        #expect(fair.fairLasso(without: sated) == nil)
        #expect(fair.fairLasso(cyclingWithout: sated) == nil)
        let unfair = try #require(Explorer.explore(DiningPhilosophers(count: 5, isFair: false)).exploration)
        #expect(unfair.fairLasso(without: sated) != nil)
    }
}
