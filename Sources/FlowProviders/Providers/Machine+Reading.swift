import FlowMachine
import KeywayCore

extension Machine {
    /// What a flow's decoder makes of a raw callback.
    struct Reading {
        var event: Int
        var fields: [Value?]
        /// The source that reads the callback, or the first that could have.
        var source: KeywayCore.Source
        /// The row of a decoder that read it; nil where none did.
        var row: KeywayCore.Source.Row?
    }

    /// What the decoders make of a raw callback, asked one after the other as in a run.
    ///
    /// Nil where the callback has the `by` field of no source.
    func reading(of callback: RawValue) -> Reading? {
        let readers = sources.map(\.source).filter { callback.value(at: [$0.by]) != nil }
        for source in readers {
            let decoded = source.decode(callback, events: events.map(\.signature), enumerations: enumerations)
            guard case .event(let event, let fields, let row, _) = decoded else { continue }
            return Reading(event: event, fields: fields, source: source, row: source.rows[row])
        }
        guard let reader = readers.first else { return nil }
        let unread = events.firstIndex { $0.signature.origin == .unrecognised }
        return unread.map { Reading(event: $0, fields: [], source: reader) }
    }

    /// The kind as which a source retains the callback; nil where no row reads it, or the row is not `retained`.
    func retainedKind(of callback: RawValue) -> ProviderWords.RetainedKind? {
        guard let reading = reading(of: callback), reading.row?.isRetained == true,
            let word = callback.value(at: [reading.source.by])
        else { return nil }
        return ProviderWords.RetainedKind(source: CallbackReading.SourceName(reading.source), word: word)
    }
}
