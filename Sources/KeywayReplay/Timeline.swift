public import Keyway

/// A run as a person reads it: what came when, what it meant, where it led.
public struct Timeline: Equatable, Sendable {
    /// One record of the run, in words.
    public struct Entry: Equatable, Sendable {
        public var sequence: UInt64
        /// The names of the sub-flows from the root to the leg, `silent` or `outer.inner`; nil for the root.
        public var leg: String?
        /// Milliseconds since the run began.
        public var at: Int64
        /// The event's name; `began` where a leg begins.
        public var event: String
        /// `stale` for what belongs to an attempt or order that is over.
        public var stamp: Stamp
        public var disposition: Disposition
        /// The state reached.
        public var state: String
        /// The effects that were ordered, by name.
        public var effects: [String]
        /// The choices that the step went through.
        public var choices: [String]

        /// Names what a step was, from its positions in its leg's table.
        ///
        /// Live runs and replays both go through here, so that they read the same.
        public init(
            sequence: UInt64, leg: String? = nil, time: Instant, since began: Instant, event: Int?, stamp: Stamp,
            disposition: Disposition, state: Int, orders: [EffectOrder], choices: [Int], of table: Table
        ) {
            self.sequence = sequence
            self.leg = leg
            at = time.milliseconds &- began.milliseconds
            self.event = event.map { table.events[$0].name } ?? "began"
            self.stamp = stamp
            self.disposition = disposition
            self.state = table.states[state].name
            effects = orders.map { table.effects[$0.effect].name }
            self.choices = choices.map { table.choices[$0].name }
        }
    }

    public var run: RunID
    public var flow: String
    public var version: Int
    public var reference: String?
    /// When the run began, by the clock that drove it.
    public var began: Instant
    /// The state that it began in, and what entering it ordered.
    public var initialState: String
    public var initialEffects: [String]
    public var entries: [Entry]
    /// Whether that state is one of the flow's finals.
    public var isEnded: Bool

    public init(
        run: RunID, flow: String, version: Int, reference: String?, began: Instant, initialState: String,
        initialEffects: [String]
    ) {
        self.run = run
        self.flow = flow
        self.version = version
        self.reference = reference
        self.began = began
        self.initialState = initialState
        self.initialEffects = initialEffects
        entries = []
        isEnded = false
    }

    /// The state that the run's own last entry reached.
    public var state: String { entries.last { $0.leg == nil }?.state ?? initialState }

    /// The final that the run ended in.
    public var final: String? { isEnded ? state : nil }
}
