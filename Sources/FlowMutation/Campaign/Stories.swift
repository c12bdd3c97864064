import FlowLanguage
import FlowMachine
import FlowTranscripts
import KeywayCore

/// The transcripts of a flow, each with what a run of the unedited flow does by it.
struct Stories: Sendable {
    /// One transcript, and the outline of its run on the unedited flow.
    fileprivate struct Story: Sendable {
        var transcript: Transcript
        var outline: RunOutline
    }

    /// The transcript that noticed the latest mutant comes first: edits of neighbouring rows are often noticed by the same transcript.
    private var stories: [Story] = []

    /// Plays the transcripts of this flow; those of other flows are passed over.
    ///
    /// - Throws: ``MutationProblem`` where one does not say of which flow it is, does not fit the flow, or cannot be played.
    @available(*, noasync, message: "it blocks the thread while it plays")
    init(_ transcripts: [Transcript], of flow: PlayableFlow) throws(MutationProblem) {
        for transcript in transcripts {
            guard let header = transcript.header else {
                throw MutationProblem(sentences: transcript.problems.map(\.description))
            }
            if header.flow != flow.table.name { continue }
            do {
                stories.append(Story(transcript: transcript, outline: try flow.outline(of: transcript)))
            } catch let bad as BadTranscript {
                throw MutationProblem(sentences: bad.problems.map(\.description))
            } catch {
                throw MutationProblem(sentences: ["\(transcript.path): it cannot be played"])
            }
        }
    }

    /// How one of the runs differs on the edited flow, in a sentence; nil where all runs do what they did.
    @available(*, noasync, message: "it blocks the thread while it plays")
    mutating func difference(on edited: PlayableFlow) -> String? {
        for (place, story) in stories.enumerated() {
            guard let how = story.difference(on: edited) else { continue }
            stories.remove(at: place)
            stories.insert(story, at: 0)
            return how
        }
        return nil
    }
}

extension Stories.Story {
    /// How the transcript's run differs on the edited flow, in a sentence; nil where it does what it did.
    fileprivate func difference(on edited: PlayableFlow) -> String? {
        let name = transcript.path.split(separator: "/").last.map(String.init) ?? transcript.path
        do {
            return outline.difference(to: try edited.outline(of: transcript)).map { "\(name): \($0.words)" }
        } catch let bad as BadTranscript {
            return bad.problems.first?.description ?? name
        } catch {
            return "\(name): it cannot be played"
        }
    }
}
