package import KeywayCore

/// What the sources of a device retain: the latest callback of each kind that a flow declares `retained`, oldest first.
///
/// It is a value: a run is handed the whole of it with whatever comes, and keeps itself what each of its legs has heard.
package struct RetainedCallbacks: Sendable {
    package struct Word: Sendable {
        /// Counted in the order of arrival. A callback that is retained as several kinds has one number.
        package var number: UInt64
        package var key: CallbackReading.RetainedKey
        package var callback: RawValue
    }

    /// There are no more of them than kinds that flows declare.
    package private(set) var words: [Word] = []
    private var count: UInt64 = 0

    package init() {}

    /// What these callbacks leave, one after the other, where a flow or a sub-flow of it retains them.
    package init(_ callbacks: [RawValue], readBy flow: RunningFlow) {
        for callback in callbacks { _ = retain(callback, as: CallbackReading(callback, by: flow).retained) }
    }

    /// Keeps the callback as these kinds; an earlier one of a kind is forgotten.
    ///
    /// Returns its number; nil where it is of no kind, and nothing is kept.
    package mutating func retain(_ callback: RawValue, as kinds: [CallbackReading.RetainedKey]) -> UInt64? {
        guard !kinds.isEmpty else { return nil }
        count += 1
        for key in kinds {
            words.removeAll { $0.key == key }
            words.append(Word(number: count, key: key, callback: callback))
        }
        return count
    }
}

/// Which retained callbacks a leg has heard.
struct HeardCallbacks: Sendable {
    /// More numbers than this are kept only where they are still retained.
    private static let greatestCount = 64

    private var numbers: Set<UInt64> = []

    init() {}

    /// Whether the callback of this number is new to the leg; it counts as heard then.
    mutating func hear(_ number: UInt64) -> Bool { numbers.insert(number).inserted }

    /// What the flow reads of the retained callbacks and the leg has not heard, oldest first; it counts as heard then.
    ///
    /// `most`: further events are left for the next call.
    mutating func unheard(of retained: RetainedCallbacks, by flow: RunningFlow, most: Int) -> [Event] {
        var events: [Event] = []
        for word in retained.words where events.count < most && !numbers.contains(word.number) {
            let (decoded, source) = flow.table.read(word.callback)
            guard case .event(let event, let fields, _, isRetained: true) = decoded, let source,
                CallbackReading.SourceName(source) == word.key.source
            else { continue }
            numbers.insert(word.number)
            events.append(Event(event, fields: fields))
        }
        if numbers.count > Self.greatestCount { numbers.formIntersection(retained.words.map(\.number)) }
        return events
    }
}

/// What a leg of a run that is packed has heard.
extension HeardCallbacks {
    func pack(into writer: inout ByteWriter) {
        writer.list(numbers.sorted()) { $0.varint($1) }
    }

    init(unpacking reader: inout ByteReader) throws(ByteError) {
        numbers = Set(try reader.list { (reader) throws(ByteError) in try reader.varint() })
    }
}
