package import KeywayCore
package import KeywayRuns

/// A provider's raw report of a device.
package struct DeviceWord: Sendable {
    package var callback: RawValue
    /// The singleton sources that may have said it: whoever holds one of them hears it. Empty for a report that is meant for one run, whoever
    /// holds what.
    package var sources: [CallbackReading.SourceName]
    /// The call that it answers, as far as that is known.
    package var call: ProviderCall?
    /// The identity that whoever delivered it gave it: a run that has heard it does not hear it again.
    package var id: String?
    /// What is kept of it for later runs, and as which kinds.
    package var kept: (callback: RawValue, kinds: [CallbackReading.RetainedKey])
    /// Runs that were to hear it as holders of a source, and that the log does not have.
    var absentHolders: Set<RunID> = []

    /// - Parameters:
    ///   - callback: of which what lies too deep was cut.
    ///   - flow: any flow that reads the provider.
    ///   - sources: of the device; empty for a report that is meant for one run.
    ///   - id: the identity that whoever delivers it gave it; nil where it has none.
    package init(
        _ callback: RawValue, readBy flow: RunningFlow, of sources: [CallbackReading.SourceName] = [],
        answering call: ProviderCall? = nil, id: String? = nil
    ) {
        self.id = id
        self.callback = callback
        self.sources = sources
        self.call = call
        kept = (.object([:]), [])
        keep(readBy: flow)
    }

    /// Keeps also what runs of this flow are to hear later: each flow reads the report by its own decoder.
    mutating func keep(readBy flow: RunningFlow) {
        kept.callback = flow.kept(callback, besides: kept.callback)
        kept.kinds += CallbackReading(callback, by: flow).retained.filter { !kept.kinds.contains($0) }
    }
}
