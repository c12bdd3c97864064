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

    /// What the decoders make of a raw callback, one after the other as a run asks them; nil where no source goes by a field that
    /// it has.
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

    /// As what the flow's sources retain a callback; nil where they do not.
    func retainedKind(of callback: RawValue) -> ProviderWords.RetainedKind? {
        guard let reading = reading(of: callback), reading.row?.isRetained == true,
            let word = callback.value(at: [reading.source.by])
        else { return nil }
        return ProviderWords.RetainedKind(source: CallbackReading.SourceName(reading.source), word: word)
    }
}
