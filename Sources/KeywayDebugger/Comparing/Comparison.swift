package import KeywayCore
package import KeywayLog
package import KeywayReplay
import KeywayRuns

/// Which runs go another way by another flow, or in another log.
package struct Comparison: Sendable {
    /// The record from which two runs differ.
    package struct Place: Equatable, Sendable {
        /// The recorded run, or the one of the first log; its partner in another log may have another identity.
        package var run: RunID
        /// The record's sequence in that run. Where that run is over and only its partner goes on, the sequence of the partner's next
        /// record.
        package var sequence: UInt64
        /// The event's name; `began` where the record begins the run, and of a record of no event what it tells, such as `app ended`.
        package var event: String
    }

    /// Runs that reached the state `from`, and by the other flow or in the other log the state `to`.
    ///
    /// The two states are equal where only the steps on the way differ.
    package struct Change: Equatable, Sendable {
        package var from: String
        package var to: String
        /// How many runs these are.
        package var count: Int
        /// Where the first of these runs differs.
        package var first: Place
        /// The first of these runs, at most three.
        package var samples: [RunID]

        /// Whether the runs end otherwise, or, where they have not ended, stand in another state.
        package var isOtherEnd: Bool { from != to }
    }

    /// How many runs were compared.
    package private(set) var runCount = 0
    /// Runs that could not be compared: the other flow lacks a command, callback, answer or sub-flow that came to them,
    /// or cannot have a value that came with it, or the other log has no such run.
    package private(set) var unknown: [RunID] = []
    /// Runs that were ended because they had too many records, which are not gone through again.
    package private(set) var tooLong: [RunID] = []
    /// The changes, in the order in which their first runs were compared.
    package private(set) var changes: [Change] = []
    private static let greatestSampleCount = 3

    /// How many runs end otherwise, or go another way to the same end.
    package var differentCount: Int { changes.reduce(0) { $0 + $1.count } }

    /// How many runs end otherwise; all others of `differentCount` go another way to the same end.
    package var otherEndCount: Int { changes.reduce(0) { $0 + ($1.isOtherEnd ? $1.count : 0) } }

    package init() {}

    /// Takes a recorded run through another flow.
    ///
    /// Tables are compared and not decoders: the log has what callbacks were read as, and not the callbacks.
    /// - Throws: `Replay.Failure` where no run can be replayed from the records.
    package mutating func add(_ records: [Record], by flow: RunningFlow) throws(Replay.Failure) {
        let history = try RunHistory(of: records)
        if history.steps.contains(where: { $0.eventRecord?.cause == .overrun }) {
            tooLong.append(history.run)
            return
        }
        let rerun = try Rerun(records, of: history, by: flow)
        if rerun.meetsUnknown { return addUnknown(history.run) }
        runCount += 1
        let lastState = history.state.name
        // The first finds a record of which the other flow makes something else, the second a step that only comes of time, as a deadline
        // that only one of the flows has. The earlier of the two counts.
        let sequences = [
            try Replay.divergence(of: records, from: flow)?.sequence, history.firstDifference(from: rerun),
        ].compactMap { $0 }
        if let first = sequences.min() {
            note(from: lastState, to: rerun.state, at: history.place(of: first))
        } else if rerun.state != lastState || differs(rerun, from: history) {
            note(
                from: lastState, to: rerun.state,
                at: history.place(of: history.steps.last?.record.sequence ?? 0))
        }
    }

    /// Whether a variable that both flows have ends with another value, or has a value at the end by one of them only.
    private func differs(_ rerun: Rerun, from history: RunHistory) -> Bool {
        let recorded = history.flow.table.shownByName(history.lastOutcome.context)
        return rerun.values.contains { name, value in recorded[name].map { !$0.isLike(value) } ?? false }
    }

    /// Compares two recorded runs by all that their records say, but for times and the numbers of records.
    ///
    /// That a handler returned is not compared, as the flow does not hear it. That one failed, or was not performed, is.
    package mutating func add(_ left: Replay, _ right: Replay) {
        runCount += 1
        let places = [left.timeline.firstDifference(from: right.timeline), left.firstOtherNote(in: right)]
        guard let place = places.compactMap({ $0 }).min(by: { $0.sequence < $1.sequence }) else { return }
        note(from: left.timeline.state, to: right.timeline.state, at: place)
    }

    /// Counts a run that cannot be compared.
    package mutating func addUnknown(_ run: RunID) { unknown.append(run) }

    private mutating func note(from: String, to: String, at place: Place) {
        if let known = changes.firstIndex(where: { $0.from == from && $0.to == to }) {
            changes[known].count += 1
            if changes[known].samples.count < Self.greatestSampleCount { changes[known].samples.append(place.run) }
        } else {
            changes.append(Change(from: from, to: to, count: 1, first: place, samples: [place.run]))
        }
    }
}

extension RunHistory {
    /// The record of this sequence, with the event that it tells.
    fileprivate func place(of sequence: UInt64) -> Comparison.Place {
        let step = steps.first { $0.record.sequence == sequence }
        return Comparison.Place(run: run, sequence: sequence, event: step?.event ?? "began")
    }
}

extension Table {
    /// What each variable has, by the variable's name; nil for one without a value.
    func shownByName(_ values: [Value?]) -> [String: Replay.ShownValue?] {
        let shown = zip(variables, values).map { field, value in
            (field.name, value.map { field.shown($0, among: enumerations) })
        }
        return Dictionary(shown) { first, _ in first }
    }
}

extension Replay.ShownValue? {
    /// Whether a variable of two flows has the same value in both, as far as that is known: where one of them classifies it, the two
    /// can only be told to be there.
    fileprivate func isLike(_ other: Self) -> Bool {
        guard let self, let other, self == .present || other == .present else { return self == other }
        return true
    }
}

extension Replay.Timeline {
    /// The first record at which the two differ; where one run only goes on longer, its first further record.
    fileprivate func firstDifference(from other: Replay.Timeline) -> Comparison.Place? {
        if flow != other.flow || initialState != other.initialState || parameters != other.parameters {
            return Comparison.Place(run: run, sequence: 0, event: "began")
        }
        for (entry, like) in zip(entries, other.entries) where !entry.isLike(like) {
            return Comparison.Place(run: run, sequence: entry.sequence, event: entry.event)
        }
        guard entries.count != other.entries.count else { return nil }
        let longer = entries.count > other.entries.count ? self : other
        let extra = longer.entries[min(entries.count, other.entries.count)]
        return Comparison.Place(run: run, sequence: extra.sequence, event: extra.event)
    }
}

extension Replay {
    /// The first note that the other run has not, or has another one for.
    fileprivate func firstOtherNote(in other: Replay) -> Comparison.Place? {
        let (own, others) = (comparedNotes, other.comparedNotes)
        let pairs = zip(own, others)
        let place = pairs.enumerated().first { !$1.0.isLike($1.1) }?.offset ?? min(own.count, others.count)
        guard let note = own.dropFirst(place).first ?? others.dropFirst(place).first else { return nil }
        return Comparison.Place(run: timeline.run, sequence: note.sequence, event: note.kind.words)
    }

    private var comparedNotes: [Note] { notes.filter { $0.kind != .handlerReturned } }
}

extension Replay.Note {
    /// Whether the two tell the same: a note about a handler has the number of a record in its text.
    fileprivate func isLike(_ other: Self) -> Bool {
        kind == other.kind && effect == other.effect && (effect != nil || text == other.text)
    }
}

extension Replay.Note.Kind {
    /// What the record tells, in the place of an event's name.
    fileprivate var words: String {
        switch self {
        case .handlerReturned: "handler returned"
        case .handlerFailed: "handler failed"
        case .notPerformed: "not performed"
        case .resumed: Fold.Difference.RecordWithoutStep.resumed.text
        case .takenOver: Fold.Difference.RecordWithoutStep.takenOver.text
        case .rejectedCommand: Fold.Difference.RecordWithoutStep.commandBeforeLeg.text
        case .appEnded: Fold.Difference.RecordWithoutStep.appEnded.text
        }
    }
}

extension Replay.Timeline.Entry {
    /// Whether the two tell the same, whenever it was.
    fileprivate func isLike(_ other: Self) -> Bool {
        var other = other
        (other.at, other.sequence) = (at, sequence)
        return self == other
    }
}
