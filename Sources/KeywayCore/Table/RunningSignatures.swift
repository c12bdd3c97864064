/// A provider's lane that a flow may stand in; there is one for all runs.
public struct LaneSignature: Hashable, Sendable {
    /// As the spec spells it; the event that tells the grant has the same name.
    public var name: String
    /// Whose line it stands in: lanes of one provider, in whatever flow, wait for each other.
    public var provider: String
    /// The event that tells the grant.
    public var event: Int

    public init(name: String, provider: String, event: Int) {
        self.name = name
        self.provider = provider
        self.event = event
    }
}

/// A sub-flow, which a flow runs as a leg of its own stream.
public struct ChildSignature: Hashable, Sendable {
    /// A final of the sub-flow, and the event of the parent that tells it.
    public struct Ending: Hashable, Sendable {
        /// By its position among the states of the sub-flow.
        public var final: Int
        /// By its position among the events of the parent.
        public var event: Int
        /// The variables of the sub-flow that the final keeps, by their positions: for each field of the event the one that fills it.
        public var keeps: [Int]

        public init(final: Int, event: Int, keeps: [Int] = []) {
            self.final = final
            self.event = event
            self.keeps = keeps
        }
    }

    /// What its legs are called, with the names around it before: `silent`, `outer.silent`.
    public var name: String
    /// The sub-flow itself: with it a log of the parent replays alone, and another sub-flow is another version.
    public var table: Table
    /// The command of the sub-flow that it gets when its scope is left.
    public var cancel: Int
    /// One for each final of the sub-flow, in their order.
    public var endings: [Ending]

    public init(name: String, table: Table, cancel: Int, endings: [Ending]) {
        self.name = name
        self.table = table
        self.cancel = cancel
        self.endings = endings
    }
}
