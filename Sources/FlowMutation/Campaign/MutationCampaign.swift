import FlowLanguage
package import FlowMachine
import FlowProviders
import FlowRules
import FlowTranscripts
import KeywayCore

/// Asks of each mutant of a flow what notices it: `check` first, then transcripts, which are cheap, and proofs last.
package struct MutationCampaign: Sendable {
    /// The result of exploring the unedited flow.
    private enum Verdicts {
        /// The verdicts on its requirements, by their names.
        case known([String: FlowExploration.Verdict])
        /// The flow could not be explored to the end; `why` is the rest of a sentence that begins with `the flow itself`.
        case unknown(why: String)
    }

    private let subject: MutationSubject
    private let original: PlayableFlow
    /// What the flow's table does in each cell: a mutant whose table has an equal meaning is no other flow.
    private let meaning: TableMeaning
    /// The transcripts of the flow.
    private var stories: Stories
    /// The transcripts of each flow that runs this one as a sub-flow.
    private var parents: [ParentStories]
    /// The verdicts on the flow that were asked for so far, by the words for the models beside it, as `modelCombinations` gives them.
    private var verdicts: [String: Verdicts] = [:]

    /// - Throws: ``MutationProblem`` where the flow or one of its transcripts is not as it should be.
    @available(*, noasync, message: "it blocks the thread while it plays")
    package init(of subject: MutationSubject) throws(MutationProblem) {
        self.subject = subject
        original = try PlayableFlow(checking: subject.source, beside: subject.surroundings)
        meaning = TableMeaning(of: original.table)
        stories = try Stories(subject.transcripts, of: original)
        var parents: [ParentStories] = []
        for parent in subject.parents { parents.append(try ParentStories(parent)) }
        self.parents = parents
    }

    /// The flow as it is.
    package var flow: Machine { original.machine }

    /// Tells what notices the mutant.
    @available(*, noasync, message: "it blocks the thread while it plays and explores")
    package mutating func fate(of mutant: Mutant) -> Fate {
        guard let fate = fate(of: mutant, goingOnWhile: { true }) else { preconditionFailure("nobody stops it") }
        return fate
    }

    /// Tells what notices the mutant; nil where its proofs were stopped.
    ///
    /// - Parameter goesOn: is asked now and then during a proof; false stops it.
    @available(*, noasync, message: "it blocks the thread while it plays and explores")
    package mutating func fate(of mutant: Mutant, goingOnWhile goesOn: () -> Bool) -> Fate? {
        let source = subject.source(of: mutant)
        let checked = check(source, beside: subject.surroundings)
        if let error = checked.diagnostics.first(where: { $0.severity == .error }) {
            // A text that cannot be read says nothing of the row: the edit is at fault.
            if let unread = parse(source).diagnostics.first(where: { $0.severity == .error }) {
                return .undecided("the edited text cannot be read: \(unread.message)")
            }
            return .killed(by: .check, how: "\(error.code.name): \(error.message)")
        }
        guard let machine = checked.machine, checked.mayRun else {
            return .killed(by: .check, how: "it can no longer be run")
        }
        let edited = PlayableFlow(machine, in: source)
        // Which values a final keeps as the run's result stands in the annotations and not in the table.
        if edited.annotations.keeps == original.annotations.keeps, TableMeaning(of: edited.table) == meaning {
            return .equivalent
        }
        if let how = stories.difference(on: edited) { return .killed(by: .transcript, how: how) }
        for place in parents.indices {
            if let fate = parents[place].fate(of: original.table.name, editedTo: source) { return fate }
        }
        return proofs(of: machine, goingOnWhile: goesOn)
    }

    /// Looks for a short run on which the mutant does something else than the flow; finds none where the mutant cannot be run.
    ///
    /// - Parameter steps: after so many steps no further run is continued; as many more are played where other values of parameters are chosen.
    @available(*, noasync, message: "it blocks the thread while it plays")
    package func difference(of mutant: Mutant, within steps: Int) -> DifferenceFinding {
        let source = subject.source(of: mutant)
        let checked = check(source, beside: subject.surroundings)
        guard let machine = checked.machine, checked.mayRun else { return .unseen(steps: 0) }
        let flows = FlowPair(original: original, edited: PlayableFlow(machine, in: source))
        var search = DifferenceSearch(of: flows, patience: steps)
        return search.find(
            from: subject.transcripts.filter { $0.header?.flow == original.table.name },
            about: "What shows \(mutant.kind.rawValue) in line \(mutant.line): \(mutant.what).")
    }

    // MARK: - Proofs

    /// Explores the mutant against the same models as the flow, and compares the verdicts on the requirements.
    ///
    /// What is proved of the mutant notices nothing, whatever it was for the flow: `explore` complains of the mutant nowhere, and a part of
    /// rule 30 that cannot fail for one of the two is asked of the other alone. Nil where `goesOn` stops it.
    private mutating func proofs(of machine: Machine, goingOnWhile goesOn: () -> Bool) -> Fate? {
        var reason: String?
        for (name, models) in modelCombinations(for: machine) {
            guard
                let verdictsOfOriginal = verdicts[name]
                    ?? verdicts(of: original.machine, against: models, named: name, goingOnWhile: goesOn)
            else { return nil }
            verdicts[name] = verdictsOfOriginal
            let before: [String: FlowExploration.Verdict]
            switch verdictsOfOriginal {
            case .known(let known): before = known
            case .unknown(let why):
                reason = "the flow itself \(why)"
                continue
            }
            do throws(ExplorationProblem) {
                guard let exploration = try exploration(of: machine, against: models, goingOnWhile: goesOn) else {
                    return nil
                }
                guard exploration.isComplete else {
                    reason = "it passes \(subject.limit) configurations\(name)"
                    continue
                }
                for judged in exploration.judgements
                where judged.verdict.isComplaint && judged.verdict != before[judged.name] {
                    let sentence = judged.violations.first?.sentence ?? "it is \(judged.verdict.rawValue)"
                    return .killed(by: .explore, how: "\(judged.name)\(name): \(sentence)")
                }
                let wasDecided = { (name: String) in before[name].map { $0 != .unproved } ?? true }
                if let judged = exploration.judgements.first(where: { $0.verdict == .unproved && wasDecided($0.name) }
                ) {
                    reason = "'\(judged.name)' is not decided\(name)"
                }
            } catch {
                return .killed(by: .explore, how: error.sentence)
            }
        }
        return reason.map { .undecided($0) } ?? .survived
    }

    /// The result of exploring the flow against these models; `name` is the words for them. Nil where `goesOn` stops it.
    private func verdicts(
        of machine: Machine, against models: [ProviderModel], named name: String, goingOnWhile goesOn: () -> Bool
    ) -> Verdicts? {
        let found: FlowExploration?
        do throws(ExplorationProblem) {
            found = try exploration(of: machine, against: models, goingOnWhile: goesOn)
        } catch {
            return .unknown(why: "cannot be explored\(name): \(error.sentence)")
        }
        guard let exploration = found else { return nil }
        guard exploration.isComplete else {
            return .unknown(why: "passes \(subject.limit) configurations\(name)")
        }
        return .known(
            Dictionary(
                exploration.judgements.map { ($0.name, $0.verdict) }, uniquingKeysWith: { first, _ in first }))
    }

    /// Nil where `goesOn` stops it.
    private func exploration(
        of machine: Machine, against models: [ProviderModel], goingOnWhile goesOn: () -> Bool
    ) throws(ExplorationProblem) -> FlowExploration? {
        var isStopped = false
        let exploration = try explore(machine, against: models, limit: subject.limit) { _ in
            isStopped = !goesOn()
            return !isStopped
        }
        return isStopped ? nil : exploration
    }

    /// Each set of models that the flow is explored against together, with words for them, as ` against OTPless 2.3.2`.
    private func modelCombinations(for machine: Machine) -> [(name: String, models: [ProviderModel])] {
        let combinations =
            switch subject.models {
            case .all(let models): Proof.all(of: machine, among: models).map(\.models)
            case .named(let models): Proof.modelCombinations(of: models)
            }
        return combinations.map { models in
            let names = models.map { "\($0.name.text) \($0.version.content)" }
            return (names.isEmpty ? "" : " against " + names.joined(separator: ", "), models)
        }
    }
}

extension MutationSubject {
    /// The edited text in the place of the flow's own.
    fileprivate func source(of mutant: Mutant) -> SourceText {
        SourceText(path: source.path, bytes: Array(mutant.text.utf8))
    }
}

extension FlowExploration.Verdict {
    /// Whether `explore` has decided a requirement, and not that it holds.
    fileprivate var isComplaint: Bool {
        switch self {
        case .broken, .untried: true
        case .proved, .unproved: false
        }
    }
}
