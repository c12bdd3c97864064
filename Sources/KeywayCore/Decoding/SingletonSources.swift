extension Table {
    /// The `singleton` sources, one for all runs, of this flow and its sub-flows that may have made the callback.
    ///
    /// These are the sources that can read the callback, or all `singleton` sources where none can.
    package func singletons(saying callback: RawValue) -> [CallbackReading.SourceName] {
        let flows = flows.map(\.table)
        let readers = flows.flatMap { flow in
            flow.sources.filter { source in
                guard source.isSingleton,
                    case .event = source.decode(callback, events: flow.events, enumerations: flow.enumerations)
                else { return false }
                return true
            }
        }
        let speaking = readers.isEmpty ? flows.flatMap(\.sources).filter(\.isSingleton) : readers
        return speaking.map { CallbackReading.SourceName($0) }
    }
}
