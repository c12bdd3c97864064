public import KeywayCore

extension BoundTranscript {
    /// What a run must have done besides ending as expected.
    public struct RunDemands: Equatable, Sendable {
        /// Variables of the root's flow, each with the value that the final must keep.
        public var kept: [Given] = []
        /// Of the effects that are named here, these were ordered, in this order and no others; nil demands nothing.
        public var effects: [Order]?
        /// Effects that were never ordered.
        public var without: [Asked] = []

        /// Whether nothing is demanded.
        public var isEmpty: Bool { kept.isEmpty && effects == nil && without.isEmpty }
    }

    /// What one line must have brought about.
    public struct LineDemands: Equatable, Sendable {
        /// What the command or callback meant.
        public var disposition: Disposition?
        /// Where the run and its legs then are.
        public var places: [Place] = []
        /// All that the line ordered, in this order; nil demands nothing.
        public var effects: [Order]?
    }

    /// A state of the run itself or of one of its legs.
    public struct Place: Equatable, Sendable {
        /// Nil for the root.
        public var leg: String?
        /// By its position in the leg's flow.
        public var state: Int
    }

    /// An effect that is to be ordered, with those of its arguments that count.
    public struct Order: Equatable, Sendable {
        public var asked: Asked
        public var arguments: [Given]
    }

    /// A field or variable, by its position, with the value that it must have.
    public struct Given: Equatable, Sendable {
        public var position: Int
        /// Nil is absent.
        public var value: Value?
    }
}
