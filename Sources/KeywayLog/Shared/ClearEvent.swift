package import KeywayCore

/// An event with its values in clear, beside the record of it that withholds them: what the run's key is to encrypt.
///
/// An append carries it as far as the code that encrypts it, or withholds it where the run has no key. No log gets it.
package struct ClearEvent: Sendable {
    /// The record's place among those of its append.
    package var record: Int
    package var event: Event
    /// The flow of the record's leg.
    package var flow: RunningFlow

    package init(record: Int, event: Event, flow: RunningFlow) {
        self.record = record
        self.event = event
        self.flow = flow
    }
}

/// A value of an event that the run's key has opened, and that its record withholds.
package struct ClearField: Sendable {
    /// The field's place in the event.
    package var place: Int
    package var value: Value

    package init(place: Int, value: Value) {
        self.place = place
        self.value = value
    }
}
