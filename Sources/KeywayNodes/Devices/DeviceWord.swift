package import KeywayCore
package import KeywayRuns

/// A provider's raw report as a node takes it: for the run on a device that holds the report's source, or for one named run, whose device
/// need not be known.
package struct DeviceWord: Sendable {
    /// What the provider reported.
    package var callback: RawValue
    /// The singleton sources that may have said the word: the run that holds one of them hears it. Empty for a word that is meant for one
    /// run, whichever run holds the source.
    package var sources: [CallbackReading.SourceName]
    /// The call of the SDK that the word answers; nil where that is not known.
    package var call: ProviderCall?
    /// The identity that whoever delivered the word gave it, if any: a run hears one identity only once.
    package var id: String?
    /// What of the word is kept for later runs, and as which kinds (of each kind the latest callback is kept); without kinds nothing is.
    package var kept: (callback: RawValue, kinds: [CallbackReading.RetainedKey])
    /// Runs that hold a source by the row and do not hear the word, because the log does not have them, or they are over and take no more
    /// identities: the word passes them over.
    var absentHolders: Set<RunID> = []

    /// - Parameters:
    ///   - callback: what the provider reported, without what lies deeper in it than `RawValue.greatestDepth`.
    ///   - flow: any flow that reads the provider.
    ///   - sources: the singleton sources that may have said it; empty for a report that is meant for one run.
    ///   - call: the call of the SDK that the report answers; nil where that is not known.
    ///   - id: the identity that whoever delivers the report gave it; nil where there is none.
    package init(
        _ callback: RawValue, readBy flow: RunningFlow, of sources: [CallbackReading.SourceName] = [],
        answering call: ProviderCall? = nil, id: String? = nil
    ) {
        self.id = id
        self.callback = callback
        self.sources = sources
        self.call = call
        kept = (.object([:]), [])
        addRetained(readBy: flow)
    }

    /// Adds to `kept` what runs of this flow are to hear later: each flow reads the report by its own decoder.
    mutating func addRetained(readBy flow: RunningFlow) {
        kept.callback = flow.kept(callback, besides: kept.callback)
        kept.kinds += CallbackReading(callback, by: flow).retained.filter { !kept.kinds.contains($0) }
    }
}

extension DeviceState {
    /// Keeps what is to be kept of the word; returns its number among the retained callbacks, nil where no flow retains it.
    mutating func retain(_ word: DeviceWord) -> UInt64? {
        retain(word.kept.callback, as: word.kept.kinds, deliveredAs: word.id)
    }

    /// Whether the row keeps the word already, by the identity with which it was delivered.
    func retains(_ word: DeviceWord) -> Bool { word.id.flatMap { number(ofDelivery: $0) } != nil }
}
