package import FlowLanguage
package import FlowMachine
package import FlowSearch
package import KeywayCore

/// What one flow shows of the clauses of a profile.
package struct ProfileJudgement: Sendable {
    /// What was found of one clause.
    package enum Verdict: Sendable {
        /// Every run in which the app does not die keeps it: with whatever any SDK says, or beside each of the models.
        case proved
        /// A run breaks it.
        case refuted(Refutation)
        /// Nothing that the clause speaks of comes about.
        case untried
        /// The search was stopped, or could not follow everything, before it was known.
        case open
        /// It is not known, because the flow, or the flow beside the models, does not fit into a search.
        case unsearchable(ProfileProblem)
        /// The flow lacks a role that the clause names.
        case notAbout
        /// The clause has no requirement: it is left to a server.
        case server
    }

    /// The run that breaks a clause, and the choices of the flow's parameters of which that is known.
    package struct Refutation: Sendable {
        /// Has the run, with the choices that it begins with.
        package var exploration: FlowExploration
        package var violation: FlowExploration.Violation
        /// Each parameter with the values for it by which the clause is broken; empty where it is broken also if nobody chooses any.
        ///
        /// Each value had a search of its own, with the least values of the other parameters; where no run of that search breaks the
        /// clause, a second one has the flow's own values of the others.
        package var breaking: [BreakingValues] = []
        /// Whether the clause was found to hold where nobody chooses a value.
        package var holdsUnchosen = false
    }

    /// Values of one parameter by which a clause is broken.
    package struct BreakingValues: Sendable {
        /// The parameter, by its position among the variables.
        package var parameter: Int
        package var values: [Value]
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
/// SDK, and a search alone is small. Only what does not hold there is asked beside the models; a flow with sub-flows whose
/// parameters may be chosen has its own values there, or one other value. Each requirement has a search of
/// its own: what a run must remember for several multiplies the configurations. Where a search through all choices of the flow's
/// parameters is stopped, or finds a run that has chosen some, their values are searched one by one.
///
/// - Parameters:
///   - source: the text of the profile.
///   - models: one list for each proof, with one model for each provider; none where there are no models.
///   - limit: past so many configurations a search stops and leaves clauses open.
///   - begin: is called as each search begins, and returns what hears how far that search is; its answer false stops the search.
/// - Throws: `ClauseBinding.Misfit` for a role that does not fit its clause.
package func judge(
    _ machine: Machine, by profile: ProfileSpec, in source: SourceText, against models: [[ProviderModel]],
    limit: Int = FlowExploration.usualLimit, reporting begin: () -> (Progress) -> Bool = { { _ in true } }
) throws(ClauseBinding.Misfit) -> ProfileJudgement {
    var bound: [[Machine.Requirement]?] = []
    for clause in profile.clauses {
        bound.append(try ClauseBinding(clause, to: machine, in: source)?.requirements)
    }
    // Clauses may ask the same.
    var known: [String: ProfileJudgement.Verdict] = [:]
    let verdicts = zip(profile.clauses, bound).map { clause, requirements -> ProfileJudgement.Verdict in
        guard let requirements else { return clause.requirements.isEmpty ? .server : .notAbout }
        return requirements.map { requirement in
            if let verdict = known[requirement.text] { return verdict }
            let judge = RequirementJudge(requirement: requirement, proofs: models.filter { !$0.isEmpty }, limit: limit)
            let verdict: ProfileJudgement.Verdict
            // The other clauses are judged all the same: their searches may have taken hours.
            do throws(ProfileProblem) { verdict = try judge.verdict(on: machine, reporting: begin) } catch {
                verdict = .unsearchable(error)
            }
            known[requirement.text] = verdict
            return verdict
        }.worst
    }
    return ProfileJudgement(machine: machine, verdicts: verdicts)
}

/// Explores a flow with one requirement in place of its own.
private struct RequirementJudge {
    let requirement: Machine.Requirement
    /// The models of each proof.
    let proofs: [[ProviderModel]]
    let limit: Int

    typealias Verdict = ProfileJudgement.Verdict

    /// What is found for all choices of the flow's parameters.
    func verdict(on machine: Machine, reporting begin: () -> (Progress) -> Bool) throws(ProfileProblem) -> Verdict {
        let verdict = try verdict(atOnceOn: machine, besideAll: true, reporting: begin)
        switch verdict {
        case .proved, .untried, .notAbout, .server, .unsearchable: return verdict
        case .refuted(let refutation) where !refutation.isByChoice: return verdict
        case .refuted, .open: break
        }
        let found = try refutation(among: machine.parameterValues, of: machine, reporting: begin)
        return found.map { .refuted($0) } ?? verdict
    }

    /// What one search finds of the flow alone; where that does not settle it, what one search beside the models of each proof finds.
    ///
    /// - Parameter besideAll: true searches beside the models of every proof, so that models that do not fit are told in any case; false
    ///   stops at the first beside which the requirement is broken.
    private func verdict(
        atOnceOn machine: Machine, besideAll: Bool = false, reporting begin: () -> (Progress) -> Bool
    ) throws(ProfileProblem) -> Verdict {
        let alone = try verdict(on: machine, beside: [], reporting: begin)
        switch alone {
        case .proved, .untried, .notAbout, .server, .unsearchable: return alone
        case .refuted, .open: break
        }
        var verdicts: [Verdict] = []
        for models in proofs {
            let verdict = try verdict(on: machine, beside: models, reporting: begin)
            if case .refuted = verdict, !besideAll { return verdict }
            verdicts.append(verdict)
        }
        return verdicts.isEmpty ? alone : verdicts.worst
    }

    /// What one search finds; open where only the flow's own values were searched, since other values may break the requirement.
    private func verdict(
        on machine: Machine, beside models: [ProviderModel], reporting begin: () -> (Progress) -> Bool
    ) throws(ProfileProblem) -> Verdict {
        var asking = machine
        asking.requirements = [requirement]
        for child in asking.children.indices { asking.children[child].flow?.machine.requirements = [] }
        let unchosen = asking.unchosen(besides: models)
        let exploration: FlowExploration
        do throws(ExplorationProblem) {
            exploration = try explore(unchosen ?? asking, against: models, limit: limit, reporting: begin())
        } catch {
            throw ProfileProblem(problem: error, models: models)
        }
        guard let judged = exploration.judgements.first(where: { $0.name == requirement.text }) else { return .open }
        switch judged.verdict {
        case .proved: return unchosen == nil ? .proved : .open
        case .broken:
            return judged.violations.first.map { .refuted(.init(exploration: exploration, violation: $0)) } ?? .open
        case .untried: return unchosen == nil ? .untried : .open
        case .unproved: return .open
        }
    }

    /// The run that breaks the requirement where nobody chooses a value, or where one parameter has another value than the flow's own; nil
    /// where no search finds one.
    ///
    /// Beside such a value the other parameters have their least values first, so that the search is small, and then the flow's own.
    private func refutation(
        among choices: [(parameter: Int, values: [Value])], of machine: Machine,
        reporting begin: () -> (Progress) -> Bool
    ) throws(ProfileProblem) -> ProfileJudgement.Refutation? {
        guard !choices.isEmpty else { return nil }
        let own = Dictionary(
            uniqueKeysWithValues: choices.map { ($0.parameter, machine.variables[$0.parameter].initial) }
        )
        .compactMapValues { $0 }
        let unchosen = try verdict(atOnceOn: machine.fixing(own), reporting: begin)
        if case .refuted(let refutation) = unchosen { return refutation }
        let least = Dictionary(uniqueKeysWithValues: choices.map { ($0.parameter, $0.values[0]) })
        var (first, breaking): (ProfileJudgement.Refutation?, [ProfileJudgement.BreakingValues]) = (nil, [])
        for (parameter, values) in choices {
            var broken: [Value] = []
            for value in values where value != own[parameter] {
                for others in [least, own] {
                    let chosen = others.merging([parameter: value]) { _, new in new }
                    let verdict = try verdict(atOnceOn: machine.fixing(chosen), reporting: begin)
                    guard case .refuted(let refutation) = verdict else { continue }
                    first = first ?? refutation.beginning(choosing: chosen, of: machine)
                    broken.append(value)
                    break
                }
            }
            if !broken.isEmpty { breaking.append(.init(parameter: parameter, values: broken)) }
        }
        first?.breaking = breaking
        if case .proved = unchosen { first?.holdsUnchosen = true }
        return first
    }
}

extension ProfileJudgement.Refutation {
    /// Whether its run begins with the choice of a parameter.
    fileprivate var isByChoice: Bool {
        if case .chosen? = violation.run.first?.kind { true } else { false }
    }

    /// The same refutation, with a run that begins with the choices for these parameters of the flow.
    fileprivate func beginning(choosing chosen: [Int: Value], of machine: Machine) -> Self {
        var told = self
        told.violation.run.insert(contentsOf: Occurrence.choices(chosen, of: machine), at: 0)
        return told
    }
}

extension ProfileJudgement.Verdict {
    /// How bad the verdict is.
    fileprivate var weight: Int {
        switch self {
        case .notAbout, .server: 0
        case .proved: 1
        case .untried: 2
        case .open: 3
        case .unsearchable: 4
        case .refuted: 5
        }
    }
}

extension [ProfileJudgement.Verdict] {
    /// Of several verdicts the worst counts.
    fileprivate var worst: ProfileJudgement.Verdict { self.max { $0.weight < $1.weight } ?? .open }
}
