import KeywayCore
import KeywayLog
import KeywayRuns
import KeywayTesting

/// What comes to many runs, as an app hands it over: commands, replies of handlers, and timers; some of it changes nothing.
struct RecordedWorkload: Sendable {
    /// How many runs are live at once; they begin and end together.
    static let batch = 1024

    /// One input for one run.
    struct Arrival: Sendable {
        /// The run's place in its batch.
        var run: Int
        var input: Input
        var time: Instant
    }

    let flow: RunningFlow
    let version: FlowVersion
    /// One batch after the other.
    private(set) var batches: [[Arrival]] = []

    /// Draws runs of the flow from their beginning to their end, each run's arrivals together.
    ///
    /// `text` is the value of each field of an event: the flow must have no fields but texts.
    init(_ table: Table, annotations: Table.Annotations, text: String, runs: Int, seed: UInt64) {
        flow = RunningFlow(table)
        version = FlowVersion(of: flow, annotations: annotations)
        var random = SeededGenerator(seed: seed)
        for start in stride(from: 0, to: runs, by: Self.batch) {
            var arrivals: [Arrival] = []
            for place in 0..<min(Self.batch, runs - start) {
                var draft = DrawnRun(at: place, machine: begin(place).machine, text: text)
                while !draft.machine.isOver { draft.addArrival(using: &random) }
                arrivals += draft.arrivals
            }
            batches.append(arrivals)
        }
    }

    /// Begins the run that has this place in its batch.
    func begin(_ place: Int) -> (machine: RunMachine, decision: RunDecision) {
        // Both halves of the identity look random, as in a real one, and depend on the place alone.
        var random = SeededGenerator(seed: UInt64(place))
        return RunMachine.begin(
            .random(using: &random), of: flow, version: version, kind: .live, salt: 7, at: Instant(milliseconds: 0))
    }

    /// The same arrivals, the runs of a batch interleaved at random.
    func interleaved(seed: UInt64) -> RecordedWorkload {
        var random = SeededGenerator(seed: seed)
        var result = self
        result.batches = batches.map { $0.interleaved(among: Self.batch, using: &random) { $0.run } }
        return result
    }
}

/// A run whose arrivals are drawn one after the other: mostly such as move it on, sometimes such as change nothing.
private struct DrawnRun {
    /// The run's place in its batch.
    let place: Int
    var machine: RunMachine
    /// The value of each field of an event.
    let text: String
    var arrivals: [RecordedWorkload.Arrival] = []
    private var time: Int64 = 0
    /// The last reply that came to the run.
    private var lastAnswer: Input?

    init(at place: Int, machine: RunMachine, text: String) {
        self.place = place
        self.machine = machine
        self.text = text
    }

    private var table: Table { machine.flow.table }

    /// Adds an arrival. It is wild in 16.4 % of all cases, the share in the workload for which the reducer was designed: then its event
    /// changes nothing. Draws until one of that sort comes.
    mutating func addArrival(using random: inout SeededGenerator) {
        let isWild = random.next(below: 1000) < 164
        while true {
            time += Int64(random.next(below: 2000))
            guard let input = isWild ? wild(&random) : expected(&random) else { continue }
            var next = machine
            guard let decision = try? next.decide(input, at: Instant(milliseconds: time)) else { continue }
            guard let last = decision.records.compactMap(\.event).last,
                (last.disposition != .taken && last.disposition != .stayed) == isWild
            else { continue }
            if case .reply = input { lastAnswer = input }
            arrivals.append(.init(run: place, input: input, time: Instant(milliseconds: time)))
            machine = next
            return
        }
    }

    /// Once in 40 times the next timer, else a reply to the open order, else a command; nil where none of these fits.
    private mutating func expected(_ random: inout SeededGenerator) -> Input? {
        if random.next(below: 40) == 0, let due = machine.nextDue {
            time = max(time, due.milliseconds)
            return .instantEnded
        }
        if let open = machine.state.openEffects.last, let replies = table.effects[open.effect].replies {
            let event = replies.events[random.next(below: replies.events.count)]
            return .reply(machine.key(of: open.order), leg: 0, event: event, fields: fields(of: event))
        }
        guard let command = command(&random) else { return nil }
        // People seldom give up.
        if table.events[command.position].name == "cancel", random.next(below: 40) != 0 { return nil }
        return .command(command)
    }

    /// Some command, or the last reply once more; where it turns out to be allowed, `addArrival` draws again. Nil where none was drawn.
    private func wild(_ random: inout SeededGenerator) -> Input? {
        random.next(below: 3) == 0 ? lastAnswer : command(&random).map { .command($0) }
    }

    private func command(_ random: inout SeededGenerator) -> Command? {
        let event = random.next(below: table.events.count)
        return table.events[event].origin == .command ? Command(event, fields: fields(of: event)) : nil
    }

    private func fields(of event: Int) -> [Value?] { table.events[event].fields.map { _ in .text(text) } }
}

extension Record {
    fileprivate var event: EventRecord? { if case .event(let event) = content { event } else { nil } }
}
