import KeywayCore
import KeywayLog
import KeywayRuns

/// Callbacks like those that a recorded run heard, made by the decoders in the log.
///
/// A log has the events that callbacks were read as, and not the callbacks. Where a callback can be made that each leg which heard the
/// word reads as it did, the edited run gets that callback: a leg that begins earlier, later or for the first time by the edit hears what
/// it would have heard, and the word goes to the leg that would hear it.
struct MadeCallbacks {
    /// A callback for a word that the run heard.
    struct Word {
        var callback: RawValue
        /// The keys under which sources retain it; empty where they do not.
        var keys: [CallbackReading.RetainedKey]
        /// How the flows of the run read it; nil in a run without sub-flows, and where this reading gives the word to another leg than the
        /// recorded one.
        var reading: CallbackReading?
        /// The source that a leg read it by; nil where no row of a source did.
        fileprivate var source: CallbackReading.SourceName?
        /// The legs that heard it, by their names, each with the event as which it did.
        fileprivate var hearings: [(leg: String?, event: Event)]

        /// Whether the flow has the word's source; any source where the word's own is not known.
        fileprivate func mayBeRead(by table: Table) -> Bool {
            guard let source else { return !table.sources.isEmpty }
            return table.sources.contains { CallbackReading.SourceName($0) == source }
        }
    }

    /// The words by the sequences of the first records that tell of them.
    private(set) var words: [UInt64: Word] = [:]
    /// The words that were retained before the run began, and that only sub-flows heard.
    private(set) var before: [Word] = []
    /// The first record that says that a sub-flow heard something retained of which no callback can be made; nil where there is none.
    private(set) var unmade: RunHistory.Step?

    init(of history: RunHistory) {
        let isAlone = history.flow.descendants.isEmpty
        guard history.flow.hearsRetained || !isAlone else { return }
        let spans = LegSpans(of: history)
        for word in history.words {
            let first = word.hearings[0]
            let retained = history.callback(retainedLike: word)
            if retained == nil, unmade == nil {
                unmade = word.hearings.first { $0.eventRecord?.cause == .retained && $0.leg != nil }
            }
            guard let callback = retained ?? (isAlone ? nil : history.callback(like: word)) else { continue }
            let reading = CallbackReading(callback, by: history.flow)
            let made = Word(
                callback: callback, keys: retained == nil ? [] : reading.retained,
                reading: !isAlone && spans.agree(with: reading, of: first) ? reading : nil,
                source: word.hearings.lazy.compactMap { $0.flow.read(callback).source }.first.map {
                    CallbackReading.SourceName($0)
                },
                hearings: word.hearings.compactMap { step in
                    step.eventRecord.map { (leg: step.leg, event: Event($0.event, fields: $0.fields)) }
                })
            if !word.isHeardAtOnce, first.leg != nil {
                before.append(made)
            } else {
                words[first.record.sequence] = made
            }
        }
    }

    /// What a leg hears: its position among the legs, the event, and what is known of a callback that no row of a source reads.
    typealias Hearing = (leg: Int, event: Event, unread: RawValue.Unread?)

    /// As what the run hears a recorded command or callback; nil where the log does not tell that.
    ///
    /// It does not tell what comes of a command whose sub-flow has not begun, nor as what a leg reads a callback that another one heard.
    func hearing(of input: RunInputs.Input, _ recorded: RunInputs.Input.Recorded, in tree: LegTree) -> Hearing? {
        let own = input.leg.map { tree.leg(named: $0) } ?? 0
        // A callback whose attempt is known goes to the leg that made its call.
        guard recorded.isHeardAtOnce, recorded.attempt == nil, let word = words[recorded.sequence],
            let reading = word.reading
        else { return own.map { ($0, recorded.event, recorded.unread) } }
        let (leg, decoded) = reading.listener(in: tree)
        if leg == own { return (leg, recorded.event, recorded.unread) }
        if let known = word.hearings.first(where: { $0.leg == tree.legs[leg].name }) { return (leg, known.event, nil) }
        // Where no leg has begun that reads callbacks of its source, no leg reads it.
        guard case .unrecognised(let unread) = decoded, !tree.legs.contains(where: { word.mayBeRead(by: $0.table) })
        else { return nil }
        return tree.root.table.unrecognisedEvent.map { (leg, Event($0), unread) }
    }
}

/// The legs of a recorded run, by the sequences of the records by which they began and ended.
private struct LegSpans {
    /// In the order in which the legs began; `ended` is nil for a leg that goes on.
    private var spans: [(flow: RunningFlow, began: UInt64, ended: UInt64?)]

    init(of history: RunHistory) {
        spans = [(history.flow, 0, nil)]
        for step in history.steps {
            if case .legBegan = step.record.content { spans.append((step.flow, step.record.sequence, nil)) }
            let leg = Int(clamping: step.record.leg)
            if step.isEnding, spans.indices.contains(leg) { spans[leg].ended = step.record.sequence }
        }
    }

    /// Whether the leg that heard the word is the one which hears what is read so: the newest that runs and reads it, else the newest that
    /// has ended and does, else the root.
    func agree(with reading: CallbackReading, of step: RunHistory.Step) -> Bool {
        let now = step.record.sequence
        let readers = spans.indices.filter { leg in
            guard spans[leg].began < now, case .event = reading.decoded(by: spans[leg].flow) else { return false }
            return true
        }
        let listener = readers.last { spans[$0].ended.map { $0 >= now } ?? true } ?? readers.last ?? 0
        return listener == Int(clamping: step.record.leg)
    }
}
