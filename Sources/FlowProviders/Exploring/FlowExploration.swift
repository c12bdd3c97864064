package import FlowLanguage
package import FlowMachine
import Keyway

/// What exploring a flow showed: everything, or nothing but how far the search got.
public struct FlowExploration: Sendable {
    package enum Verdict: String, Sendable {
        case proved, broken
        /// The search was stopped, so nothing is known.
        case unproved
    }

    /// One thing that was asked, by its name, and what was found about it.
    package struct Judged: Sendable {
        package var name: String
        package var verdict: Verdict
        /// The steps of a shortest run that breaks it, or that shows what must be so sometimes.
        package var steps: Int?
        package var violations: [Violation]
    }

    /// A shortest run to a place where something is wrong.
    package struct Violation: Sendable {
        package var sentence: String
        package var run: [Occurrence]
        /// The end of the run that repeats for ever; empty where the run just ends or rests.
        package var cycle: [Occurrence] = []
        /// Whether some run shows it; what must be so sometimes and never is has none.
        package var hasRun = true
    }

    package var machine: Machine
    /// One for each provider; none where nothing is beside the flow.
    package var models: [ProviderModel]
    package var channel: Channel
    /// Whether the app may die and come back.
    package var crashes: Bool
    /// How many there are, or how many were seen where the search was stopped.
    public var configurations: Int
    package var steps: Int
    /// Whether every configuration was found.
    package var isComplete: Bool
    package var requirements: [Judged]

    /// The sub-flows that hear a provider of which no model is there, where others have theirs: anything may come to them.
    package var legsWithoutModel: [String] {
        let told = Set(models.map(\.source.text))
        return told.isEmpty
            ? []
            : machine.flowsOfLegs.compactMap { flow in
                let sources = flow.machine.sources.map(\.source.name)
                return sources.isEmpty || sources.contains(where: told.contains) ? nil : flow.name
            }
    }

    /// Whether everything that was asked holds, everywhere.
    public var isProved: Bool { isComplete && requirements.allSatisfy { $0.verdict == .proved } }
}

/// Why a flow cannot be explored against a model, with the place in the one or the other.
public struct ExplorationProblem: Error, Sendable {
    package enum Place: Sendable {
        case flow(SourceRange)
        /// In the model at this position.
        case model(Int, SourceRange)
    }

    public var sentence: String
    package var place: Place
}
