package import KeywayCore

/// What the sources of a device retain: the latest callback of each kind that a flow declares `retained`, oldest first.
///
/// A run is handed all of these callbacks with each input, as a value, and notes by itself what each of its legs has heard.
package struct RetainedCallbacks: Sendable {
    /// A callback that is retained as one kind.
    package struct Word: Sendable {
        /// Counted in the order of arrival. A callback that is retained as several kinds has one number.
        package var number: UInt64
        /// The source and the kind that the callback is retained as.
        package var key: CallbackReading.RetainedKey
        package var callback: RawValue

        package init(number: UInt64, key: CallbackReading.RetainedKey, callback: RawValue) {
            self.number = number
            self.key = key
            self.callback = callback
        }
    }

    /// Oldest first. There are no more than kinds that flows declare, since each kind has its latest callback alone.
    package private(set) var words: [Word] = []
    /// How many callbacks were ever retained, including those that are retained no more; the latest has this number.
    package private(set) var count: UInt64 = 0

    package init() {}

    /// The retained callbacks as they were stored for a device.
    ///
    /// - Parameter count: how many callbacks were ever retained.
    package init(_ words: [Word], count: UInt64) {
        self.words = words
        self.count = count
    }

    /// What is retained after these callbacks came one after the other, as the flow and its sub-flows declare it.
    package init(_ callbacks: [RawValue], readBy flow: RunningFlow) {
        for callback in callbacks { _ = retain(callback, as: CallbackReading(callback, by: flow).retained) }
    }

    /// Keeps the callback as these kinds; an earlier one of a kind is forgotten.
    ///
    /// Returns the callback's number; nil where there are no kinds, and nothing is kept.
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
    /// Above this count, the numbers of callbacks that are no longer retained are forgotten.
    private static let greatestCount = 64

    private var numbers: Set<UInt64> = []

    init() {}

    /// - Parameter numbers: the numbers of the callbacks that the leg has heard.
    init(_ numbers: [UInt64]) {
        self.numbers = Set(numbers)
    }

    /// Those of the numbers that the leg has heard.
    func heard(of retained: [UInt64]) -> [UInt64] { retained.filter { numbers.contains($0) } }

    /// Whether the callback of this number is new to the leg; from then on it counts as heard.
    mutating func insert(_ number: UInt64, of retained: RetainedCallbacks) -> Bool {
        forgetOld(of: retained)
        return numbers.insert(number).inserted
    }

    /// The events in retained callbacks that the leg has not heard, oldest first; from then on they count as heard.
    ///
    /// `most`: how many events are returned; further ones are left for the next call.
    mutating func takeUnheard(of retained: RetainedCallbacks, by flow: RunningFlow, most: Int) -> [Event] {
        var events: [Event] = []
        for word in retained.words where events.count < most && !numbers.contains(word.number) {
            let (decoded, source) = flow.read(word.callback)
            guard case .event(let event, let fields, _, isRetained: true) = decoded, let source,
                CallbackReading.SourceName(source) == word.key.source
            else { continue }
            numbers.insert(word.number)
            events.append(Event(event, fields: fields))
        }
        forgetOld(of: retained)
        return events
    }

    /// Forgets the numbers of callbacks that are no longer retained, once there are many.
    private mutating func forgetOld(of retained: RetainedCallbacks) {
        if numbers.count > Self.greatestCount { numbers.formIntersection(retained.words.map(\.number)) }
    }
}

/// What a leg has heard, among the few bytes as which a run is kept in memory while it waits (`RunMachine.pack`).
extension HeardCallbacks {
    func pack(into writer: inout ByteWriter) {
        writer.list(numbers.sorted()) { $0.varint($1) }
    }

    init(unpacking reader: inout ByteReader) throws(ByteError) {
        numbers = Set(try reader.list { (reader) throws(ByteError) in try reader.varint() })
    }
}
