package import KeywayCore
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

extension RunHistory {
    /// A callback that some source retains, and that every leg which heard the word reads as it did; nil where none is found.
    fileprivate func callback(like word: RecordedWord) -> RawValue? {
        for flow in [flow] + flow.descendants {
            for source in flow.table.sources {
                for row in source.rows where row.isRetained {
                    // Of a leg that heard this very event the fields are known, of any other those of the same names.
                    let heard = word.hearings.first {
                        $0.flow.number == flow.number && $0.eventRecord?.event == row.event
                    }
                    let values = (heard ?? word.hearings[0]).valuesByName
                    for name in row.callbackNames {
                        let callback = row.callback(named: name, of: source, having: values, in: flow.table)
                        guard word.hearings.allSatisfy({ $0.reads(callback) }),
                            hears(callback, nowhereBesides: word)
                        else { continue }
                        return callback
                    }
                }
            }
        }
        return nil
    }

    /// Whether no leg that began after the word would hear this callback retained, and did not hear the word.
    ///
    /// A leg may hear of a callback that is only like the word what it never heard.
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
        switch flow.table.decode(callback) {
        case .event(let event, let fields, _, let isRetained):
            guard event == told.event, isRetained || told.cause != .retained else { return false }
            return zip(fields, told.fields).allSatisfy { $1 == .withheld ? $0 != nil : $0 == $1 }
        // The log may have the name from another leg, whose source has it.
        case .unrecognised(let unread): return told.unread.map { unread.name == nil || unread.name == $0.name } ?? false
        }
    }
}

extension Source.Row {
    /// A callback of this name that the row matches wherever a few plain values are enough for that.
    fileprivate func callback(
        named name: String, of source: Source, having values: [String: Value], in table: Table
    ) -> RawValue {
        var callback = RawValue.object([source.by: .text(name)])
        test?.satisfy(in: &callback)
        for (field, alternatives) in zip(table.events[event].fields, fields) {
            guard let value = values[field.name], case .path(let path)? = alternatives.first,
                let raw = (value == .withheld ? field.kind.madeUp : value).raw(
                    as: field.kind, among: table.enumerations)
            else { continue }
            callback.put(raw, at: path[...])
        }
        return callback
    }
}

extension DecoderTest {
    /// Puts into the callback what the test asks for, if it asks for single values.
    fileprivate func satisfy(in callback: inout RawValue) {
        switch self {
        case .any(let tests): tests.first?.satisfy(in: &callback)
        case .all(let tests): for test in tests { test.satisfy(in: &callback) }
        case .not: break
        case .comparison(let path, _, let literal): callback.put(literal.raw, at: path[...])
        case .membership(let path, let literals):
            if let first = literals.first { callback.put(first.raw, at: path[...]) }
        case .present(let path): callback.put(.text("1"), at: path[...])
        }
    }
}

extension DecoderTest.Literal {
    fileprivate var raw: RawValue {
        switch self {
        case .integer(let number): .integer(number)
        case .text(let text): .text(text)
        case .bool(let flag): .bool(flag)
        }
    }
}

extension Value {
    /// The value as a provider could write it; nil for a set.
    fileprivate func raw(as kind: Kind, among enumerations: [Enumeration]) -> RawValue? {
        switch (self, kind) {
        case (.bool(let flag), _): return .bool(flag)
        case (.integer(let number), _): return .integer(number)
        case (.text(let text), _): return .text(text)
        case (.duration(let milliseconds), _):
            return milliseconds % 1000 == 0 ? .integer(milliseconds / 1000) : .number(Double(milliseconds) / 1000)
        case (.enumCase(let place), .enumCase(let position)):
            let listed = enumerations[position].cases[place]
            for case .spelling(let code) in listed.codes { return .text(code) }
            return .text(listed.name)
        default: return nil
        }
    }
}

extension RawValue {
    /// Puts a value at a path; objects on the way are made, and any other value there is replaced.
    fileprivate mutating func put(_ value: RawValue, at path: ArraySlice<String>) {
        guard let part = path.first else {
            self = value
            return
        }
        var members: [String: RawValue] = [:]
        if case .object(let own) = self { members = own }
        var inner = members[part] ?? .object([:])
        inner.put(value, at: path.dropFirst())
        members[part] = inner
        self = .object(members)
    }
}
