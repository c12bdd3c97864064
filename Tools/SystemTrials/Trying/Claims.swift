package import FlowProviders

/// What an exploration says of every run. A single run that does otherwise refutes it. These are the explorer's claims, not those of a
/// flow, which are rows.
package struct Claims: Hashable, Sendable {
    /// The names of what is proved, or untried: no run breaks it. What is untried speaks of something that no run comes to.
    package private(set) var proved: Set<String>
    /// The names of requirements `sometimes` that are broken: no run shows what they ask for.
    package private(set) var neverShown: Set<String>
    /// That nothing comes to a state of a flow, or takes a row of the root's, which the exploration has not reached (`ReachedParts`).
    package private(set) var neverReached: Set<String>
    /// Whether everything counts as proved, whatever its name.
    private let isEverything: Bool

    /// The claim that no run breaks anything.
    static let everything = Claims(proved: [], neverShown: [], neverReached: [], isEverything: true)

    private init(proved: Set<String>, neverShown: Set<String>, neverReached: Set<String>, isEverything: Bool) {
        self.proved = proved
        self.neverShown = neverShown
        self.neverReached = neverReached
        self.isEverything = isEverything
    }

    package init(of exploration: FlowExploration, in system: LoadedSystem) {
        let requirements = exploration.judgements
        let never = requirements.filter { $0.verdict == .broken && $0.violations.allSatisfy { !$0.hasRun } }
        self.init(
            proved: Set(requirements.filter { $0.verdict == .proved || $0.verdict == .untried }.map(\.name)),
            neverShown: Set(never.map(\.name)), neverReached: ReachedParts.claims(of: exploration, in: system),
            isEverything: false)
    }

    /// What these claim and the others do not.
    func subtracting(_ others: Claims) -> Claims {
        var rest = self
        rest.proved.subtract(others.proved)
        rest.neverShown.subtract(others.neverShown)
        rest.neverReached.subtract(others.neverReached)
        return rest
    }

    /// The names of the claims that the run refutes.
    func contradicted(by run: DrivenRun) -> [String] {
        run.broken.filter { isEverything || proved.contains($0) } + run.witnessed.filter(neverShown.contains).sorted()
            + run.reached.filter(neverReached.contains).sorted()
    }
}
