import FlowLanguage
import FlowMachine
import FlowMutation
import FlowRules
import FlowTranscripts

/// What stands around flows that are edited, read once: thousands of mutants ask for it.
struct MutationShelf {
    private let specs: String?
    private let models: [LookedUpModel]
    /// The models that the call names; nil where it names none.
    private let named: [LookedUpModel]?
    private let transcripts: TranscriptShelf
    /// Of the folder, those that run others as sub-flows.
    private let parents: [(source: SourceText, machine: Machine)]

    init(specs: String?, against words: [String], among flows: [CheckedFile]) throws(Refusal) {
        self.specs = specs
        parents = flows.compactMap { flow in
            guard let machine = try? flow.runnableMachine(), !machine.children.isEmpty else { return nil }
            return (flow.source, machine)
        }
        let providers = ProviderLookup(words, specs: specs)
        models = try providers.shelf()
        named = words.isEmpty ? nil : try providers.named()
        transcripts = try TranscriptShelf(specs: specs)
    }

    /// The flow with all that is held against its mutants, and what marks this.
    func subject(
        _ source: SourceText, of machine: Machine, limit: Int
    ) throws(Refusal) -> (subject: MutationSubject, mark: SubjectMark) {
        let own = try transcripts.transcripts(of: machine.name.text, beside: source.path)
        let used = named ?? models
        var files = [
            [source.bytes], machine.sourcesOfSubFlows.map(\.bytes), own.map(\.bytes), used.map(\.source.bytes),
        ]
        var above: [ParentFlow] = []
        for parent in parents
        where parent.machine.sourcesOfSubFlows.contains(where: { $0.bytes == source.bytes }) {
            let stories = try transcripts.transcripts(
                of: parent.machine.name.text, beside: parent.source.path)
            above.append(
                ParentFlow(
                    parent.source, beside: surroundings(of: parent.machine), transcripts: stories.map(\.transcript)))
            files += [[parent.source.bytes], parent.machine.sourcesOfSubFlows.map(\.bytes), stories.map(\.bytes)]
        }
        let subject = MutationSubject(
            source, beside: surroundings(of: machine), transcripts: own.map(\.transcript), parents: above,
            models: named.map { .named($0.map(\.model)) } ?? .all(models.map(\.model)), limit: limit)
        return (subject, SubjectMark(files))
    }

    /// Its sub-flows as the flow itself has them, and the models of their providers.
    private func surroundings(of machine: Machine) -> SpecSurroundings {
        let children = machine.subFlows
        let models = models.map(\.model)
        return SpecSurroundings(
            flows: FlowDirectory { name in
                children.first { $0.machine.name.text == name }.map { .text($0.source) } ?? .nothing
            },
            models: { provider in models.filter { $0.name.text == provider } })
    }
}

extension Machine {
    /// Its sub-flows and theirs.
    fileprivate var subFlows: [Child.Flow] { children.compactMap(\.flow).flatMap { [$0] + $0.machine.subFlows } }

    fileprivate var sourcesOfSubFlows: [SourceText] { subFlows.map(\.source) }
}
