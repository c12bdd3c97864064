import CFlatTable
import KeywayCore
import KeywayTesting

/// The events of many runs: each run's together, as a replay reads them, or mixed, as they come to a live orchestrator.
struct Workload {
    /// How many runs are live at once; they begin and end together.
    static let batch = 1024

    /// One batch after the other; `run` counts within the batch.
    var batches: [[RawEvent]]
    /// The share of events that changed nothing: they were rejected, late or stale.
    var refusedShare: Double
    var count: Int { batches.reduce(0) { $0 + $1.count } }
}

extension Workload {
    /// Order A: each run's events together, as a replay reads them.
    ///
    /// - Parameter subject: the flow that is measured.
    init(runs: Int, of subject: Subject, seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        var refused = 0
        batches = []
        for start in stride(from: 0, to: runs, by: Self.batch) {
            var events: [RawEvent] = []
            for run in 0..<min(Self.batch, runs - start) {
                var draft = DrawnRun(of: subject, run: UInt32(run))
                while !draft.isEnded { draft.addEvent(using: &generator) }
                events += draft.events
                refused += draft.refused
            }
            batches.append(events)
        }
        refusedShare = 0
        refusedShare = Double(refused) / Double(count)
    }

    /// Order B: the same events, the runs of a batch interleaved at random.
    func interleaved(seed: UInt64) -> Workload {
        var generator = SeededGenerator(seed: seed)
        var result = self
        result.batches = batches.map { $0.interleaved(among: Self.batch, using: &generator) { Int($0.run) } }
        return result
    }
}

/// A run whose events are drawn one after the other: mostly such as move it on, sometimes such as change nothing.
private struct DrawnRun {
    let subject: Subject
    /// The run's place in its batch.
    let run: UInt32
    var state: RunState
    var events: [RawEvent] = []
    /// How many of the events changed nothing.
    var refused = 0
    private var time: Int64 = 0
    /// The identity of the order that was answered last; nil where none was.
    private var lastAnswered: UInt32?

    init(of subject: Subject, run: UInt32) {
        self.subject = subject
        self.run = run
        state = subject.table.begin(at: Instant(milliseconds: 0)).run
    }

    var isEnded: Bool { subject.table.states[state.state].isFinal }

    /// Adds an event. It is wild in 16.4 % of all cases, the share in the workload for which the reducer was designed: then it changes
    /// nothing. Draws until an event of that sort comes.
    mutating func addEvent(using random: inout SeededGenerator) {
        let isWild = random.next(below: 1000) < 164
        while true {
            time += Int64(random.next(below: 2000))
            let drawn = isWild ? wild(&random) : expected(&random)
            guard let drawn else { continue }
            let raw = RawEvent(
                time: UInt32(time), answers: drawn.answers ?? .max, run: run, event: UInt32(drawn.event))
            var next = state
            let step = subject.table.reduce(
                &next, subject.arriving(raw), at: Instant(milliseconds: time), sequence: UInt64(events.count + 1))
            let isRefused = step.disposition != .taken && step.disposition != .stayed
            guard isRefused == isWild else { continue }
            if isRefused { refused += 1 }
            if let answers = drawn.answers { lastAnswered = answers }
            events.append(raw)
            state = next
            return
        }
    }

    /// Once in 40 times the next timer, else a reply to the open order, else a command; nil where none of these fits.
    private mutating func expected(_ random: inout SeededGenerator) -> (event: Int, answers: UInt32?)? {
        if random.next(below: 40) == 0, let armed = subject.table.nextTimer(of: state) {
            time = max(time, armed.deadline.milliseconds)
            return (subject.table.timers[armed.timer].event, nil)
        }
        if let open = state.openEffects.last, let replies = subject.table.effects[open.effect].replies {
            return (replies.events[random.next(below: replies.events.count)], open.order.identity)
        }
        let event = random.next(below: subject.table.events.count)
        guard subject.table.events[event].origin == .command else { return nil }
        // People seldom give up.
        if subject.table.events[event].name == "cancel", random.next(below: 40) != 0 { return nil }
        return (event, nil)
    }

    /// Some command, or a reply to the order that was answered last; where it turns out to be allowed, `addEvent` draws again.
    ///
    /// Nil where neither was drawn.
    private func wild(_ random: inout SeededGenerator) -> (event: Int, answers: UInt32?)? {
        let event = random.next(below: subject.table.events.count)
        switch subject.table.events[event].origin {
        case .command: return (event, nil)
        case .reply: return lastAnswered.map { (event, $0) }
        default: return nil
        }
    }
}
