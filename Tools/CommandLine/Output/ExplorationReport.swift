import FlowLanguage
import FlowMachine
import FlowProviders
import FlowRules

/// What exploring one flow showed, against the models that were asked for, or alone.
struct ExplorationReport {
    let flow: CheckedFile
    /// The models that the flow was explored against, in any of the explorations.
    let models: [LookedUpModel]
    /// One for each set of models that the flow was explored against together; one alone where there are no models.
    var explorations: [FlowExploration] = []
    /// What the flow and the models do not have in common, for example callbacks that no model tells; nil before exploring.
    var mismatches: Mismatches?
    /// Where the runs were written, in the order of ``violations``: nil for a violation that no run shows, and an empty list where the
    /// call does not ask for runs.
    var files: [WrittenRun?] = []

    /// Why the flow was not explored, or not against all of the models; each reason once.
    private(set) var unsearched: [CallRefusal.Problem]

    /// Why runs that show violations could not be written; nil where all were, or the call does not ask for them.
    var unwritten: CallRefusal?

    /// What the report lacks, and why.
    var problems: [CallRefusal.Problem] { unsearched + (unwritten?.problems ?? []) }

    init(flow: CheckedFile, models: [LookedUpModel], unsearched: [CallRefusal.Problem] = []) {
        self.flow = flow
        self.models = models
        self.unsearched = unsearched
    }

    mutating func addUnsearched(_ problem: CallRefusal.Problem) {
        if !unsearched.contains(problem) { unsearched.append(problem) }
    }

    /// Whether `check` finds errors in the flow: it is not proved then, whatever the search says.
    var isRefused: Bool { flow.diagnostics.contains { $0.severity == .error } }

    var isProved: Bool {
        !isRefused && unsearched.isEmpty && !explorations.isEmpty && explorations.allSatisfy(\.isProved)
            && triedRows?.holds ?? true
    }

    /// What all explorations together reached of the flow's rows; nil before `findTriedRows`, and where one of them stopped or could not
    /// be made, so that nothing is known.
    private(set) var triedRows: TriedRows?

    /// Finds out which rows were tried, once all explorations are there.
    ///
    /// For this the flow may be explored by itself, without models, twice more.
    mutating func findTriedRows() {
        guard let machine = flow.machine, unsearched.isEmpty, !explorations.isEmpty,
            explorations.allSatisfy(\.isComplete)
        else { return }
        triedRows = TriedRows(of: machine, in: flow.source, reachedBy: explorations)
    }

    /// The flow's name, or the file's path where the flow cannot be read.
    var name: String { flow.machine?.name.text ?? flow.source.path }

    /// Every violation in every exploration, with the name of the requirement that does not hold.
    var violations: [(requirement: String, exploration: FlowExploration, violation: FlowExploration.Violation)] {
        explorations.flatMap { exploration in
            exploration.judgements.flatMap { requirement in
                requirement.violations.map { (requirement.name, exploration, $0) }
            }
        }
    }
}

extension CheckedFile {
    /// The flow, if each of its steps is known: all that is written can be read, though cells or waits may be undecided; else nil.
    ///
    /// Refused where the file declares no flow, as a provider's file, because no error of the file says that.
    func explorableMachine() throws(CallRefusal) -> Machine? {
        guard diagnostics.allSatisfy({ $0.severity == .warning || $0.code.allowsExploring }) else { return nil }
        guard let machine else { throw CallRefusal("this file declares no flow", at: source.path) }
        return machine
    }
}
