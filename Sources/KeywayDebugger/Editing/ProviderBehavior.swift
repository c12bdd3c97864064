package import KeywayCore

/// What the providers' SDKs may say: an edited run must be one that they can have brought about.
package protocol ProviderBehavior {
    /// The raw callbacks that the SDKs have; an edit may add any of them.
    var callbacks: [RawValue] { get }

    /// The index of the first callback that no SDK can have said at that point; nil where all may have happened, in this order.
    mutating func firstImpossible(among happenings: [ProviderHappening]) -> Int?

    /// What the models know of a callback; nil where no model is of its provider, and for a happening that is no
    /// callback.
    func meaning(of happening: ProviderHappening) -> CallbackMeaning?
}

/// What the providers' models know of a callback.
package enum CallbackMeaning: Sendable {
    /// The SDK never says it.
    case unknown
    /// The SDK may say it.
    case known
    /// The SDK may say it, and may mean by it that it succeeded; an earlier attempt's success can look the same.
    case success
}

/// What happened between a run and a provider's SDK.
package enum ProviderHappening: Sendable {
    /// The run made this call, `OTPless.begin`.
    case called(String)
    /// A leg of this flow heard a callback as this event.
    ///
    /// `unread`: what is known of a callback that no row of a source reads. `isAddedByEdit`: false for a callback of the recorded run, true
    /// for one that an edit of the run added. An added one must be a word of this run: no earlier attempt can have left it.
    case heard(RunningFlow, event: Int, fields: [Value?], unread: RawValue.Unread?, isAddedByEdit: Bool)
}
