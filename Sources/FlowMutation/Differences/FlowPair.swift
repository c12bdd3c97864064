import FlowTranscripts
import KeywayCore

/// A flow, and the same with one edit.
struct FlowPair: Sendable {
    let original: PlayableFlow
    let edited: PlayableFlow

    /// Where the runs of the two flows by this transcript, as a file has it, differ first; nil where they do not differ, or the file cannot
    /// be read or played.
    @available(*, noasync, message: "it blocks the thread while it plays")
    func difference(in transcript: Transcript) -> RunOutline.Difference? {
        // A transcript in memory may say what no file can: that another run leaves a lane in which it never stood.
        let read = Transcript.read(Array(transcript.text.utf8), path: transcript.path)
        guard let before = try? original.outline(of: read), let after = try? edited.outline(of: read) else {
            return nil
        }
        return before.difference(to: after)
    }

    /// The transcript cut down as far as the two flows still differ on it, though perhaps in another way than before.
    @available(*, noasync, message: "it blocks the thread while it plays")
    func shortened(_ transcript: Transcript) -> Transcript {
        var shortest = transcript
        var isShorter = true
        func leaveOut(_ part: (inout Transcript) -> Void) {
            var shorter = shortest
            part(&shorter)
            if difference(in: shorter) != nil { (shortest, isShorter) = (shorter, true) }
        }
        while isShorter {
            isShorter = false
            // A line 'freed' cannot be read without the 'occupied' before it, so all other runs of a provider are first left out together.
            for provider in shortest.providersWithOtherRuns { leaveOut { $0.leaveOutOtherRuns(of: provider) } }
            for place in shortest.lines.indices.reversed() { leaveOut { $0.lines.remove(at: place) } }
            guard let header = shortest.header else { continue }
            for place in header.retained.indices.reversed() { leaveOut { $0.header?.retained.remove(at: place) } }
            for place in header.occupied.indices.reversed() { leaveOut { $0.header?.occupied.remove(at: place) } }
            for name in header.parameters.keys.sorted() { leaveOut { $0.header?.parameters[name] = nil } }
            for name in header.replies.keys.sorted() { leaveOut { $0.header?.replies[name] = nil } }
        }
        // Line 1 of a transcript is its header.
        for place in shortest.lines.indices { shortest.lines[place].number = place + 2 }
        return shortest
    }
}

extension Transcript {
    /// The providers in whose lanes other runs stand at some time, sorted.
    fileprivate var providersWithOtherRuns: [String] {
        Set((header?.occupied ?? []) + lines.compactMap(\.providerOfOtherRun)).sorted()
    }

    /// Leaves out every other run that stands in a lane of the provider.
    fileprivate mutating func leaveOutOtherRuns(of provider: String) {
        header?.occupied.removeAll { $0 == provider }
        lines.removeAll { $0.providerOfOtherRun == provider }
    }
}

extension Transcript.Line {
    /// The provider whose lane another run asks for or leaves here; nil for a line of anything else.
    fileprivate var providerOfOtherRun: String? {
        switch content {
        case .occupied(let provider), .freed(let provider): provider
        case .command, .callback, .restart, .nothing: nil
        }
    }
}
