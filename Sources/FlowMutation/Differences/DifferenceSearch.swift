import FlowTranscripts
import KeywayCore

/// Looks for a short run on which a flow and its edited text do different things.
///
/// A twin is two runs, one of the flow and one of the edited text, to which the same has happened. The search begins with a twin to which
/// nothing has happened, and with one behind each line of each transcript of the flow. Each twin is continued by everything that may happen
/// next, and then again. Where its two runs have done the same so far, but stand in different situations, as with different values of a
/// variable, a difference is near. So the search takes turns: one such twin, then one whose runs stand in equal situations.
struct DifferenceSearch {
    private let flows: FlowPair
    private let moves: NextMoves
    /// After how many steps, each played on both flows, no further twin is continued.
    private let patience: Int
    /// How many steps were played so far.
    private var played = 0
    /// The pairs of situations from which a twin has been kept: another twin in the same pair is dropped.
    private var known: Set<[Situation]> = []
    /// The twins to continue whose two runs stand in equal situations.
    private var alike = Waiting()
    /// The twins to continue whose two runs stand in different situations.
    private var unlike = Waiting()

    /// A queue of twins.
    private struct Waiting {
        /// Twins that were taken are nil, so that their memory is free.
        private var twins: [TwinRun?] = []
        /// The position of the first twin that was not taken.
        private var next = 0

        var isEmpty: Bool { next == twins.count }

        mutating func add(_ twin: TwinRun) { twins.append(twin) }

        /// The twin that has waited longest; nil where none waits.
        mutating func takeFirst() -> TwinRun? {
            guard !isEmpty else { return nil }
            defer {
                twins[next] = nil
                next += 1
            }
            return twins[next]
        }
    }

    init(of flows: FlowPair, patience: Int) {
        self.flows = flows
        self.patience = patience
        moves = NextMoves(of: flows)
    }

    /// Looks for the run, from the beginning and from behind each line of the flow's transcripts; `about` is its title as a transcript.
    ///
    /// A transcript is used up to the first line at which the two runs differ or which cannot be played.
    @available(*, noasync, message: "it blocks the thread while it plays")
    mutating func find(from transcripts: [Transcript], about: String) -> DifferenceFinding {
        let empty = Transcript(path: "", header: .init(about: "", flow: flows.original.table.name))
        for transcript in [empty] + transcripts { begin(along: transcript) }
        while played < patience, !alike.isEmpty || !unlike.isEmpty {
            for twin in [unlike.takeFirst(), alike.takeFirst()] {
                if let twin, let found = goOn(from: twin, about) { return .shown(found) }
            }
        }
        return .unseen(steps: played)
    }

    /// Plays the transcript, and keeps the twin behind each of its lines, to be continued from there.
    private mutating func begin(along transcript: Transcript) {
        guard let header = transcript.header, let answers = try? transcript.answers(on: flows.original.table),
            var twin = try? TwinRun(of: flows, beginningAs: header)
        else { return }
        keep(twin.answeringOnlyByMoves(given: answers))
        for line in transcript.lines {
            var line = line
            // The transcript's expectations are of the flow as it is; here only what happens counts.
            line.demands = nil
            guard (try? twin.play(line)) != nil, !twin.differs() else { return }
            keep(twin.answeringOnlyByMoves(given: answers))
        }
    }

    /// Continues the twin by one step in every way; returns the first run found on which the two flows differ, nil where none is.
    private mutating func goOn(from twin: TwinRun, _ about: String) -> ShownDifference? {
        for move in moves.all(after: twin) {
            played += 1
            var next = twin
            guard (try? next.take(move)) != nil else { continue }
            if next.differs() {
                let transcript = flows.shortened(next.transcript(about: about))
                if let difference = flows.difference(in: transcript) {
                    return ShownDifference(difference, in: transcript)
                }
            } else {
                keep(next)
            }
        }
        return nil
    }

    /// Queues the twin, unless the run of the unedited flow has ended or a twin in the same two situations was queued before.
    private mutating func keep(_ twin: TwinRun) {
        guard !twin.original.tree.isEnded else { return }
        let answerable = twin.original.performances.indices.filter(twin.isUnanswered).map {
            twin.original.performances[$0]
        }
        let original = Situation(of: twin.original, at: twin.now, answerable: answerable)
        let edited = Situation(of: twin.edited, at: twin.now, answerable: answerable)
        guard known.insert([original, edited]).inserted else { return }
        if original == edited { alike.add(twin) } else { unlike.add(twin) }
    }
}
