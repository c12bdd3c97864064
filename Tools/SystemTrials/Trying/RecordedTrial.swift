package import FlowProviders
package import KeywayLog
import KeywayRuns
package import KeywayTesting

extension LoadedSystem {
    /// The models of the system's SDKs, in the form in which a search of the debugger takes them.
    package var behavior: FollowedModels { FollowedModels(models, beside: flow) }

    /// How many steps are tried at most for one run, those included that the run does not take.
    private static let greatestTryCount = 400

    /// Drives a run at random until it is over.
    ///
    /// Steps in which the phone sleeps are passed over, so that each deadline passes at its instant.
    ///
    /// - Parameter least: how many events the run has at least. A step by which it would end sooner is left out; most runs would be short
    ///   otherwise, as time that passes ends them.
    /// - Returns: its records, as the log of an app has them; nil for a run that has not ended after 400 steps.
    package func recordedRun(withEvents least: Int, generator: inout SeededGenerator) -> [Record]? {
        var hand = RandomHand(self, generator: SeededGenerator(seed: generator.next()))
        let beginning = hand.choices() + hand.left()
        var world = World(self, after: beginning, recording: true)
        for _ in 0..<Self.greatestTryCount where !world.isOver {
            var next = world
            guard let step = hand.next(in: &next) else { continue }
            if case .wait(_, isAsleep: true) = step.content { continue }
            next.take(step)
            if next.run.isEnded, !world.run.isEnded, next.records.eventCount < least { continue }
            world = next
        }
        return world.run.isEnded ? world.records : nil
    }
}

extension [Record] {
    /// How many of the records tell an event.
    package var eventCount: Int { count { if case .event = $0.content { true } else { false } } }
}
