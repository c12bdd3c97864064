import KeywayCore
import KeywayFileLog
import KeywayLog
import KeywayOrchestrator

/// How long `deliver` takes while each flush of the log takes 20 ms, in microseconds: the 99th percentile.
///
/// The callbacks come 50 microseconds apart from a thread that is awake, as a main thread at work is; each is recorded, and a
/// run takes fewer than the 2,000 that end it.
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
