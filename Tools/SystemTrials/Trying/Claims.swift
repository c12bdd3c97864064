package import FlowProviders

/// What an exploration says of every run. A single run that does otherwise refutes it. These are the explorer's claims, not those of a
/// flow, which are rows.
package struct Claims: Hashable, Sendable {
    /// The names of what is proved: no run breaks it.
    package private(set) var proved: Set<String>
    /// The names of requirements `sometimes` that are broken: no run shows what they ask for.
    package private(set) var neverShown: Set<String>
    /// Whether everything counts as proved, whatever its name.
    private let isEverything: Bool

    /// The claim that no run breaks anything.
    static let everything = Claims(proved: [], neverShown: [], isEverything: true)

    private init(proved: Set<String>, neverShown: Set<String>, isEverything: Bool) {
        self.proved = proved
        self.neverShown = neverShown
        self.isEverything = isEverything
    }

    package init(of exploration: FlowExploration) {
        let requirements = exploration.requirements
        let never = requirements.filter { $0.verdict == .broken && $0.violations.allSatisfy { !$0.hasRun } }
        self.init(
            proved: Set(requirements.filter { $0.verdict == .proved }.map(\.name)),
            neverShown: Set(never.map(\.name)), isEverything: false)
    }

    /// What these claim and the others do not.
    func subtracting(_ others: Claims) -> Claims {
        var rest = self
        rest.proved.subtract(others.proved)
        rest.neverShown.subtract(others.neverShown)
        return rest
    }

    /// The names of the claims that the run refutes.
    func contradicted(by run: DrivenRun) -> [String] {
        run.broken.filter { isEverything || proved.contains($0) } + run.witnessed.filter(neverShown.contains).sorted()
    }
}
