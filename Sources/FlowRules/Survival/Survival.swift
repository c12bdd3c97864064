import FlowLanguage
package import FlowMachine
package import KeywayCore

/// What becomes of each effect in flight when the process crashes, so that its arguments can only be read from the log.
///
/// The log keeps plain values whole, and of the others only that they were present. It also has the personal and secret ones encrypted,
/// and an app's key store their key, if the flow takes values back: it asks `withValues` in its rows for `restored`.
package struct Survival: Sendable, Equatable {
    /// Live states and finals, in the order of the machine.
    package var states: [State]

    /// A state, and what may be in flight when the process crashes in it.
    package struct State: Sendable, Equatable {
        /// The name, as the spec has it.
        package var name: String
        /// The effects that a crash in this state can interrupt, in the order of their declaration.
        package var effects: [Effect]
    }

    /// An effect in flight, and what recovery makes of it.
    package struct Effect: Sendable, Equatable {
        /// The name, as the spec has it.
        package var name: String
        /// The same in every state: it follows from how the effect is declared.
        package var fate: Fate
        /// The same for a run that has its personal and secret values again, by an app's key store; nil where the flow does not take them
        /// back.
        package var fateWithValues: Fate?
        /// The personal, secret and transient arguments, whose values the log does not keep in clear.
        package var missing: [Field]
    }

    /// What recovery does with an effect that had not answered or returned.
    ///
    /// Of an effect with classified arguments, the fate is that of an order in which one of them is present, since the
    /// log does not keep its value. An order in which all of them are absent is treated as one without such arguments.
    package enum Fate: Sendable, Equatable {
        /// It is performed again, with the same idempotency key, so that whoever receives both calls can tell that they are one.
        case performed
        /// It is not performed, and the flow gets the reply that the effect names as its `otherwise`.
        case answered(with: String)
        /// It is not performed. A record ends the order, and no event comes to the flow, because the effect has no replies.
        case interrupted
        /// It only presents something (`volatile`), and is not repeated.
        case forgotten
    }
}

extension Survival {
    /// Looks at everything that can happen to a run; nil where there are too many configurations or values of fields.
    package init?(of machine: Machine, limit: Int = 1_000_000) {
        guard let flights = FlightsByState(of: machine, limit: limit) else { return nil }
        states = machine.states.indices.map { state in
            State(
                name: machine.states[state].name.text,
                effects: flights.effects[state].sorted().map { Effect(machine.effects[$0].signature, in: machine) })
        }
    }
}

extension Survival.Effect {
    init(_ effect: EffectSignature, in machine: Machine) {
        name = effect.name
        missing = effect.fields.filter { $0.classification != .plain }
        func fate(lacking missing: [Field]) -> Survival.Fate {
            switch Recovery.sound.fate(of: effect, isComplete: missing.isEmpty) {
            case .performedAgain: .performed
            case .answered: .answered(with: effect.replies.map { machine.events[$0.otherwise].name } ?? "")
            case .closed: .interrupted
            case .forgotten: .forgotten
            }
        }
        self.fate = fate(lacking: missing)
        fateWithValues = machine.takesValuesBack ? fate(lacking: missing.filter { !$0.classification.isSealable }) : nil
    }
}

extension Survival.Fate {
    /// Whether the effect is performed again after the crash.
    package var survives: Bool { self == .performed }

    /// `performed again`, `answered with unreachable`.
    package var words: String {
        switch self {
        case .performed: "performed again"
        case .answered(let reply): "answered with \(reply)"
        case .interrupted: "interrupted"
        case .forgotten: "not repeated: it is volatile"
        }
    }
}
