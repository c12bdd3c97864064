package import KeywayLog

extension Record {
    /// What it tells, where it is the first of its run.
    package var beginning: Beginning? { if case .began(let beginning) = content { beginning } else { nil } }

    /// What it tells, where that is an event.
    package var event: EventRecord? { if case .event(let event) = content { event } else { nil } }
}
