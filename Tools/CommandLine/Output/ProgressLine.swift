/// How far a command has come, shown on a terminal once it takes longer than a second.
struct ProgressLine {
    private let console: Console
    /// When the command began.
    private let start: ContinuousClock.Instant
    /// When the part of the command began whose units are counted.
    private var startOfPart: ContinuousClock.Instant
    /// When the line was last shown, or when the command began.
    private var lastShown: ContinuousClock.Instant
    /// Whether the line stands on the terminal now.
    private var isShown = false

    init(on console: Console) {
        self.console = console
        start = console.now()
        startOfPart = start
        lastShown = start
    }

    /// Measures the rate from here on, because the command goes on to its next part, in which other units are counted.
    mutating func beginPart() { startOfPart = console.now() }

    /// Shows the line anew, at most five times a second.
    ///
    /// - Parameters:
    ///   - done: how many of the units are done.
    ///   - total: how many there are; nil where nobody knows before the end.
    ///   - unit: what is counted, as `runs`.
    ///   - found: what the command has found so far, as `3 survive`; nil where that is told at the end only.
    mutating func show(_ done: Int, of total: Int? = nil, _ unit: String, finding found: String? = nil) {
        let now = console.now()
        guard lastShown.duration(to: now) > .milliseconds(200), start.duration(to: now) > .seconds(1) else { return }
        (lastShown, isShown) = (now, true)
        let text = Self.text(done, of: total, unit, after: startOfPart.duration(to: now))
        console.showProgress(text + (found.map { "; \($0)" } ?? ""))
    }

    /// Makes something of each element, one after the other, as a part of the command, and shows how many are done.
    ///
    /// - Parameters:
    ///   - elements: what is gone through.
    ///   - unit: what the elements are, as `files`.
    ///   - isStopped: asked behind each element but the last: whether the person stops the command.
    ///   - transform: what is done with each.
    /// - Returns: the results, in the order of the elements; fewer than there are elements where the command was stopped.
    mutating func map<Element, Result, Failure: Error>(
        _ elements: [Element], _ unit: String, until isStopped: () -> Bool,
        _ transform: (Element) throws(Failure) -> Result
    ) throws(Failure) -> [Result] {
        beginPart()
        var results: [Result] = []
        for element in elements {
            results.append(try transform(element))
            if results.count < elements.count, isStopped() { break }
            show(results.count, of: elements.count, unit)
        }
        return results
    }

    /// Clears the line, where there is one.
    mutating func end() {
        if isShown { console.showProgress("") }
        isShown = false
    }

    /// The line itself, with the rate so far and the time that is left at that rate.
    static func text(_ done: Int, of total: Int?, _ unit: String, after duration: Duration) -> String {
        let seconds = Double(duration.components.seconds) + Double(duration.components.attoseconds) / 1e18
        let rate = Double(done) / max(seconds, 0.001)
        let perSecond = rate < 10 ? "\((rate * 10).rounded() / 10)" : "\(Int(rate))"
        guard let total else { return "\(done) \(unit), \(perSecond) a second" }
        let left = Int((Double(max(total - done, 0)) / max(rate, 0.001)).rounded(.up))
        return "\(done) of \(total) \(unit), \(perSecond) a second, \(left) s left"
    }
}
