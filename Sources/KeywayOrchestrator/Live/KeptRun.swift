/// A live run for as long as an app has it or looks at it.
final class KeptRun: Sendable {
    let live: LiveRun

    init(_ live: LiveRun) {
        self.live = live
    }

    deinit { live.giveWay() }
}
