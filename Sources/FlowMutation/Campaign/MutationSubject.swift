public import FlowLanguage
public import FlowMachine
public import FlowRules
public import FlowTranscripts

/// A flow with all that is held against its mutants.
public struct MutationSubject: Sendable {
    /// Which models a mutant is explored against.
    public enum Models: Sendable {
        /// Against every one that its flow hears or calls, or alone where there is none: as `keyway explore --all` does.
        case all([ProviderModel])
        /// Against these.
        case named([ProviderModel])

        var listed: [ProviderModel] {
            switch self {
            case .all(let models), .named(let models): models
            }
        }
    }

    public var source: SourceText
    /// What is released of the flow counts for nothing here: every mutant would be refused.
    public var surroundings: SpecSurroundings
    /// Those of other flows are passed over.
    public var transcripts: [Transcript]
    public var models: Models
    /// Past so many configurations a proof is not finished.
    public var limit: Int

    public init(
        _ source: SourceText, beside surroundings: SpecSurroundings, transcripts: [Transcript], models: Models,
        limit: Int
    ) {
        self.source = source
        self.surroundings = surroundings
        self.surroundings.releasedTable = { _, _ in nil }
        self.transcripts = transcripts
        self.models = models
        self.limit = limit
    }
}

/// Why nothing can be said of a flow's mutants.
public struct MutationProblem: Error, Sendable {
    /// One or more, for people, each with its place.
    public var sentences: [String]
}

extension MutationSubject {
    /// The same for whoever asks the same questions of the same flow: text, sub-flows, transcripts and models.
    ///
    /// The limit is no part of it: what was decided within one is decided.
    public func hash(flow: Machine, transcripts: [[UInt8]], models: [[UInt8]]) -> UInt64 {
        var hash = TextHash()
        hash.add(source.bytes)
        for leg in flow.flowsOfSubFlows { hash.add(leg.bytes) }
        // With their counts, so that a file of one kind is none of another.
        for files in [transcripts, models] {
            hash.add(String(files.count))
            for bytes in files { hash.add(bytes) }
        }
        return hash.value
    }
}

extension Machine {
    fileprivate var flowsOfSubFlows: [SourceText] {
        children.compactMap(\.flow).flatMap { [$0.source] + $0.machine.flowsOfSubFlows }
    }
}
