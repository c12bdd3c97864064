package import FlowLanguage
package import FlowMachine
package import FlowRules
package import FlowTranscripts

/// A flow with all that is held against its mutants.
package struct MutationSubject: Sendable {
    /// Which models a mutant is explored against.
    package enum Models: Sendable {
        /// Those of these models that the mutant, or a sub-flow at any depth, hears or calls; with none it is explored alone.
        ///
        /// Several versions of one provider's model make several explorations, as with `keyway explore --all`.
        case all([ProviderModel])
        /// All of these models, also those that the flow neither hears nor calls; several versions of one make several explorations.
        case named([ProviderModel])
    }

    /// The flow's text, unedited.
    package var source: SourceText
    /// What `check` needs besides the flow's text. It has no released tables, because with them `check` refuses each mutant of a released
    /// flow whose table differs.
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
    /// What `check` needs besides the parent's text; the unedited sub-flow is among it, and a mutant takes its place.
    package var surroundings: SpecSurroundings
    /// The transcripts to play; those of other flows are passed over.
    package var transcripts: [Transcript]

    package init(_ source: SourceText, beside surroundings: SpecSurroundings, transcripts: [Transcript]) {
        self.source = source
        self.surroundings = surroundings.withoutReleases
        self.transcripts = transcripts
    }
}

/// Why nothing can be said of a flow's mutants: the unedited flow, or a flow that runs it as a sub-flow, cannot be run, or a transcript of
/// one of these cannot be played. What exploring finds is no such problem.
package struct MutationProblem: Error, Sendable {
    /// One or more, for people, each with its place.
    package var sentences: [String]
}

extension SpecSurroundings {
    /// The same without the tables of released versions, with which `check` compares a flow's table.
    fileprivate var withoutReleases: SpecSurroundings {
        var surroundings = self
        surroundings.releasedTable = { _, _ in nil }
        return surroundings
    }
}
