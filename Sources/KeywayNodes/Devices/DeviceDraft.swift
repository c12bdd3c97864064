import KeywayCore
import KeywayLog
import KeywayRuns

/// What an attempt makes of its run's device, on the device as the node knows it.
struct DeviceDraft: Sendable {
    let device: DeviceID
    /// The version of the row that it rests upon.
    let version: UInt64
    var state: DeviceState
    /// Whether the attempt rests upon the row: it changes it, or has decided by who holds what.
    private(set) var isTouched = false
    /// Requests of other runs that hold a lane because of this attempt.
    private(set) var granted: [LaneRequest] = []

    init(_ device: DeviceID, _ known: (version: UInt64, state: DeviceState)) {
        self.device = device
        version = known.version
        state = known.state
    }

    /// What the log is asked to change; nil where the attempt does not rest upon the row.
    var change: DeviceChange? { isTouched ? DeviceChange(device, expecting: version, bytes: state.bytes) : nil }

    mutating func touch() { isTouched = true }

    mutating func ask(_ request: LaneRequest) {
        state.ask(request)
        isTouched = true
    }

    mutating func free(_ request: LaneRequest) {
        if let next = state.free(request) { granted.append(next) }
        isTouched = true
    }

    mutating func take(_ sources: [CallbackReading.SourceName], for run: RunID) {
        state.take(sources, for: run)
        isTouched = true
    }

    mutating func retain(_ word: DeviceWord) -> UInt64? {
        guard let number = state.retain(word.kept.callback, as: word.kept.kinds) else { return nil }
        isTouched = true
        return number
    }

    mutating func note(_ machine: RunMachine) {
        if state.note(machine.heardNumbers(of: state.retainedNumbers), heardBy: machine.run) { isTouched = true }
    }

    /// The run is over.
    mutating func leave(_ run: RunID) {
        guard state.mentions(run) else { return }
        granted += state.leave(run).filter { $0.run != run }
        isTouched = true
    }
}
