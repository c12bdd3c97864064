/// The call of an SDK that a callback answers, as far as the caller that delivers the callback knows it.
package struct ProviderCall: Sendable {
    /// The attempt that the call was made for.
    package var attempt: Int
    /// The leg that ordered the call; nil where that is not known, so that the legs' decoders find the leg.
    package var leg: Int?

    package init(attempt: Int, leg: Int? = nil) {
        self.attempt = attempt
        self.leg = leg
    }
}
