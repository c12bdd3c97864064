/// A provider's lane that a flow may stand in; there is one for all runs.
package struct LaneSignature: Hashable, Sendable {
    /// As the spec spells it; the event that tells the grant has the same name.
    package var name: String
    /// Whose line it stands in: lanes of one provider, in whatever flow, wait for each other.
    package var provider: String
    /// The event that tells the grant.
    package var event: Int

    package init(name: String, provider: String, event: Int) {
        self.name = name
        self.provider = provider
        self.event = event
    }
}

/// A sub-flow, which a flow runs as a leg of the same run.
package struct ChildSignature: Hashable, Sendable {
    /// A final of the sub-flow, and the event of the parent that tells it.
    package struct Ending: Hashable, Sendable {
        /// By its position among the states of the sub-flow.
        package var final: Int
        /// By its position among the events of the parent.
        package var event: Int
        /// The variables of the sub-flow that the final keeps, by their positions: for each field of the event the one that fills it.
        package var keeps: [Int]

        package init(final: Int, event: Int, keeps: [Int] = []) {
            self.final = final
            self.event = event
            self.keeps = keeps
        }
    }

    /// What its legs are called, with the names around it before: `silent`, `outer.silent`.
    package var name: String
    /// The sub-flow itself: with it a log of the parent replays alone, and another sub-flow is another version.
    package var table: Table
    /// The command of the sub-flow that it gets when its scope is left.
    package var cancel: Int
    /// One for each final of the sub-flow, in their order.
    package var endings: [Ending]

    package init(name: String, table: Table, cancel: Int, endings: [Ending]) {
        self.name = name
        self.table = table
        self.cancel = cancel
        self.endings = endings
    }
}
