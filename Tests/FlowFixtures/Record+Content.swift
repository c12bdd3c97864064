package import KeywayLog

extension Record {
    /// The beginning of a run, where the record is the first of its run.
    package var beginning: Beginning? { if case .began(let beginning) = content { beginning } else { nil } }

    /// The event, where the record tells of one.
    package var event: EventRecord? { if case .event(let event) = content { event } else { nil } }
}
