/// A lane that a flow may ask for: a place in a provider's queue, which all runs on one device share. An app is one device.
package struct LaneSignature: Hashable, Sendable {
    /// As the spec spells it; the event that tells the grant has the same name.
    package var name: String
    /// The provider whose queue it is a place in: lanes of one provider, in whatever flow, wait for each other.
    package var provider: String
    /// The position of the event that tells the grant.
    package var event: Int

    package init(name: String, provider: String, event: Int) {
        self.name = name
        self.provider = provider
        self.event = event
    }
}
