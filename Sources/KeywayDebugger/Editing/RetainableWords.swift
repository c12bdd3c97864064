import KeywayCore
import KeywayLog
import KeywayRuns

/// Callbacks like those that sources may have retained of what a recorded run heard, made by the decoders in the log.
///
/// A log has what callbacks were read as, and not the callbacks. With one that all legs which heard a word read as they did, a leg that an
/// edit has begin earlier, later or for the first time hears what it would have heard.
struct RetainableWords {
    /// A callback for a word, which some source of the run retains.
    struct Word {
        var callback: RawValue
        /// As what sources retain it.
        var kinds: [CallbackReading.RetainedKey]
        /// The legs that heard it retained, by their names, each with the event as which it did.
        fileprivate var laterHearings: [(leg: String?, event: Event)]

        /// The newest leg that heard the word retained in the recorded run. Where an edit has the word come when this leg has begun, the
        /// leg hears it at once.
        func laterHearer(in tree: LegTree) -> (leg: Int?, event: Event)? {
            let found = laterHearings.compactMap { hearing in
                hearing.leg.flatMap { tree.leg(named: $0) }.map { (leg: $0, event: hearing.event) }
            }
            return found.max { $0.leg < $1.leg }.map { ($0.leg, $0.event) }
        }
    }

    /// The words by the sequences of the first records that tell of them.
    private(set) var words: [UInt64: Word] = [:]
    /// The words that were retained before the run began, and that only sub-flows heard.
    private(set) var before: [Word] = []
    /// The first record that says that a sub-flow heard something retained of which no callback can be made; nil where there is none.
    private(set) var unmade: RunHistory.Step?

    init(of history: RunHistory) {
        guard history.flow.hearsRetained else { return }
        for word in history.words {
            let first = word.hearings[0]
            let later = word.hearings.filter { $0.eventRecord?.cause == .retained && $0.leg != nil }
            guard let callback = history.callback(like: word) else {
                if unmade == nil { unmade = later.first }
                continue
            }
            let kinds = CallbackReading(callback, by: history.flow).retained
            let hearings = later.compactMap { step in
                step.eventRecord.map { (leg: step.leg, event: Event($0.event, fields: $0.fields)) }
            }
            let made = Word(callback: callback, kinds: kinds, laterHearings: word.isHeardAtOnce ? hearings : [])
            if !word.isHeardAtOnce, first.leg != nil {
                before.append(made)
            } else {
                words[first.record.sequence] = made
            }
        }
    }
}
