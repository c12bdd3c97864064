package import KeywayCore

extension Transcript {
    /// What a run must have done besides ending as expected, as the header has it.
    package struct RunDemands: Equatable, Sendable {
        /// What the final keeps, by the names of the variables; null is absent.
        package var kept: [String: RawValue]
        /// All orders of the effects that are named here, in this order; orders of other effects do not count. `[]` demands that no
        /// effect at all was ordered, and nil demands nothing.
        package var effects: [ExpectedOrder]?
        /// Effects that were never ordered.
        package var without: [String]

        package init(
            kept: [String: RawValue] = [:], effects: [ExpectedOrder]? = nil, without: [String] = []
        ) {
            self.kept = kept
            self.effects = effects
            self.without = without
        }
    }

    /// What one line must have brought about.
    package struct LineDemands: Equatable, Sendable {
        /// What the command or callback meant.
        package var disposition: Disposition?
        /// Where the run and its legs then are: `asking`, `smart.entering`.
        package var states: [String]
        /// All that the line ordered, in this order; nil demands nothing.
        package var effects: [ExpectedOrder]?

        package init(disposition: Disposition? = nil, states: [String] = [], effects: [ExpectedOrder]? = nil) {
            self.disposition = disposition
            self.states = states
            self.effects = effects
        }
    }

    /// An effect, with those of its arguments that count.
    package struct ExpectedOrder: Equatable, Sendable {
        /// Its name, `begin`; for an effect of a sub-flow with the leg's name before it, `smart.begin`.
        package var effect: String
        /// By the names of the effect's fields, spelled as a command's; null is absent.
        package var arguments: [String: RawValue]

        package init(effect: String, arguments: [String: RawValue] = [:]) {
            self.effect = effect
            self.arguments = arguments
        }
    }
}
