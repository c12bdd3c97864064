package import FlowLanguage
package import FlowMachine
package import FlowRules
package import FlowTranscripts

/// A flow with all that is held against its mutants.
package struct MutationSubject: Sendable {
    /// Which models a mutant is explored against.
    package enum Models: Sendable {
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

    package var source: SourceText
    /// What the flow is checked beside, without released tables: `check` would refuse every mutant of a released flow.
    package var surroundings: SpecSurroundings
    /// The transcripts to play; those of other flows are passed over.
    package var transcripts: [Transcript]
    /// The flows that run this one as a sub-flow: their transcripts are played too.
    package var parents: [ParentFlow]
    package var models: Models
    /// How many configurations a proof may go through before it is given up.
    package var limit: Int

    package init(
        _ source: SourceText, beside surroundings: SpecSurroundings, transcripts: [Transcript],
        parents: [ParentFlow] = [], models: Models, limit: Int
    ) {
        self.source = source
        self.surroundings = surroundings.withoutReleases
        self.transcripts = transcripts
        self.parents = parents
        self.models = models
        self.limit = limit
    }
}

/// A flow that runs another one as a sub-flow, at whatever depth.
package struct ParentFlow: Sendable {
    package var source: SourceText
    /// What the parent is checked beside, with the unedited sub-flow, whose place a mutant takes.
    package var surroundings: SpecSurroundings
    /// The transcripts to play; those of other flows are passed over.
    package var transcripts: [Transcript]

    package init(_ source: SourceText, beside surroundings: SpecSurroundings, transcripts: [Transcript]) {
        self.source = source
        self.surroundings = surroundings.withoutReleases
        self.transcripts = transcripts
    }
}

/// Why nothing can be said of a flow's mutants.
package struct MutationProblem: Error, Sendable {
    /// One or more, for people, each with its place.
    package var sentences: [String]
}

extension SpecSurroundings {
    fileprivate var withoutReleases: SpecSurroundings {
        var surroundings = self
        surroundings.releasedTable = { _, _ in nil }
        return surroundings
    }
}
