package import KeywayCore
import KeywayLog
package import KeywayRuns

/// What the runs on one device share, as a row of the log has it: which run holds each provider's SDK, who stands in line for which
/// lane, and what was said that later runs must hear.
///
/// The log takes a change of the row together with the append that makes it, and only if the row still has the version that was read.
package struct DeviceState: Sendable {
    /// A run that a source's words go to.
    package struct Holder: Hashable, Sendable {
        package var source: CallbackReading.SourceName
        package var run: RunID
    }

    /// At most one for each source.
    package internal(set) var holders: [Holder] = []
    /// All requests for lanes, in the order of asking; of the requests for one provider's lane the first holds it.
    package internal(set) var laneRequests: [LaneRequest] = []
    /// What the device's sources have retained for later runs.
    package internal(set) var retained = RetainedCallbacks()
    /// The identities of those retained callbacks that were delivered with one, by the callbacks' numbers.
    private(set) var identities: [UInt64: ExactText] = [:]
    /// Of runs that are not over: for each leg, by its index, the numbers of the retained callbacks that it has heard.
    package internal(set) var heard: [RunID: [[UInt64]]] = [:]

    package init() {}

    // MARK: - Sources

    /// The run that a word of one of these sources goes to.
    ///
    /// - Parameter absent: runs that hold nothing, whatever the row says: see `DeviceWord.absentHolders`.
    package func holder(of sources: [CallbackReading.SourceName], besides absent: Set<RunID> = []) -> RunID? {
        for source in sources {
            if let holder = holders.first(where: { $0.source == source }), !absent.contains(holder.run) {
                return holder.run
            }
        }
        return nil
    }

    /// Makes the run the holder of these sources: it has ordered a call of them, and the SDK's words are about its call from then on.
    ///
    /// The run that held a source until now loses it, even if that run goes on. In an orchestrator such a run keeps its sources as long as
    /// the app has a handle of it (`Device.Sources`); of a run of nodes no app keeps one.
    mutating func take(_ sources: [CallbackReading.SourceName], for run: RunID) {
        holders.removeAll { sources.contains($0.source) }
        holders += sources.map { Holder(source: $0, run: run) }
    }

    /// Keeps a callback for later runs, as each of these kinds (a source, and what the flow that retains it takes the callback for);
    /// returns its number, nil where it is of no kind.
    ///
    /// One that is retained under this identity already keeps its number, and nothing changes: who has heard it does not hear it again.
    mutating func retain(
        _ callback: RawValue, as kinds: [CallbackReading.RetainedKey], deliveredAs id: String? = nil
    ) -> UInt64? {
        if kinds.isEmpty { return nil }
        if let id, let earlier = number(ofDelivery: id) { return earlier }
        let number = retained.retain(callback, as: kinds)
        if let number, let id { identities[number] = ExactText(id) }
        forgetOldIdentities()
        return number
    }

    /// The number of the retained callback that was delivered with this identity; nil where none is retained.
    func number(ofDelivery id: String) -> UInt64? {
        let id = ExactText(id)
        return identities.first { $0.value == id }?.key
    }

    /// Sets the identities of retained callbacks, as a row has them.
    mutating func setIdentities(_ identities: [UInt64: ExactText]) {
        self.identities = identities
        forgetOldIdentities()
    }

    /// Forgets the identities of callbacks that are no longer retained.
    private mutating func forgetOldIdentities() {
        if identities.isEmpty { return }
        let numbers = Set(retainedNumbers)
        identities = identities.filter { numbers.contains($0.key) }
    }

    /// The numbers of what is retained, oldest first.
    var retainedNumbers: [UInt64] { retained.words.map(\.number) }

    /// Notes what the run's legs have heard, for each leg a list; returns whether that changes the row.
    mutating func note(_ numbers: [[UInt64]], heardBy run: RunID) -> Bool {
        let isNothing = numbers.allSatisfy(\.isEmpty)
        if heard[run] ?? [] == numbers || isNothing && heard[run] == nil { return false }
        heard[run] = isNothing ? nil : numbers
        return true
    }

    // MARK: - Lanes

    /// Whether the request holds its provider's lane.
    func isFirst(_ request: LaneRequest) -> Bool { laneRequests.first { $0.provider == request.provider } == request }

    /// Puts the request at the end of its provider's line.
    mutating func ask(_ request: LaneRequest) {
        if !laneRequests.contains(request) { laneRequests.append(request) }
    }

    /// Takes the request out of its line; returns the one that holds the lane now and did not before.
    mutating func free(_ request: LaneRequest) -> LaneRequest? {
        let held = isFirst(request)
        laneRequests.removeAll { $0 == request }
        return held ? laneRequests.first { $0.provider == request.provider } : nil
    }

    /// Takes a run that is over out of all lines, and forgets what it has heard. It stays the holder of its sources, until another run
    /// takes them.
    ///
    /// - Returns: the requests of other runs that hold a lane now and did not before.
    mutating func leave(_ run: RunID) -> [LaneRequest] {
        heard[run] = nil
        // Where two requests of the run stand in one line, the second holds the lane for a moment, until it is taken out as well.
        return laneRequests.filter { $0.run == run }.compactMap { free($0) }.filter { $0.run != run }
    }

    /// Whether nothing waits in the row, and nothing is kept there. Runs may still hold sources.
    package var isIdle: Bool { laneRequests.isEmpty && retained.words.isEmpty && heard.isEmpty }

    /// Whether the run stands somewhere in the row besides as a holder.
    func mentions(_ run: RunID) -> Bool { heard[run] != nil || laneRequests.contains { $0.run == run } }
}
