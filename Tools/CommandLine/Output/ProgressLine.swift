/// How far a command has come, shown on a terminal once it takes longer than a second.
struct ProgressLine {
    private let console: Console
    private let total: Int
    /// What is counted, as `runs`.
    private let unit: String
    private let clock = ContinuousClock()
    private let start: ContinuousClock.Instant
    private var shown: ContinuousClock.Instant

    init(of total: Int, _ unit: String, on console: Console) {
        (self.total, self.unit, self.console) = (total, unit, console)
        start = clock.now
        shown = start
    }

    /// Shows the line anew, at most five times a second.
    mutating func show(_ done: Int) {
        let now = clock.now
        let duration = start.duration(to: now)
        guard shown.duration(to: now) > .milliseconds(200), duration > .seconds(1) else { return }
        shown = now
        let seconds = Double(duration.components.seconds) + Double(duration.components.attoseconds) / 1e18
        let rate = Double(done) / max(seconds, 0.001)
        let left = Int(Double(total - done) / max(rate, 1)) + 1
        console.showProgress("\(done) of \(total) \(unit), \(Int(rate)) a second, \(left) s left")
    }

    func end() { console.showProgress("") }
}
