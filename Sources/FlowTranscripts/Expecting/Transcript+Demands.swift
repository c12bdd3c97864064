public import KeywayCore

extension Transcript {
    /// What a run must have done besides ending as expected, as the header has it.
    public struct RunDemands: Equatable, Sendable {
        /// What the final keeps, by the names of the variables; null is absent.
        public var kept: [String: RawValue]
        /// Of the effects that are named here, these were ordered, in this order and no others; nil demands nothing.
        public var effects: [ExpectedOrder]?
        /// Effects that were never ordered.
        public var without: [String]

        package init(
            kept: [String: RawValue] = [:], effects: [ExpectedOrder]? = nil, without: [String] = []
        ) {
            self.kept = kept
            self.effects = effects
            self.without = without
        }

        /// Whether nothing is demanded.
        public var isEmpty: Bool { self == RunDemands() }
    }

    /// What one line must have brought about.
    public struct LineDemands: Equatable, Sendable {
        /// What the command or callback meant.
        public var disposition: Disposition?
        /// Where the run and its legs then are: `asking`, `smart.entering`.
        public var states: [String]
        /// All that the line ordered, in this order; nil demands nothing.
        public var effects: [ExpectedOrder]?

        package init(disposition: Disposition? = nil, states: [String] = [], effects: [ExpectedOrder]? = nil) {
            self.disposition = disposition
            self.states = states
            self.effects = effects
        }
    }

    /// An effect, with those of its arguments that count.
    public struct ExpectedOrder: Equatable, Sendable {
        /// `begin`, or a sub-flow's behind its leg, `smart.begin`.
        public var effect: String
        /// By the names of the effect's fields, spelled as a command's; null is absent.
        public var arguments: [String: RawValue]

        package init(effect: String, arguments: [String: RawValue] = [:]) {
            self.effect = effect
            self.arguments = arguments
        }
    }
}
