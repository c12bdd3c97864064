import KeywayCore
import KeywayLog
import KeywayRuns

/// A copy of the row of a run's device, as a proposal of the run changes it; the log gets the change with the proposal's records.
///
/// A `Proposal` is what a node has decided for the run and does not know to be in the log.
struct DeviceDraft: Sendable {
    let device: DeviceID
    /// The version of the row that was copied: the log takes the proposal only if the row still has it.
    let version: UInt64
    /// The row's content, with what the proposal has changed so far.
    var state: DeviceState
    /// Whether the proposal must lose if others change the row: it changes the row itself, or has decided by what stands in it.
    private(set) var isTouched = false
    /// Requests that get a lane because this proposal gives it back, as a rule those of other runs.
    private(set) var granted: [LaneRequest] = []

    init(_ device: DeviceID, _ known: (version: UInt64, state: DeviceState)) {
        self.device = device
        version = known.version
        state = known.state
    }

    /// What the log is asked to change; nil where the proposal may win whatever stands in the row. A proposal that has only decided by the
    /// row writes it as it was, so that its version is checked.
    var change: DeviceChange? { isTouched ? DeviceChange(device, expecting: version, bytes: state.bytes) : nil }

    /// Notes that the proposal has decided something by the row, though it does not change it.
    mutating func touch() { isTouched = true }

    /// Puts the request for a lane at the end of its provider's line.
    mutating func ask(_ request: LaneRequest) {
        state.ask(request)
        isTouched = true
    }

    /// Takes the request out of its line, and notes in `granted` the request that gets the lane thereby.
    mutating func free(_ request: LaneRequest) {
        if let next = state.free(request) { granted.append(next) }
        isTouched = true
    }

    /// Makes the run the holder of these sources.
    mutating func take(_ sources: [CallbackReading.SourceName], for run: RunID) {
        state.take(sources, for: run)
        isTouched = true
    }

    /// Keeps the word for later runs, unless the row has it already; returns its number among the retained callbacks, nil where no flow
    /// retains it.
    mutating func retain(_ word: DeviceWord) -> UInt64? {
        let count = state.retained.count
        let number = state.retain(word)
        if state.retained.count != count { isTouched = true }
        return number
    }

    /// Notes which retained callbacks each leg of the run has heard.
    mutating func note(_ machine: RunMachine) {
        if state.note(machine.heardNumbers(of: state.retainedNumbers), heardBy: machine.run) { isTouched = true }
    }

    /// Takes the run out of the row, because it is over; the sources that it holds stay its own (`DeviceState.leave`).
    mutating func leave(_ run: RunID) {
        guard state.mentions(run) else { return }
        granted += state.leave(run)
        isTouched = true
    }
}
