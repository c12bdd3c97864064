import FlowLanguage
public import FlowMachine
import FlowProviders
import FlowRules
import FlowTranscripts
import KeywayCore

/// Asks of each mutant of a flow what notices it: `check` first, then transcripts, which are cheap, and proofs last.
public struct MutationCampaign: Sendable {
    /// A transcript with what it makes of the flow as it is.
    fileprivate struct Story: Sendable {
        var transcript: Transcript
        var outline: RunOutline
    }

    /// What exploring the flow as it is showed: the verdicts by their names; nil where the search was stopped.
    private typealias Verdicts = [String: FlowExploration.Verdict]?

    public let flow: Machine
    private let subject: MutationSubject
    private let meaning: TableMeaning
    private let annotations: Annotations
    /// The one that noticed a mutant last comes first: neighbouring edits are often seen by the same story.
    private var stories: [Story] = []
    private var verdicts: [String: Verdicts] = [:]

    /// - Throws: ``MutationProblem`` where the flow or one of its transcripts is not as it should be.
    @available(*, noasync, message: "it blocks the thread while it plays")
    public init(of subject: MutationSubject) throws(MutationProblem) {
        let checked = check(subject.source, beside: subject.surroundings)
        let errors = checked.diagnostics.filter { $0.severity == .error }
        guard errors.isEmpty else {
            throw MutationProblem(sentences: errors.map { $0.text(in: subject.source) })
        }
        guard let machine = checked.machine, checked.mayRun else {
            throw MutationProblem(sentences: ["\(subject.source.path): this is no flow that can be run"])
        }
        self.subject = subject
        flow = machine
        let table = plan(machine)
        meaning = TableMeaning(of: table)
        annotations = Annotations(of: machine, planned: table, in: subject.source)
        for transcript in subject.transcripts where transcript.header?.flow == table.name {
            do {
                let bound = try transcript.bind(to: table)
                let outline = try RunOutline(playing: bound, on: table, annotations: annotations)
                stories.append(Story(transcript: transcript, outline: outline))
            } catch let bad as BadTranscript {
                throw MutationProblem(sentences: bad.problems.map(\.description))
            } catch {
                throw MutationProblem(sentences: ["\(transcript.path): it cannot be played"])
            }
        }
    }

    /// How many transcripts of the flow there are.
    public var transcriptCount: Int { stories.count }

    /// Tells what notices the mutant.
    @available(*, noasync, message: "it blocks the thread while it plays and explores")
    public mutating func fate(of mutant: Mutant) -> Fate {
        let source = SourceText(path: subject.source.path, bytes: Array(mutant.text.utf8))
        let checked = check(source, beside: subject.surroundings)
        if let error = checked.diagnostics.first(where: { $0.severity == .error }) {
            return .killed(by: .check, how: "\(error.code.name): \(error.message)")
        }
        guard let machine = checked.machine, checked.mayRun else {
            return .killed(by: .check, how: "it can no longer be run")
        }
        let table = plan(machine)
        let annotations = Annotations(of: machine, planned: table, in: source)
        if annotations.keeps == self.annotations.keeps, TableMeaning(of: table) == meaning { return .equivalent }
        if let how = playedOtherwise(on: table, annotations) { return .killed(by: .transcript, how: how) }
        return proofs(of: machine)
    }

    // MARK: - Transcripts

    private mutating func playedOtherwise(on table: Table, _ annotations: Annotations) -> String? {
        for (place, story) in stories.enumerated() {
            guard let how = story.difference(on: table, annotations) else { continue }
            stories.remove(at: place)
            stories.insert(story, at: 0)
            return how
        }
        return nil
    }

    // MARK: - Proofs

    private mutating func proofs(of machine: Machine) -> Fate {
        var reason: String?
        for (name, models) in companies(for: machine) {
            if case nil = verdicts[name] { verdicts[name] = .some(verdicts(of: flow, against: models)) }
            guard case .some(.some(let before)) = verdicts[name] else {
                reason = "the flow itself passes \(subject.limit) configurations\(name)"
                continue
            }
            do throws(ExplorationProblem) {
                let exploration = try explore(machine, against: models, limit: subject.limit)
                guard exploration.isComplete else {
                    reason = "it passes \(subject.limit) configurations\(name)"
                    continue
                }
                for judged in exploration.requirements
                where judged.verdict != before[judged.name] && judged.verdict != .unproved {
                    let sentence = judged.violations.first?.sentence ?? "it is \(judged.verdict.rawValue)"
                    return .killed(by: .explore, how: "\(judged.name)\(name): \(sentence)")
                }
                let wasDecided = { (name: String) in before[name].map { $0 != .unproved } ?? true }
                if let judged = exploration.requirements.first(where: { $0.verdict == .unproved && wasDecided($0.name) }
                ) {
                    reason = "'\(judged.name)' is not decided\(name)"
                }
            } catch {
                return .killed(by: .explore, how: error.sentence)
            }
        }
        return reason.map { .undecided($0) } ?? .survived
    }

    private func verdicts(of machine: Machine, against models: [ProviderModel]) -> Verdicts {
        guard let exploration = try? explore(machine, against: models, limit: subject.limit), exploration.isComplete
        else { return nil }
        return Dictionary(
            exploration.requirements.map { ($0.name, $0.verdict) }, uniquingKeysWith: { first, _ in first })
    }

    /// The models that stand beside the flow together, with words for them.
    private func companies(for machine: Machine) -> [(name: String, models: [ProviderModel])] {
        let companies =
            switch subject.models {
            case .all(let models): Proof.all(of: machine, among: models).map(\.models)
            case .named(let models): Proof.companies(of: models)
            }
        return companies.map { models in
            let names = models.map { "\($0.name.text) \($0.version.content)" }
            return (names.isEmpty ? "" : " against " + names.joined(separator: ", "), models)
        }
    }
}

extension MutationCampaign.Story {
    /// How the transcript's run differs on an edited flow; nil where it does the same.
    fileprivate func difference(on table: Table, _ annotations: Annotations) -> String? {
        let name = transcript.path.split(separator: "/").last.map(String.init) ?? transcript.path
        do {
            let bound = try transcript.bind(to: table)
            let edited = try RunOutline(playing: bound, on: table, annotations: annotations)
            guard let difference = outline.difference(to: edited) else { return nil }
            let (before, after) = (difference.before ?? "nothing", difference.after ?? "nothing")
            return "\(name): '\(before)' becomes '\(after)'"
        } catch let bad as BadTranscript {
            return bad.problems.first?.description ?? name
        } catch {
            return "\(name): it cannot be played"
        }
    }
}
