public import KeywayCore
import KeywayLog
import KeywayOrchestrator
import KeywayReplay

/// What the test sees of the run.
extension TestRun {
    /// The state or final of the run itself, whatever its sub-flows do.
    public var state: Followed.State {
        guard let state = Followed.state(at: shown.state) else {
            preconditionFailure("a run of the flow stands in a state of its table")
        }
        return state
    }

    /// What the run remembers; personal, secret and transient values are absent after a crash unless the run has got them back.
    public var context: Followed.Context {
        let values = shown.values.map { $0 == .withheld ? nil : $0 }
        guard let context = try? Followed.Context(values: values) else {
            preconditionFailure("a run of the flow has the variables of its table")
        }
        return context
    }

    private var shown: RunState {
        let present = present.withLock { $0 }
        guard let shown = present.process.live?.durableState ?? present.stateAtProcessEnd else {
            preconditionFailure("a process that is gone has left the run somewhere")
        }
        return shown
    }

    /// The name of the state that the sub-flow of this name reached last; nil where it has not begun.
    func stateName(of leg: String) -> String? {
        present.withLock { $0.log }.records(of: id).stateName(ofNewestLeg: leg)
    }

    /// Why the test cannot go on, with the story of the run.
    func unmet(_ expected: String, found: String, at place: String? = nil) -> UnmetExpectation {
        let story = Story(effects: effects)
        let records = present.withLock { $0.log }.records(of: id)
        return UnmetExpectation(
            expected, found: found, story: story.lines(of: records) + story.lines(of: calls.all), at: place)
    }
}

extension [Record] {
    /// The name of the state that the newest leg of this name reached last; nil where none has begun.
    func stateName(ofNewestLeg name: String) -> String? {
        guard let entries = (try? Replay(of: self))?.timeline.entries else { return nil }
        // A leg that the run has left may go on to its own end beside a newer one of its name. Legs are numbered as they begin.
        let steps = entries.filter { $0.leg == name }.map { (leg: self[Int($0.sequence)].leg, state: $0.state) }
        let newest = steps.map { $0.leg }.max()
        return steps.last { $0.leg == newest }?.state
    }
}
