package import KeywayCore

extension BoundTranscript {
    /// What a run must have done besides ending as expected.
    package struct RunDemands: Equatable, Sendable {
        /// Variables of the root's flow, each with the value that the final must keep.
        package var kept: [ExpectedValue] = []
        /// All orders of the effects that are named here, in this order; orders of other effects do not count. `[]` demands that no
        /// effect at all was ordered, and nil demands nothing.
        package var effects: [Order]?
        /// Effects that were never ordered.
        package var without: [EffectOfLeg] = []

        /// Whether nothing is demanded.
        package var isEmpty: Bool { kept.isEmpty && effects == nil && without.isEmpty }
    }

    /// What one line must have brought about.
    package struct LineDemands: Equatable, Sendable {
        /// What the command or callback meant.
        package var disposition: Disposition?
        /// Where the run and its legs then are.
        package var places: [Place] = []
        /// All that the line ordered, in this order; nil demands nothing.
        package var effects: [Order]?
    }

    /// A state of the run itself or of one of its legs.
    package struct Place: Equatable, Sendable {
        /// Nil for the root.
        package var leg: String?
        /// By its position in the leg's flow.
        package var state: Int
    }

    /// An effect that is to be ordered, with those of its arguments that count.
    package struct Order: Equatable, Sendable {
        package var effectOfLeg: EffectOfLeg
        package var arguments: [ExpectedValue]
    }

    /// A field or variable, by its position, with the value that it must have.
    package struct ExpectedValue: Equatable, Sendable {
        package var position: Int
        /// Nil is absent.
        package var value: Value?
    }
}
