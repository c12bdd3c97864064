import FlowTranscripts
import KeywayCore

/// Looks for a short run on which a flow and its edited text do something else.
///
/// It begins with nothing, and at each place of each transcript of the flow, and lets happen there what may happen next, then next
/// after that. Where the two have come to stand differently, without having done anything else, it looks first.
struct DifferenceSearch {
    private let flows: FlowPair
    private let moves: NextMoves
    /// After so many steps, each played on both, no further twin is continued.
    private let patience: Int
    private var played = 0
    private var known: Set<[Situation]> = []
    /// The twins that are still to be continued: in equal situations, and in different ones.
    private var alike = Waiting()
    private var unlike = Waiting()

    private struct Waiting {
        private var twins: [TwinRun?] = []
        private var next = 0

        var isEmpty: Bool { next == twins.count }

        mutating func add(_ twin: TwinRun) { twins.append(twin) }

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

    /// Looks for the run; the transcripts are those of the flow, to which the edited text does the same.
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

    /// Every place of a transcript is one from which to go on.
    private mutating func begin(along transcript: Transcript) {
        guard let original = try? transcript.bind(to: flows.original.table),
            let edited = try? transcript.bind(to: flows.edited.table),
            var twin = try? TwinRun(of: flows, answering: (original, edited))
        else { return }
        let answers = transcript.answers(on: flows.original.table)
        keep(twin.answeringOnlyByMoves(given: answers))
        for line in transcript.lines {
            var line = line
            line.demands = nil
            guard (try? twin.play(line)) != nil, !twin.differs() else { return }
            keep(twin.answeringOnlyByMoves(given: answers))
        }
    }

    /// Goes one step further in every way.
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

extension Transcript {
    /// What effects answer, by the effect that each name means.
    fileprivate func answers(on table: Table) -> [BoundTranscript.Asked: [Entry]] {
        var answers: [BoundTranscript.Asked: [Entry]] = [:]
        for (name, entries) in header?.replies ?? [:] {
            let header = Header(about: "", flow: table.name, replies: [name: entries])
            guard let asked = try? Transcript(path: path, header: header).bind(to: table).replies.keys.first else {
                continue
            }
            answers[asked] = entries
        }
        return answers
    }
}
