/// The call of an SDK that a callback answers, as far as whoever hands the callback over can tell.
package struct ProviderCall: Sendable {
    /// The attempt that the call was made for.
    package var attempt: Int
    /// The leg that ordered the call; nil where only the callback itself can say.
    package var leg: Int?

    package init(attempt: Int, leg: Int? = nil) {
        self.attempt = attempt
        self.leg = leg
    }
}
