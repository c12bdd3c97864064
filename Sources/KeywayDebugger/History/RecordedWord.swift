import KeywayCore
import KeywayLog

/// A callback that came to a recorded run, with the step of each leg that heard it.
///
/// A log has the events that callbacks were read as, and not the callbacks. Where a source retains a callback, a sub-flow that begins later
/// hears it too: that is one callback and two records.
package struct RecordedWord: Sendable {
    /// In the order of their records. Only the first can be a step that heard the callback when it was said; all others heard it retained.
    package fileprivate(set) var hearings: [RunHistory.Step]

    /// Whether a leg of the run heard it when it was said; if not, all that the log tells is that some leg heard it later.
    package var isHeardAtOnce: Bool { hearings[0].eventRecord?.cause == .heard }
}

extension RunHistory {
    /// The callbacks that came to the run, in the order of the first records that tell of them.
    package var words: [RecordedWord] {
        var words: [RecordedWord] = []
        for step in steps {
            switch step.eventRecord?.cause {
            case .heard: words.append(RecordedWord(hearings: [step]))
            case .retained:
                // What was retained before another process went on with the run is gone: its SDK said the word once more.
                let from = resumptions.last { $0 < step.record.sequence } ?? 0
                // A source retains the latest word of a kind.
                let place = words.lastIndex { word in
                    word.hearings[0].record.sequence > from && word.hearings.allSatisfy { step.mayHearAgain($0) }
                }
                if let place {
                    words[place].hearings.append(step)
                } else {
                    words.append(RecordedWord(hearings: [step]))
                }
            default: continue
            }
        }
        return words
    }
}

extension RunHistory.Step {
    /// Whether this step, which heard a retained callback, may have heard the one that the earlier step of another leg heard.
    fileprivate func mayHearAgain(_ earlier: RunHistory.Step) -> Bool {
        guard let told = eventRecord, let before = earlier.eventRecord, record.leg != earlier.record.leg else {
            return false
        }
        let retained = readings(of: told).filter { $0.row.isRetained }
        if let unread = before.unread {
            guard let name = unread.name else { return false }
            return retained.contains { $0.row.callbackNames.contains(name) }
        }
        let readings = earlier.readings(of: before)
        return retained.contains { own in
            readings.contains { own.source == $0.source && own.row.sharesNames(with: $0.row) }
        } && agrees(with: earlier)
    }

    /// The rows by which the leg's sources may have read the event, each with its source.
    private func readings(of told: EventRecord) -> [(source: CallbackReading.SourceName, row: Source.Row)] {
        flow.table.sources.flatMap { source in
            source.rows.filter { $0.event == told.event }.map { (CallbackReading.SourceName(source), $0) }
        }
    }

    /// Whether no field that both steps have by its name has two values, as far as the values can be compared.
    private func agrees(with other: RunHistory.Step) -> Bool {
        guard let told = eventRecord, let theirs = other.eventRecord else { return false }
        let fields = zip(flow.table.events[told.event].fields, told.fields)
        let others = Array(zip(other.flow.table.events[theirs.event].fields, theirs.fields))
        return fields.allSatisfy { field, value in
            others.allSatisfy { theirs, other in
                guard field.name == theirs.name, value != other, let value, let other else { return true }
                // Cases have their positions in enums of the flow, and a withheld value is not known.
                if case .enumCase = field.kind { return true }
                if case .set = field.kind { return true }
                return value == .withheld || other == .withheld
            }
        }
    }
}

extension Source.Row {
    fileprivate func sharesNames(with other: Source.Row) -> Bool {
        callbackNames.contains { other.callbackNames.contains($0) }
    }
}
