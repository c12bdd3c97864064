package import FlowLanguage
package import FlowMachine
package import FlowSearch

/// What one flow shows of the clauses of a profile.
package struct ProfileJudgement: Sendable {
    /// What was found of one clause.
    package enum Verdict: Sendable {
        /// Every run in which the app does not die keeps it: with whatever any SDK says, or beside each of the models.
        case proved
        /// A run breaks it; the exploration has the run.
        case refuted(FlowExploration, FlowExploration.Violation)
        /// Nothing that the clause speaks of comes about.
        case untried
        /// The search was stopped, or could not follow everything, before it was known.
        case open
        /// The flow lacks a role that the clause names.
        case notAbout
        /// The clause has no requirement: it is left to a server.
        case server
    }

    /// The flow that was judged.
    package let machine: Machine
    /// For each clause of the profile; of one with several requirements the worst.
    package let verdicts: [Verdict]
}

/// What does not fit into one of the searches by which a profile is judged.
package struct ProfileProblem: Error, Sendable {
    package var problem: ExplorationProblem
    /// The models of that search, by whose positions the problem names its place.
    package var models: [ProviderModel]
}

/// Judges a flow by the clauses of a profile.
///
/// Each clause is asked of the flow alone first, where any event may come at any moment: what holds there holds beside every
/// SDK, and a search alone is small. Only what does not hold there is asked beside the models. Each requirement has a search of
/// its own: what a run must remember for several multiplies the configurations.
///
/// - Parameters:
///   - source: the text of the profile.
///   - models: one list for each proof, with one model for each provider; none where there are no models.
///   - limit: past so many configurations a search stops and leaves clauses open.
///   - begin: is called as each search begins, and returns what hears how far that search is.
/// - Throws: `ClauseBinding.Misfit` for a role that does not fit its clause, `ProfileProblem` for what does not fit into a search.
package func judge(
    _ machine: Machine, by profile: ProfileSpec, in source: SourceText, against models: [[ProviderModel]],
    limit: Int = 40_000_000, reporting begin: () -> (Progress) -> Bool = { { _ in true } }
) throws -> ProfileJudgement {
    var bound: [[Machine.Requirement]?] = []
    for clause in profile.clauses {
        bound.append(try ClauseBinding(clause, to: machine, in: source)?.requirements)
    }
    var judge = RequirementJudge(machine: machine, limit: limit)
    let asked = bound.flatMap { $0 ?? [] }
    try judge.ask(asked, beside: [], reporting: begin)
    for models in models where !models.isEmpty {
        try judge.ask(asked.filter { judge.needsModels($0) }, beside: models, reporting: begin)
    }
    return ProfileJudgement(
        machine: machine,
        verdicts: zip(profile.clauses, bound).map { clause, bound in
            bound.map(judge.verdict(on:)) ?? (clause.requirements.isEmpty ? .server : .notAbout)
        })
}

/// Explores a flow with other requirements than its own, and collects what is found of each.
private struct RequirementJudge {
    let machine: Machine
    let limit: Int
    /// By the text of the requirement: what the flow alone shows.
    private var alone: [String: ProfileJudgement.Verdict] = [:]
    /// By the text of the requirement: what it shows beside each of the models.
    private var beside: [String: [ProfileJudgement.Verdict]] = [:]

    init(machine: Machine, limit: Int) {
        self.machine = machine
        self.limit = limit
    }

    mutating func ask(
        _ requirements: [Machine.Requirement], beside models: [ProviderModel],
        reporting begin: () -> (Progress) -> Bool
    ) throws(ProfileProblem) {
        for requirement in requirements {
            var asking = machine
            asking.requirements = [requirement]
            for child in asking.children.indices { asking.children[child].flow?.machine.requirements = [] }
            let exploration: FlowExploration
            do throws(ExplorationProblem) {
                exploration = try explore(asking, against: models, limit: limit, reporting: begin())
            } catch {
                throw ProfileProblem(problem: error, models: models)
            }
            let verdict = verdict(on: requirement.text, by: exploration)
            if models.isEmpty {
                alone[requirement.text] = verdict
            } else {
                beside[requirement.text, default: []].append(verdict)
            }
        }
    }

    private func verdict(on text: String, by exploration: FlowExploration) -> ProfileJudgement.Verdict {
        guard let judged = exploration.requirements.first(where: { $0.name == text }) else { return .open }
        switch judged.verdict {
        case .proved: return .proved
        case .broken: return judged.violations.first.map { .refuted(exploration, $0) } ?? .open
        case .untried: return .untried
        case .unproved: return .open
        }
    }

    /// Whether the flow alone does not show the requirement: a run breaks it, or the search was stopped.
    func needsModels(_ requirement: Machine.Requirement) -> Bool {
        switch alone[requirement.text] {
        case .refuted?, .open?: true
        case .proved?, .untried?, .notAbout?, .server?, nil: false
        }
    }

    /// The worst of the requirements of a clause.
    func verdict(on requirements: [Machine.Requirement]) -> ProfileJudgement.Verdict {
        requirements.map { requirement in
            (beside[requirement.text] ?? [alone[requirement.text] ?? .open]).max { $0.weight < $1.weight } ?? .open
        }.max { $0.weight < $1.weight } ?? .open
    }
}

extension ProfileJudgement.Verdict {
    /// How bad the verdict is: of several verdicts the worst counts.
    fileprivate var weight: Int {
        switch self {
        case .notAbout, .server: 0
        case .proved: 1
        case .untried: 2
        case .open: 3
        case .refuted: 4
        }
    }
}
