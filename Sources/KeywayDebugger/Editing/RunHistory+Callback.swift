package import KeywayCore
import KeywayLog

extension RunHistory {
    /// A callback that some source retains, and that every leg which heard the word reads as it did; nil where none is found.
    func callback(retainedLike word: RecordedWord) -> RawValue? {
        callbacks(like: word) { _, row in row.isRetained }.first { hears($0, nowhereBesides: word) }
    }

    /// A callback that every leg which heard the word reads as it did; nil where none is found, and where no row read the word and the
    /// log does not have its name.
    func callback(like word: RecordedWord) -> RawValue? {
        let first = word.hearings[0]
        let unread = first.eventRecord?.unread
        if let unread, unread.name == nil { return nil }
        return callbacks(like: word) { flow, row in
            unread?.name.map(row.callbackNames.contains)
                ?? (flow.number == first.flow.number && row.event == first.eventRecord?.event)
        }.first { _ in true }
    }

    /// Callbacks by such rows that every leg which heard the word reads as it did.
    private func callbacks(
        like word: RecordedWord, by isMeant: @escaping (RunningFlow, Source.Row) -> Bool
    ) -> some Sequence<RawValue> {
        let status = word.hearings[0].eventRecord?.unread?.status
        return ([flow] + flow.descendants).lazy.flatMap { flow in
            flow.table.sources.lazy.flatMap { source in
                source.rows.lazy.filter { isMeant(flow, $0) }.flatMap { row in
                    // Of a leg that heard this very event the fields are known, of any other those of the same names.
                    let heard = word.hearings.first {
                        $0.flow.number == flow.number && $0.eventRecord?.event == row.event
                    }
                    let values = (heard ?? word.hearings[0]).valuesByName
                    return row.callbackNames.lazy.flatMap { name in
                        let callback = row.callback(named: name, of: source, having: values, in: flow.table)
                        let path = source.statusPaths(besides: flow.classifiedPaths).first
                        guard let status, let path else { return [callback] }
                        var exact = callback
                        exact.put(.integer(status), at: path[...])
                        return [exact, callback]
                    }
                }
            }
        }.filter { callback in word.hearings.allSatisfy { $0.reads(callback) } }
    }

    /// Whether each leg that began after the word, and would hear this callback as a retained one, did hear the word.
    ///
    /// A callback that is only like the word may be read by a leg that never heard the word.
    package func hears(_ callback: RawValue, nowhereBesides word: RecordedWord) -> Bool {
        let hearers = word.hearings.map(\.record.leg)
        return steps.allSatisfy { step in
            guard case .legBegan = step.record.content, step.record.sequence > word.hearings[0].record.sequence,
                case .event(_, _, _, isRetained: true) = step.flow.table.decode(callback)
            else { return true }
            return hearers.contains(step.record.leg)
        }
    }
}

extension RunHistory.Step {
    /// What came with the step's event, by the names of its fields.
    fileprivate var valuesByName: [String: Value] {
        guard let told = eventRecord else { return [:] }
        let named = zip(flow.table.events[told.event].fields, told.fields).compactMap { field, value in
            value.map { (field.name, $0) }
        }
        return Dictionary(named) { first, _ in first }
    }

    /// Whether the leg reads the callback as what it heard, as far as the log has that.
    fileprivate func reads(_ callback: RawValue) -> Bool {
        guard let told = eventRecord else { return false }
        switch flow.read(callback).decoded {
        case .event(let event, let fields, _, let isRetained):
            guard event == told.event, isRetained || told.cause != .retained else { return false }
            return zip(fields, told.fields).allSatisfy { $1 == .withheld ? $0 != nil : $0 == $1 }
        // The log may have the name from another leg, whose source has it.
        case .unrecognised(let unread): return told.unread.map { unread.name == nil || unread.name == $0.name } ?? false
        }
    }
}
