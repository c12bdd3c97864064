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
    private let transcripts: [(path: String, bytes: [UInt8])]

    init(specs: String?, against words: [String]) throws(Refusal) {
        self.specs = specs
        let providers = try ProviderLookup(words, specs: specs)
        models = try providers.shelf()
        named = words.isEmpty ? nil : try providers.named()
        transcripts = try specs.map { folder throws(Refusal) in try Self.transcripts(in: folder) } ?? []
    }

    private static func transcripts(in folder: String) throws(Refusal) -> [(path: String, bytes: [UInt8])] {
        var files: [(path: String, bytes: [UInt8])] = []
        for path in try FileAccess.files(in: folder, endingIn: [".jsonl"]) {
            files.append((path, try FileAccess.bytes(of: path, as: "a transcript")))
        }
        return files
    }

    /// The flow with all that is held against its mutants, and a hash of this.
    func subject(
        _ source: SourceText, of machine: Machine, limit: Int
    ) throws(Refusal) -> (subject: MutationSubject, hash: UInt64) {
        let stories = try ownTranscripts(beside: source.path).filter { file in
            Transcript.read(file.bytes, path: file.path).header?.flow == machine.name.text
        }
        let used = named ?? models
        let subject = MutationSubject(
            source, beside: surroundings(of: source, machine),
            transcripts: stories.map { Transcript.read($0.bytes, path: $0.path) },
            models: named.map { .named($0.map(\.model)) } ?? .all(models.map(\.model)), limit: limit)
        let hash = subject.hash(
            flow: machine, transcripts: stories.map(\.bytes), models: used.map(\.source.bytes))
        return (subject, hash)
    }

    /// Those in the folder of specs, and in a folder `Transcripts` beside the flow.
    private func ownTranscripts(beside path: String) throws(Refusal) -> [(path: String, bytes: [UInt8])] {
        let folder = path.contains("/") ? String(path.dropLast(path.lastComponent.count)) : ""
        let beside = folder + "Transcripts"
        guard try FileAccess.isFolder(beside) else { return transcripts }
        let known = Set(transcripts.map { FileAccess.identity(of: $0.path) })
        return transcripts
            + (try Self.transcripts(in: beside)).filter { !known.contains(FileAccess.identity(of: $0.path)) }
    }

    /// Its sub-flows as the flow itself has them, and the models of their providers.
    private func surroundings(of source: SourceText, _ machine: Machine) -> SpecSurroundings {
        let children = machine.textsOfSubFlows
        let models = models.map(\.model)
        return SpecSurroundings(
            flows: FlowDirectory { name in children[name].map { .text($0) } ?? .nothing },
            models: { provider in models.filter { $0.name.text == provider } })
    }
}

extension Machine {
    /// Those of its sub-flows and of theirs, by the flows' names.
    fileprivate var textsOfSubFlows: [String: SourceText] {
        var texts: [String: SourceText] = [:]
        for flow in children.compactMap(\.flow) {
            texts[flow.machine.name.text] = flow.source
            texts.merge(flow.machine.textsOfSubFlows) { first, _ in first }
        }
        return texts
    }
}
