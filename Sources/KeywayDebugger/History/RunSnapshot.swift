package import KeywayCore
package import KeywayReplay
package import KeywayRuns

/// Where a run stands after one of its records: states, values, timers, open effects and lanes of the run itself and of each
/// sub-flow that has not ended.
package struct RunSnapshot: Equatable, Sendable {
    /// The run itself, or a sub-flow that has not ended.
    package struct Leg: Equatable, Sendable {
        /// By its position among the legs of the run; 0 is the run itself.
        package var number: Int
        /// The names of the sub-flows from the root to it; nil for the run itself.
        package var name: String?
        package var state: String
        /// The variables that have a value; a personal, secret or transient one shows only that it has a value.
        package var values: [Replay.Timeline.Field]
        package var timers: [Wait]
        package var effects: [Wait]
        package var lanes: [Lane]
    }

    /// A provider's lane that the leg has, or for which it stands in the line.
    package struct Lane: Equatable, Sendable {
        package var name: String
        package var provider: String
        /// Whether it was granted.
        package var isHeld: Bool
        /// The sequence of the record that asked for it.
        package var asked: UInt64
    }

    /// A timer or an open effect, on which the leg waits: when its time is up it brings an event by itself.
    package struct Wait: Equatable, Sendable {
        package var name: String
        /// When its time is up, in milliseconds since the run began.
        package var due: Int64
        /// Whether the state holds the timer back (`hold`): its time may come, but it fires only in a later state that does not.
        package var isHeld = false
    }

    /// Milliseconds since the run began.
    package var at: Int64
    package var legs: [Leg]

    package init(of history: RunHistory) {
        self.init(of: history.machine, since: history.began)
    }

    /// - Parameter start: when the run began.
    package init(of machine: RunMachine, since start: Instant) {
        let began = start.milliseconds
        at = machine.latest.milliseconds &- began
        legs = machine.legs.enumerated().filter { $1.name == nil || !$1.isEnded }.map { number, leg in
            let (table, run) = (leg.table, leg.run)
            let held = table.states[run.state].holds
            return Leg(
                number: number, name: leg.name, state: table.states[run.state].name,
                values: table.shown(run.values),
                timers: run.timers.map {
                    Wait(
                        name: table.timers[$0.timer].name, due: $0.deadline.milliseconds &- began,
                        isHeld: held.contains($0.timer))
                },
                effects: leg.isEnded
                    ? []
                    : run.openEffects.map {
                        Wait(name: table.effects[$0.effect].name, due: $0.limit.milliseconds &- began)
                    },
                lanes: machine.lanes.filter { $0.leg == number }.map {
                    Lane(
                        name: table.lanes[$0.lane].name, provider: $0.provider, isHeld: !machine.awaitsGrant(of: $0),
                        asked: $0.sequence)
                })
        }
    }
}
