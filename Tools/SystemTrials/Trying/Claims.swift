package import FlowProviders

/// What an exploration says of every run, so that one run can show that it is not so.
package struct Claims: Hashable, Sendable {
    /// What no run breaks, by the explorer's names.
    package private(set) var proved: Set<String>
    /// What must be so sometimes, and no run shows.
    package private(set) var neverShown: Set<String>
    /// Whether all that can be asked is claimed, whatever it is called.
    private let isEverything: Bool

    /// Nothing that can be asked is ever broken.
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

    /// What is claimed here and not there.
    func subtracting(_ others: Claims) -> Claims {
        var rest = self
        rest.proved.subtract(others.proved)
        rest.neverShown.subtract(others.neverShown)
        return rest
    }

    /// The names of which a run shows that they are not so.
    func contradicted(by run: DrivenRun) -> [String] {
        run.broken.filter { isEverything || proved.contains($0) } + run.witnessed.filter(neverShown.contains).sorted()
    }
}
