import FlowLanguage
import FlowMachine
import FlowRules

/// The transcripts of a flow that runs the edited one as a sub-flow.
struct ParentStories: Sendable {
    private let parent: ParentFlow
    private var stories: Stories

    /// Plays the parent's transcripts on the parent with its unedited sub-flow.
    ///
    /// - Throws: ``MutationProblem`` where the parent or one of its transcripts is not as it should be.
    @available(*, noasync, message: "it blocks the thread while it plays")
    init(_ parent: ParentFlow) throws(MutationProblem) {
        self.parent = parent
        stories = try Stories(
            parent.transcripts, of: try PlayableFlow(checking: parent.source, beside: parent.surroundings))
    }

    /// What notices that the parent's sub-flow of this name is edited: `check` or a transcript; nil where neither does.
    @available(*, noasync, message: "it blocks the thread while it plays")
    mutating func fate(of name: String, editedTo source: SourceText) -> Fate? {
        var surroundings = parent.surroundings
        let flows = surroundings.flows
        surroundings.flows = FlowDirectory { other in
            other == name ? .text(source) : flows.text(of: other).map { .text($0) } ?? .nothing
        }
        do throws(MutationProblem) {
            let edited = try PlayableFlow(checking: parent.source, beside: surroundings)
            return stories.difference(on: edited).map { .killed(by: .transcript, how: $0) }
        } catch {
            return .killed(by: .check, how: error.sentences.first ?? parent.source.path)
        }
    }
}
