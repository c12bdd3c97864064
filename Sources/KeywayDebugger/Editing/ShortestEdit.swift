package import KeywayCore
import KeywayLog
package import KeywayReplay
import KeywayRuns

/// The smallest change of what came to a run by which it ends otherwise: the fewest edits, and of these the least time moved.
///
/// What the backend answered stays; an answer that it never gave, because it was never asked, is assumed and listed in `assumed`.
package struct ShortestEdit: Equatable, Sendable {
    /// The state that the run reached.
    package var from: String
    /// The state that the run would have reached with the edits.
    package var to: String
    /// In the order of time.
    package var edits: [InputEdit]
    /// The assumed answers of effects that the recorded run never ordered, one for each effect.
    package var assumed: [Assumption]
    /// The attempts with which callbacks of the recorded run come in the edited one, by the sequences of their records; one that is not
    /// here comes without.
    package var attempts: [UInt64: Int]
    /// When the edited run has ended, in milliseconds since it began.
    package var end: Int64
    /// Whether it is certain that nothing smaller leads to another end; false where that is not known.
    ///
    /// It is certain only of one edit that moves nothing in time and assumes nothing.
    package var isCertainlyMinimal: Bool
    /// What was left untried that could be smaller; empty also where `isCertainlyMinimal` is true.
    package var untried: [Untried]
    /// Whether nothing was left untried that could be smaller, at the moments that a search tries.
    package var isComplete: Bool { untried.isEmpty }

    /// What a search may leave untried.
    ///
    /// Not counted here: an edit is tried only at the moments at which something happened or was due, and a millisecond before
    /// each. The move that is told is then made as short as can be found.
    package enum Untried: String, Sendable, CaseIterable {
        /// All that the search would have tried had it not come to its limit of steps.
        case stopped
        /// All that the search would have tried had the person not stopped it.
        case interrupted
        /// Edits that change nothing by themselves, but after which an SDK might say what it cannot say without them, so that a later edit
        /// could add it.
        case idleEdits
        /// Edits after which the log does not tell what the run would have heard: a sub-flow would have heard what another one did, or
        /// would not have begun when a command came for it.
        case otherHearers
        /// Assumed answers with other numbers in their fields, or with many fields changed together; another answer to a later order of
        /// the same effect; and edits after which the run came to no end with the answers that were assumed.
        case answers
    }

    /// An answer of the backend that is assumed, because it was never asked.
    package struct Assumption: Equatable, Sendable {
        /// `leg.effect`; the effect's name alone where the run itself ordered it.
        package var effect: String
        /// The name of the reply; `reply` is the reply itself.
        package var name: String
        /// The plain values of the reply's fields.
        package var fields: [Replay.Timeline.Field]
        package var reply: Event
        /// The names of the sub-flows to the leg; nil for the run itself.
        package var leg: String?
        /// The effect's position in the table of the leg's flow.
        package var position: Int
        /// Milliseconds from the effect's order to the assumed answer.
        package static let delay: Int64 = 200
    }

    /// The most edits that are tried together.
    package static let greatestEditCount = 3
    /// How many steps of runs a search decides if not told otherwise: for about a second.
    package static let usualStepCount = 1_000_000
}

extension ShortestEdit {
    /// Why there is no answer.
    package enum Failure: Error, Equatable, Sendable {
        /// The run has not ended.
        case notEnded
        /// Damage has cut the run before its end, if it had one.
        case cut
        /// The run has not ended in what is left of a damaged log, and may have ended in the damaged part.
        case perhapsCut
        /// The run had a lane or waited for one, another process went on with it, or another run held its source: the log alone does not
        /// tell all that decided such a run, so it is not played again.
        case notAlone
        /// A sub-flow heard this retained callback, and no raw callback is found that its flow reads as what it heard: what an edited run
        /// would hear is not known.
        case notSpoken(InputEdit.Recorded)
        /// Decided anew, with each deadline at its instant, the run goes another way, and reaches this state.
        ///
        /// `lateness`: by how many milliseconds a deadline passed late at most; 0 where none did, so that something else is the reason.
        case notReproduced(state: String, lateness: Int64)
        /// By its model, no SDK can have said this callback when the run heard it. Of one that no row reads the event has its name and
        /// status behind it.
        ///
        /// `isEverSaid`: whether an SDK says it at other moments.
        case notOfTheModels(InputEdit.Recorded, isEverSaid: Bool)
        /// No such change was found, but some were left untried.
        case noChangeFound(untried: [Untried])
        /// A bug of ours: a change was found, and the run machine takes the edited run to this state instead.
        case notConfirmed(state: String)

        /// Of a run that has no end in its log, by what damage has cost it.
        fileprivate static func withoutEnd(_ loss: RecordLoss) -> Failure {
            switch loss {
            case .nothing: .notEnded
            case .possible: .perhapsCut
            case .certain: .cut
            }
        }
    }

    /// Looks for the change.
    ///
    /// What is found is played by the run machine, as live runs are, before it is told.
    /// - Parameters:
    ///   - behavior: what the providers' SDKs may say; nil where nothing is known of them.
    ///   - limit: how many steps of runs the search decides at most.
    ///   - goesOn: is told again and again how many steps are decided, and says whether to go on.
    /// - Throws: `Failure`.
    package init(
        of history: RunHistory, beside behavior: (any ProviderBehavior)? = nil, upTo limit: Int = usualStepCount,
        while goesOn: (_ steps: Int) -> Bool = { _ in true }
    ) throws(Failure) {
        guard history.endingStep != nil else { throw .withoutEnd(history.loss) }
        guard !history.isResumed, !history.steps.contains(where: \.cannotBeDecidedAnew), !history.usesLanes else {
            throw .notAlone
        }
        if let step = MadeCallbacks(of: history).unmade {
            throw .notSpoken(
                InputEdit.Recorded(sequence: step.record.sequence, event: step.event, at: history.at(step)))
        }
        var search = EditSearch(of: history, beside: behavior, upTo: limit)
        let states = history.flow.table.states
        let recorded = history.lastOutcome.state
        guard search.original.state == recorded, !search.original.isOverLimit,
            search.original.takenSteps.starts(with: history.takenSteps, by: { $0.isAlike($1) })
        else {
            throw .notReproduced(state: states[search.original.state].name, lateness: history.greatestLateness)
        }
        if let impossible = search.impossible(in: search.original), let recorded = impossible.recorded {
            let meaning = behavior?.meaning(of: search.original.happenings[impossible.place])
            throw .notOfTheModels(history.withUnreadWords(recorded), isEverSaid: meaning != .unknown)
        }
        guard let found = search.shortest(while: goesOn) else {
            throw .noChangeFound(untried: Untried.allCases.filter(search.untried.contains))
        }
        let played = PlayedEdit(history, with: found)
        guard played.state == found.state else { throw .notConfirmed(state: states[played.state].name) }
        from = states[recorded].name
        to = states[found.state].name
        edits = found.edits.sorted { $0.moment < $1.moment }
        attempts = played.attempts
        end = found.end
        assumed = found.assumed
        // Nothing is smaller than one edit that moves nothing. Where an answer is assumed, the edit helps only if the backend answers so.
        isCertainlyMinimal = found.edits.count == 1 && found.edits.movedTime == 0 && found.assumed.isEmpty
        // What was left untried has at least one edit as well, and cannot move less time than none: it is not smaller. An edit that changes
        // nothing by itself needs a second one.
        untried =
            found.edits.count == 1 && found.edits.movedTime == 0
            ? []
            : Untried.allCases.filter { search.untried.contains($0) && ($0 != .idleEdits || found.edits.count > 1) }
    }
}

extension InputEdit {
    /// When the edited command or callback comes, or would have come.
    fileprivate var moment: Int64 {
        switch self {
        case .move(_, let to): to
        case .drop(let recorded): recorded.at
        case .add(_, _, let at): at
        }
    }
}

extension RunHistory {
    /// The callback with its name and status behind the event where no row reads it: `unrecognised (INITIATE 302)`.
    fileprivate func withUnreadWords(_ recorded: InputEdit.Recorded) -> InputEdit.Recorded {
        guard let step = steps.first(where: { $0.record.sequence == recorded.sequence }),
            let words = unreadWords(of: step)
        else { return recorded }
        var worded = recorded
        worded.event += " (\(words))"
        return worded
    }

    /// The steps that were taken, up to the one by which the run ended.
    var takenSteps: [EditedRun.TakenStep] {
        steps[...(endingStep ?? steps.count - 1)].compactMap { step in
            guard let told = step.eventRecord, told.disposition == .taken else { return nil }
            return EditedRun.TakenStep(
                leg: Int(clamping: step.record.leg), event: told.event, state: step.after.state, at: at(step))
        }
    }
}

extension RunHistory.Step {
    /// Whether the step tells of a lane, of another process that went on with the run and perhaps had values of it no more, or of a source
    /// that another run held.
    fileprivate var cannotBeDecidedAnew: Bool {
        switch eventRecord?.cause {
        case .granted, .restored, .interrupted, .refused, .valueGone: true
        default: false
        }
    }
}
