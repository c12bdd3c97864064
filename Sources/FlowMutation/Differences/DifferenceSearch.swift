import FlowTranscripts
import KeywayCore

/// Looks for a short run on which a flow and its edited text do different things.
///
/// A twin is two runs, one of the flow and one of the edited text, to which the same has happened. The search begins with a twin to which
/// nothing has happened, and with one behind each line of each transcript of the flow. Each twin is continued by everything that may happen
/// next, and then again. Where its two runs have done the same so far, but stand in different situations, as with different values of a
/// variable, a difference is near. So the search takes turns: one such twin, then one whose runs stand in equal situations.
///
/// Where nothing is found so, it begins once more, with twins for which other values of the flow's parameters are chosen. They come last, as
/// so many beginnings leave few steps to each, and most edits are shown without them.
struct DifferenceSearch {
    private let flows: FlowPair
    private let moves: NextMoves
    /// With how many choices of other values for parameters the search begins at most.
    private static let greatestChoiceCount = 64

    /// After how many steps, each played on both flows, no further twin is continued; as many more are played once other values of parameters
    /// are chosen.
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

    /// Looks for the run, from the beginning, from behind each line of the flow's transcripts, and from beginnings with other parameters;
    /// `about` is its title as a transcript.
    ///
    /// A transcript is used up to the first line at which the two runs differ or which cannot be played.
    @available(*, noasync, message: "it blocks the thread while it plays")
    mutating func find(from transcripts: [Transcript], about: String) -> DifferenceFinding {
        let others = flows.original.machine.otherParameters(atMost: Self.greatestChoiceCount)
        for beginnings in [[empty(choosing: [:])] + transcripts, others.map(empty)] {
            if let found = goOn(from: beginnings, about) { return .shown(found) }
        }
        return .unseen(steps: played)
    }

    /// A transcript in which nothing happens to a run for which these parameters are chosen.
    private func empty(choosing parameters: [String: RawValue]) -> Transcript {
        Transcript(
            path: "", header: .init(about: "", flow: flows.original.table.name, parameters: parameters))
    }

    /// Continues twins from these transcripts until one shows a difference, none is left or `patience` is over; nil where none shows one.
    private mutating func goOn(from transcripts: [Transcript], _ about: String) -> ShownDifference? {
        (alike, unlike) = (Waiting(), Waiting())
        for transcript in transcripts { begin(along: transcript) }
        let end = played + patience
        while played < end, !alike.isEmpty || !unlike.isEmpty {
            for twin in [unlike.takeFirst(), alike.takeFirst()] {
                if let twin, let found = goOn(from: twin, about) { return found }
            }
        }
        return nil
    }

    /// Plays the transcript, and keeps the twin behind each of its lines, to be continued from there.
    private mutating func begin(along transcript: Transcript) {
        guard let header = transcript.header, let answers = try? transcript.answers(on: flows.original.table),
            var twin = try? TwinRun(of: flows, beginningAs: header)
        else { return }
        queue(twin.answeringOnlyByMoves(given: answers))
        for line in transcript.lines {
            var line = line
            // The transcript's expectations are of the flow as it is; here only what happens counts.
            line.demands = nil
            guard (try? twin.play(line)) != nil, !twin.differs() else { return }
            queue(twin.answeringOnlyByMoves(given: answers))
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
                queue(next)
            }
        }
        return nil
    }

    /// Queues the twin, unless the run of the unedited flow has ended or a twin in the same two situations was queued before.
    private mutating func queue(_ twin: TwinRun) {
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
