import FlowTranscripts
import KeywayCore

/// A flow, and the same with one row edited.
struct FlowPair: Sendable {
    let original: PlayableFlow
    let edited: PlayableFlow

    /// Where the runs of the two flows by this transcript differ first; nil where they do not differ, or one cannot be played.
    @available(*, noasync, message: "it blocks the thread while it plays")
    func difference(in transcript: Transcript) -> RunOutline.Difference? {
        guard let before = try? original.outline(of: transcript), let after = try? edited.outline(of: transcript) else {
            return nil
        }
        return before.difference(to: after)
    }

    /// The transcript without lines and replies that the difference does not need, found by leaving out one at a time.
    @available(*, noasync, message: "it blocks the thread while it plays")
    func shortened(_ transcript: Transcript) -> Transcript {
        var shortest = transcript
        var isShorter = true
        while isShorter {
            isShorter = false
            for place in shortest.lines.indices.reversed() where place < shortest.lines.count {
                var shorter = shortest
                shorter.lines.remove(at: place)
                if difference(in: shorter) != nil { (shortest, isShorter) = (shorter, true) }
            }
            for name in (shortest.header?.replies ?? [:]).keys.sorted() {
                var shorter = shortest
                shorter.header?.replies[name] = nil
                if difference(in: shorter) != nil { (shortest, isShorter) = (shorter, true) }
            }
        }
        // Line 1 of a transcript is its header.
        for place in shortest.lines.indices { shortest.lines[place].number = place + 2 }
        return shortest
    }
}
