import FlowLanguage
import FlowMachine
import FlowMutation
import FlowRules
import FlowTranscripts

/// What mutants (edited flows) are checked, played and explored with: models, transcripts and parent flows.
///
/// They are read once, because thousands of mutants need them.
struct MutationInputs {
    /// Every model in the folder of specs.
    private let models: [LookedUpModel]
    /// The models that the call names; nil where it names none.
    private let named: [LookedUpModel]?
    private let transcripts: FoundTranscripts
    /// The flows in the folder of specs that run others as sub-flows: their transcripts may notice an edit of a sub-flow.
    private let parents: [(source: SourceText, machine: Machine)]

    /// - Parameters:
    ///   - specs: the folder of specs; nil where there is none.
    ///   - words: the models as `--against` names them; an empty list stands for every model in the folder that a mutant hears or calls.
    ///   - flows: the flows among which parents are searched.
    init(specs: String?, against words: [String], among flows: [CheckedFile]) throws(CallRefusal) {
        parents = flows.compactMap { flow in
            guard let machine = try? flow.runnableMachine(), !machine.children.isEmpty else { return nil }
            return (flow.source, machine)
        }
        let providers = ProviderLookup(words, specs: specs)
        models = try providers.models()
        named = words.isEmpty ? nil : try providers.named()
        transcripts = try FoundTranscripts(specs: specs)
    }

    /// The flow with all that its mutants are checked, played and explored with.
    ///
    /// The mark follows from the build of the program that judges, and from the texts of the flow and of these inputs: a result of an
    /// earlier call counts only if it has the same mark. All models are in it, because `check` is given all; and those that the call
    /// names, because a mutant is explored against them.
    func subject(
        _ source: SourceText, of machine: Machine, limit: Int, judgedBy build: String
    ) throws(CallRefusal) -> (subject: MutationSubject, mark: SubjectMark) {
        let own = try transcripts.transcripts(of: machine.name.text, inFolderBeside: source.path)
        var files: [[[UInt8]]] = [
            [source.bytes], machine.sourcesOfSubFlows.map(\.bytes), own.map(\.bytes), models.map(\.source.bytes),
            named?.map(\.source.bytes) ?? [],
        ]
        var parentFlows: [ParentFlow] = []
        for parent in parents
        where parent.machine.sourcesOfSubFlows.contains(where: { $0.bytes == source.bytes }) {
            let stories = try transcripts.transcripts(
                of: parent.machine.name.text, inFolderBeside: parent.source.path)
            parentFlows.append(
                ParentFlow(
                    parent.source, beside: surroundings(of: parent.machine), transcripts: stories.map(\.transcript)))
            files += [[parent.source.bytes], parent.machine.sourcesOfSubFlows.map(\.bytes), stories.map(\.bytes)]
        }
        let subject = MutationSubject(
            source, beside: surroundings(of: machine), transcripts: own.map(\.transcript), parents: parentFlows,
            models: named.map { .named($0.map(\.model)) } ?? .all(models.map(\.model)), limit: limit)
        return (subject, SubjectMark(files, judgedBy: build))
    }

    /// What `check` is given beside the flow's text: its sub-flows, which were read with the machine, and all models in the folder.
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
    /// The flow's sub-flows, and their sub-flows.
    fileprivate var subFlows: [Child.Flow] { children.compactMap(\.flow).flatMap { [$0] + $0.machine.subFlows } }

    fileprivate var sourcesOfSubFlows: [SourceText] { subFlows.map(\.source) }
}
