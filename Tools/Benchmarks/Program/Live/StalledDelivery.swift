import KeywayCore
import KeywayFileLog
import KeywayLog
import KeywayOrchestrator

/// How long a call of `deliver` takes while each flush of the log takes 20 ms, in microseconds: the 99th percentile.
///
/// Callbacks come 50 microseconds apart. The thread does not sleep between them, as a busy main thread does not.
/// Each callback is one record; keep `count` below 2,000, at which a run is ended.
func stalledDeliveryMicroseconds(in folder: String, runs: Int, each count: Int) throws -> Double {
    var random = SystemRandomNumberGenerator()
    let log = try FileLog(folder, in: SlowFlushes(milliseconds: 20), drawing: &random)
    let flow = try BusyFlow.running()
    let orchestrator = BusyFlow.orchestrator(flow, in: log)
    let clock = ContinuousClock()
    var times: [Duration] = []
    for _ in 0..<runs {
        let run = try orchestrator.beginAndWait(flow)
        for _ in 0..<count {
            let start = clock.now
            run.deliver(BusyFlow.word)
            let end = clock.now
            times.append(end - start)
            while clock.now - end < .microseconds(50) {}
        }
        _ = try run.sendAndWait(BusyFlow.cancel(flow.table))
    }
    try log.closeAndWait()
    times.sort()
    return times[times.count * 99 / 100] / .microseconds(1)
}
