package import KeywayCore
package import KeywayRuns

/// A run on the clock of a transcript, with its outline so far; it is played line by line.
///
/// A copy can be played on without changing the run that it was copied from.
package struct OutlinedRun {
    private var player: Player
    private var teller: OutlineTeller

    /// Begins the run of the transcript on the flow to which it is bound; no line is played yet.
    ///
    /// - Throws: `RunError` where the beginning cannot be played.
    @available(*, noasync, message: "it blocks the thread while it plays")
    package init(_ transcript: BoundTranscript, on table: Table, annotations: Table.Annotations) throws(RunError) {
        player = try Player(transcript, as: RunID(high: 0, low: 1), of: table, annotations: annotations, log: nil)
        teller = OutlineTeller(flow: table, annotations: annotations)
        teller.tellBeginning(in: player.state, ordering: player.beginningOrders)
        for step in player.beginningSteps { teller.tell(step) }
    }

    /// The outline so far, in the order in which things happened.
    package var lines: [String] { teller.lines }

    /// Plays the line, and before it what is due.
    ///
    /// - Throws: `RunError` where it cannot be played.
    @available(*, noasync, message: "it blocks the thread while it plays")
    package mutating func play(_ line: BoundTranscript.Line) throws(RunError) {
        let before = player.retained.words.last?.number
        try player.play(line) { teller.tell($0) }
        for word in player.retained.words where word.number > before ?? 0 {
            teller.tell(retained: word, at: line.at)
        }
    }

    // MARK: - What may come next

    /// The root and its legs, as they stand.
    package var tree: LegTree { player.machine.tree }

    /// The callbacks that the run's sources retain.
    package var retained: RetainedCallbacks { player.retained }

    /// The providers in whose queues other runs stand, once for each such run.
    package var occupied: [String] { player.lanes.occupied }

    /// When the next timer or limit of an effect is due; nil where none is.
    package var nextDue: Instant? { player.machine.nextDue }

    /// Every order so far of an effect that has replies, in the order in which they were given.
    package var performances: [PerformedOrder] { player.performer.performances }

    /// From now on only `send` gives answers to effects, whatever the transcript says.
    package mutating func stopAnswering() { player.performer.stopAnswering() }

    /// Sends the answer of a performance, which arrives when it is due.
    package mutating func send(_ answer: BoundTranscript.Answer, of performance: Int, due: Instant) {
        player.performer.send(answer, of: performance, due: due)
    }
}
