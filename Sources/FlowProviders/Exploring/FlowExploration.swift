package import FlowLanguage
package import FlowMachine
package import KeywayCore

/// What exploring a flow showed. Of a search that was stopped what is broken stands, and nothing is proved.
public struct FlowExploration: Sendable {
    /// Whether something that was asked holds.
    package enum Verdict: String, Sendable {
        /// It holds everywhere, or some run breaks it.
        case proved, broken
        /// Nothing that the question speaks of came about, so that no run has tested it.
        case untried
        /// The search was stopped, or did not follow everything, so nothing is known.
        case unproved
    }

    /// One thing that was asked, by its name, and what was found about it.
    package struct Judged: Sendable {
        /// What a report calls the question: `30.i`, the text of a requirement, or a sentence as `every word is read`.
        package var name: String
        /// Whether it holds everywhere.
        package var verdict: Verdict
        /// How many steps a shortest run has that breaks it, or that shows what must be so sometimes; nil where there is no such run.
        package var steps: Int?
        /// What breaks it; empty where it is proved.
        package var violations: [Violation]
        /// How often what the question speaks of came about, in different steps; nil where that is not counted.
        package var occasions: Int?
    }

    /// A shortest run to a place where something is wrong.
    package struct Violation: Sendable {
        /// What is wrong there, in the spec's words.
        package var sentence: String
        /// From the beginning to the place; empty where it is the beginning, or no run shows it.
        package var run: [Occurrence]
        /// The end of the run that repeats for ever; empty where the run just ends or rests.
        package var cycle: [Occurrence] = []
        /// Whether some run shows it; what must be so sometimes and never is has none.
        package var hasRun = true
    }

    /// Past so many configurations a search stops where nobody says otherwise: 60,000,000.
    ///
    /// Of the shipped flows only PhoneLogin beside its three SDKs has more: its proofs need a higher limit.
    public static let usualLimit = 60_000_000

    /// The flow that everything was asked of.
    package var machine: Machine
    /// The parameters that had these values alone, by their positions among the variables.
    package internal(set) var chosen: [Int: Value] = [:]
    /// The models that were explored with the flow, one for each provider; empty where the flow was explored alone.
    package var models: [ProviderModel]
    /// What could become of each provider's words on their way.
    package var channel: Channel
    /// Whether the app may die and come back.
    package var crashes: Bool
    /// How many configurations there are, or how many were seen where the search was stopped.
    public var configurations: Int
    /// How many steps lead from one configuration to another or to itself, or how many were taken where the search was stopped.
    package var steps: Int
    /// Whether every configuration was found.
    package var isComplete: Bool
    /// Everything that was asked, with its answer, in the order of a report.
    package var judgements: [Judged]
    /// The rows, states and words of the flow and the models that the search came to.
    package var reached: Reached
    /// What makes the configurations so many, a sentence for each factor, the greatest first; empty where all were
    /// found.
    package var growth: [String] = []

    /// The sources of the flow and its legs of which no model speaks, as `bell` or `smart.otpless`; none without
    /// models.
    ///
    /// What these sources say may come at any moment.
    package var unmodelledSources: [String] {
        let told = Set(models.compactMap(\.source?.text))
        guard !models.isEmpty else { return [] }
        return machine.flowsOfLegs.flatMap { flow in
            flow.machine.sources.map(\.source.name).filter { !told.contains($0) }
                .map { source in flow.name.map { "\($0).\(source)" } ?? source }
        }
    }

    /// The calls, as `OTPless.begin`, that each order of the flow and its legs is taken to make: runs on which an order never makes its
    /// call are not explored (rule 29a). These are all calls but those of which their model says that they may do nothing.
    package var callsTakenAsMade: [String] {
        models.flatMap { model in
            let made = machine.flowsOfLegs.flatMap { flow in
                flow.machine.effects.indices.compactMap { flow.machine.call(by: $0, to: model) }
            }
            return Set(made).sorted().filter { !model.mayDoNothing(at: $0) }.map { "\(model.name.text).\($0)" }
        }
    }

    /// Whether everything that was asked holds, everywhere.
    public var isProved: Bool { isComplete && judgements.allSatisfy { $0.verdict == .proved } }
}

/// Why a flow cannot be explored against a model, with the place in the one or the other.
public struct ExplorationProblem: Error, Sendable {
    /// Where a problem stands in the source.
    package enum Place: Sendable {
        /// In the flow that is explored.
        case flow(SourceRange)
        /// In the model at this position.
        case model(Int, SourceRange)
    }

    /// What is wrong, for people; without its place.
    public var sentence: String
    /// The declaration that it is about.
    package var place: Place
}
