import FlowTranscripts
import KeywayCore
import KeywayRuns

/// Two runs, one of a flow and one of its edited text, to which the same things happen until the two do different things.
struct TwinRun {
    /// What may happen next.
    enum Move: Hashable {
        /// What a line of a transcript can say happens.
        case line(Transcript.Line.Content)
        /// The performance at this position among all is answered, or its handler fails; a performance is one ordered effect with replies.
        case answer(Int, Transcript.Answer)
        /// Nothing comes until then, in milliseconds since the beginning.
        case wait(until: Int64)
    }

    /// How many milliseconds lie between one thing that happens and the next, so that a reader of the transcript sees which was first.
    private static let gap: Int64 = 100
    /// How many milliseconds behind the end of a transcript an effect is answered that has no answer so far: nobody hears that answer.
    private static let silence: Int64 = 1000
    /// The latest time to which a twin is played: a transcript can have this time, and answers by `silence` later, but none beyond.
    private static let greatestTime = Transcript.greatestTime - silence

    /// What was to be played comes later than `greatestTime`.
    private struct PastGreatestTime: Error {}

    /// The run of the flow as it is.
    private(set) var original: OutlinedRun
    /// The run of the edited text.
    private(set) var edited: OutlinedRun
    private let flows: FlowPair
    /// What both runs began with, as a transcript's header has it; without expectations and demands on the run.
    private let beginning: Transcript.Header
    /// Whether a restart may give both runs their personal and secret values back: both flows ask `withValues`.
    let takesValuesBack: Bool
    /// What has happened so far but for answers and the passing of time, as lines of a transcript.
    private(set) var lines: [Transcript.Line] = []
    /// The answers that were given, by the positions of the performances among all.
    private var answers: [Int: Transcript.Answer] = [:]
    /// In milliseconds since the beginning.
    private(set) var now: Int64 = 0
    /// How many lines of the outlines are known to be the same.
    private var comparedLineCount = 0

    /// Begins both runs as a transcript with this header does.
    ///
    /// - Throws: `BadTranscript` where the header does not fit both flows, `RunError` where the beginning cannot be played.
    @available(*, noasync, message: "it blocks the thread while it plays")
    init(of flows: FlowPair, beginningAs header: Transcript.Header) throws {
        self.flows = flows
        var beginning = header
        // The transcript's expectations are of the flow as it is; here only what happens counts.
        beginning.expectation = nil
        beginning.demands = Transcript.RunDemands()
        // Line 1 of the transcript that is written is its header.
        beginning.number = 1
        self.beginning = beginning
        let transcript = Transcript(path: "", header: beginning)
        takesValuesBack = [flows.original, flows.edited].allSatisfy { RunningFlow($0.table).takesValuesBack }
        original = try OutlinedRun(
            transcript.bind(to: flows.original.table), on: flows.original.table,
            annotations: flows.original.annotations)
        edited = try OutlinedRun(
            transcript.bind(to: flows.edited.table), on: flows.edited.table, annotations: flows.edited.annotations)
    }

    /// The same twin, to which from now on only moves, and no longer its transcript, bring answers to effects.
    ///
    /// - Parameter transcriptAnswers: the transcript's answers by effect, from which those that were given so far are noted.
    func answeringOnlyByMoves(given transcriptAnswers: [BoundTranscript.EffectOfLeg: [Transcript.Answer]]) -> TwinRun {
        var twin = self
        twin.original.stopAnswering()
        twin.edited.stopAnswering()
        var counts: [BoundTranscript.EffectOfLeg: Int] = [:]
        for (place, performance) in original.performances.enumerated() {
            let number = counts[performance.effectOfLeg, default: 0]
            counts[performance.effectOfLeg] = number + 1
            guard performance.answered != nil else { continue }
            let given = transcriptAnswers[performance.effectOfLeg] ?? []
            twin.answers[place] = number < given.count ? given[number] : given.last ?? .failure
        }
        return twin
    }

    /// Whether the two runs have done different things so far.
    mutating func differs() -> Bool {
        defer { comparedLineCount = original.lines.count }
        return original.lines.count != edited.lines.count
            || original.lines[comparedLineCount...] != edited.lines[comparedLineCount...]
    }

    /// Whether the performance at this position may still be answered: it has no answer, and its handler has not died with its process.
    func isUnanswered(_ performance: Int) -> Bool {
        answers[performance] == nil && !original.performances[performance].isLost
    }

    /// Lets the move happen to both runs.
    ///
    /// - Throws: `BadTranscript` or `RunError` where the move cannot be made, or another error past the greatest time of a transcript.
    @available(*, noasync, message: "it blocks the thread while it plays")
    mutating func take(_ move: Move) throws {
        switch move {
        case .line(let content):
            // Line 1 of a transcript is its header.
            try play(Transcript.Line(number: lines.count + 2, at: now + Self.gap, content: content))
        case .answer(let place, let answer):
            let performance = original.performances[place]
            let due = Instant(milliseconds: now + Self.gap)
            original.send(try answer.bound(as: performance.effectOfLeg, to: flows.original.table), of: place, due: due)
            edited.send(try answer.bound(as: performance.effectOfLeg, to: flows.edited.table), of: place, due: due)
            answers[place] = answer
            try play(Transcript.Line(number: 0, at: due.milliseconds, content: .nothing))
        case .wait(let moment): try play(Transcript.Line(number: 0, at: moment, content: .nothing))
        }
    }

    /// Plays a line on both runs, and keeps it for the transcript unless it only lets time pass.
    @available(*, noasync, message: "it blocks the thread while it plays")
    mutating func play(_ line: Transcript.Line) throws {
        var end = line.at
        if case .restart(let after, _) = line.content { end += after }
        // A deadline may be later than any time that a transcript can have.
        guard end <= Self.greatestTime else { throw PastGreatestTime() }
        let transcript = Transcript(path: "", header: nil, lines: [line])
        for line in try transcript.bind(to: flows.original.table).lines { try original.play(line) }
        for line in try transcript.bind(to: flows.edited.table).lines { try edited.play(line) }
        now = end
        if line.content != .nothing { lines.append(line) }
    }

    // MARK: - As a transcript

    /// A transcript that plays the run.
    func transcript(about: String) -> Transcript {
        var lines = lines
        // Where timers fire behind the last line, a line without content lets the clock get there.
        if lines.last?.at != now { lines.append(Transcript.Line(number: lines.count + 2, at: now, content: .nothing)) }
        var replies: [String: [Transcript.Answer]] = [:]
        for (place, performance) in original.performances.enumerated() {
            var answer = answers[place] ?? .failure
            // A transcript answers every effect: one without an answer so far gets it after the end, when nobody hears it.
            let answered = performance.answered?.milliseconds ?? now + Self.silence
            let delay = answered - performance.ordered.milliseconds
            answer.after = delay == ScriptedAnswers.delay ? nil : delay
            replies[performance.name, default: []].append(answer)
        }
        var header = beginning
        header.about = about
        header.replies = replies
        return Transcript(path: header.flow + ".jsonl", header: header, lines: lines)
    }
}

extension PerformedOrder {
    /// The effect's name in a transcript, with the leg's name before it.
    fileprivate var name: String {
        (effectOfLeg.leg.map { $0 + "." } ?? "") + table.effects[effectOfLeg.effect].name
    }
}

extension Transcript.Answer {
    /// The answer with its names looked up.
    fileprivate func bound(
        as effectOfLeg: BoundTranscript.EffectOfLeg, to table: Table
    ) throws -> BoundTranscript.Answer {
        let flow = effectOfLeg.leg.flatMap { table.flow(ofLeg: $0) } ?? table
        let name = (effectOfLeg.leg.map { $0 + "." } ?? "") + flow.effects[effectOfLeg.effect].name
        let header = Transcript.Header(about: "", flow: table.name, replies: [name: [self]])
        let bound = try Transcript(path: "", header: header).bind(to: table)
        guard let answer = bound.replies[effectOfLeg]?.first else {
            preconditionFailure("the answer of '\(name)' was bound without a complaint")
        }
        return answer
    }
}
