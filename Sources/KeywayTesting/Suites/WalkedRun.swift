import KeywayCore
import KeywayLog
import KeywayRuns
import KeywaySuites

/// Leads one run through what the draws say: commands, raw callbacks, replies, time, and deaths of its process.
struct WalkedRun {
    /// One part of a walk: one thing that was done to the run, and what came of it.
    struct Stage {
        /// What was done, in the spec's words: an event with its fields, or that time passes.
        var came: String
        /// The texts that the event carried and that no log may keep.
        var withheld: Set<String> = []
        var steps: [WalkedStep] = []
        /// How many records the log has after the steps; nil where nothing was decided.
        var records: UInt64?
        /// The root run as another process has it from the log alone, before the steps; nil where the run's process has not died.
        var found: RunState?
        /// Why another process cannot go on with what the log has.
        var unreadable: String?
        /// Why the run refused to go on.
        var error: RunError?
        /// Whether the root run has the state that the table alone reaches when it decides the events of `steps`.
        var isWhereStepsLead = true
    }

    /// A step with the root run after it.
    struct WalkedStep {
        var step: RunStep
        var run: RunState
    }

    static let start = Instant(milliseconds: 1_000_000)

    let table: Table
    /// Where the records go. Its salt is fixed and not random, so that the same walk has the same records.
    let log = MemoryLog(salt: 0)
    let run = RunID(high: 0, low: 1)
    let words: TableWords
    private(set) var machine: RunMachine
    private var processes = Processes()
    /// What is chosen for the flow's parameters, by their positions among the variables; the others have the flow's own values.
    let chosen: [Int: Value]
    /// The root run in its initial state, before anything that sub-flows bring which begin with it, and what it orders there.
    let begun: (run: RunState, orders: [EffectOrder])
    /// What the beginning brought: sub-flows that begin with the run, and what they tell it at once.
    let beginning: Stage
    private(set) var now = WalkedRun.start
    /// Every order that the root has given, not its sub-flows; none is performed.
    private(set) var orders: [EffectOrder]
    /// The orders whose handlers have died with their process, and which nobody performs again.
    private var unanswerable: Set<EffectOrder.ID> = []
    private var drawing: CallbackDrawing
    private let acting: ActingEvents
    private let allCommands: [Int]
    /// The fields whose texts no log may keep, as `start.requestId`.
    private let withheld: Set<String>
    /// The last callback, and the words that tell it; nil before the first one. Some parts deliver the same callback again.
    private var lastCallback: (raw: RawValue, came: String)?
    /// The last command; nil before the first one. Some parts ask the same command again, with the same identity.
    private var lastCommand: (position: Int, fields: [Value?], id: String)?
    /// How many commands have come with an identity of their own; repetitions have that of the command they repeat.
    private var commands = 0

    /// Begins a run with the parameters that the draws choose.
    init(
        of prepared: PreparedTable, withholding withheld: Set<String>, choosing draws: inout Draws
    ) throws(RunError) {
        table = prepared.table
        words = prepared.words
        acting = prepared.acting
        allCommands = prepared.commands
        drawing = CallbackDrawing(for: table)
        self.withheld = withheld
        chosen = drawing.values.parameters(using: &draws)
        let decision: RunDecision
        (machine, decision) = RunMachine.begin(
            run, of: prepared.flow, version: prepared.version, choosing: chosen, kind: .live, salt: log.salt,
            at: WalkedRun.start)
        let begun = table.beginning(at: WalkedRun.start, sequence: 0, parameters: chosen)
        self.begun = (begun.run, begun.orders)
        let given = chosen.sorted { $0.key < $1.key }.map { [table] in (table.variables[$0.key], $0.value) }
        var beginning = Stage(
            came: "the run begins" + (given.isEmpty ? "" : " with \(words.assignments(given))"))
        beginning.steps = Self.walked(decision.steps, from: begun.run, by: table)
        beginning.isWhereStepsLead = (beginning.steps.last?.run ?? begun.run) == machine.state
        self.beginning = beginning
        orders = decision.consequences.compactMap {
            if case .perform(let order) = $0, order.leg == 0 { order.order } else { nil }
        }
        try add(decision)
        processes.note(decision, of: machine)
    }

    /// Does one thing to the run, which the draws choose: a command, callback or reply, the passing of time, or the death of its process.
    mutating func go(on draws: inout Draws) -> Stage {
        // Of twenty parts five are commands, five callbacks, four replies to open orders or lanes that are granted, one a reply to any
        // order, and five are time.
        switch draws.number(below: 20) {
        case 0...4: command(&draws)
        case 5...9: callback(&draws)
        case 10...13: give(&draws)
        case 14:
            answer(
                &draws,
                among: orders.filter {
                    table.effects[$0.effect].replies != nil && $0.isComplete && !unanswerable.contains($0.id)
                })
        default: pass(&draws)
        }
    }

    private var openOrders: [EffectOrder] {
        orders.filter { order in machine.state.openEffects.contains { $0.order == order.id } }
    }

    /// The lanes that the run or a sub-flow stands in line for.
    private var awaitedLanes: [LaneRequest] { machine.lanes.filter { machine.awaitsGrant(of: $0) } }

    /// For each open order and then for each awaited lane, in the order in which `go` draws among them, how many answers there are to it.
    var replyCounts: [Int] {
        openOrders.map { table.effects[$0.effect].replies?.events.count ?? 0 } + awaitedLanes.map { _ in 1 }
    }

    // MARK: - Commands

    private mutating func command(_ draws: inout Draws) -> Stage {
        if draws.happens(onceIn: 8), let last = lastCommand {
            return send(last.position, last.fields, id: last.id, again: true)
        }
        guard let position = event(of: acting.commands(in: machine.state.state), or: allCommands, &draws) else {
            return pass(&draws)
        }
        let fields = drawing.values.values(of: table.events[position].fields, using: &draws)
        commands += 1
        return send(position, fields, id: "command \(commands)", again: false)
    }

    private mutating func send(_ position: Int, _ fields: [Value?], id: String, again: Bool) -> Stage {
        lastCommand = (position, fields, id)
        let event = table.events[position]
        var stage = Stage(came: words.call(event.name, event.fields, fields) + (again ? ", the same again" : ""))
        stage.withheld = texts(fields, of: position)
        return decide(.command(Command(position, fields: fields, id: id)), stage)
    }

    /// One of the events; three times of four one that may act in the present state, where there is one.
    private func event(of acting: [Int], or all: [Int], _ draws: inout Draws) -> Int? {
        draws.happens(onceIn: 4) || acting.isEmpty ? draws.element(of: all) : draws.element(of: acting)
    }

    // MARK: - Callbacks

    private mutating func callback(_ draws: inout Draws) -> Stage {
        if draws.happens(onceIn: 6), let last = lastCallback {
            return deliver(last.raw, attempt: nil, came: "\(last.came), said twice")
        }
        let rows = table.sources.flatMap { source in source.rows.map { (source, $0) } }
        let events = acting.callbacks(in: machine.state.state)
        let relevant = rows.filter { events.contains($0.1.event) }
        let isAny = draws.happens(onceIn: 3) || relevant.isEmpty
        guard let (source, row) = draws.element(of: isAny ? rows : relevant) else { return pass(&draws) }
        let raw = drawing.callback(for: row, of: source, using: &draws)
        var attempt: Int?
        if !source.isSingleton {
            attempt = [machine.state.attempt, machine.state.attempt - 1, nil][draws.number(below: 3)]
        }
        return deliver(raw, attempt: attempt, came: raw.words)
    }

    private mutating func deliver(_ raw: RawValue, attempt: Int?, came: String) -> Stage {
        lastCallback = (raw, came)
        let reading = CallbackReading(raw, by: machine.flow)
        var stage = Stage(came: came)
        stage.withheld = withheldTexts(of: raw, as: reading)
        if case .event(let position, let fields, _, _) = reading.decoded(by: machine.flow) {
            stage.came = "\(words.call(table.events[position].name, table.events[position].fields, fields)), as \(came)"
            stage.withheld = stage.withheld.subtracting(plainTexts(fields, of: position))
        }
        let call = attempt.map { ProviderCall(attempt: $0) }
        return decide(.callback(reading, answering: call, number: nil), stage)
    }

    /// The texts of a callback less those that some sub-flow reads as plain ones, whichever leg hears it. What the run's own flow keeps is
    /// not asked of its table here: the suite knows that from the spec.
    private func withheldTexts(of raw: RawValue, as reading: CallbackReading) -> Set<String> {
        // A log keeps the name of each callback, also of one that no row reads.
        var texts = Set(raw.texts).subtracting(names(of: raw, in: table))
        for flow in machine.flow.descendants {
            texts.subtract(names(of: raw, in: flow.table))
            guard case .event(let position, let fields, _, _) = reading.decoded(by: flow) else { continue }
            for (field, value) in zip(flow.table.events[position].fields, fields) where field.classification == .plain {
                if case .text(let text)? = value { texts.remove(text) }
            }
        }
        return texts
    }

    private func names(of raw: RawValue, in table: Table) -> [String] {
        table.sources.flatMap { raw.value(at: [$0.by])?.texts ?? [] }
    }

    // MARK: - Lanes and replies

    /// Gives the run something that it waits for: a reply to an open order, or a lane.
    private mutating func give(_ draws: inout Draws) -> Stage {
        let (orders, lanes) = (openOrders, awaitedLanes)
        let place = draws.number(below: orders.count + lanes.count)
        guard let lane = lanes.element(at: place - orders.count) else {
            return answer(&draws, among: orders.element(at: place).map { [$0] } ?? [])
        }
        let stage = Stage(came: "the lane of \(lane.provider) is granted")
        return decide(.granted(leg: lane.leg, lane: lane.lane, asked: lane.sequence), stage)
    }

    private mutating func answer(_ draws: inout Draws, among orders: [EffectOrder]) -> Stage {
        guard let order = draws.element(of: orders), let replies = table.effects[order.effect].replies,
            let position = draws.element(of: replies.events)
        else { return pass(&draws) }
        let event = table.events[position]
        let fields = drawing.values.values(of: event.fields, using: &draws)
        let effect = table.effects[order.effect].name
        var stage = Stage(
            came: "\(words.call(event.name, event.fields, fields)), to \(effect) \(order.id.sequence).\(order.id.index)"
        )
        stage.withheld = texts(fields, of: position)
        return decide(.reply(machine.key(of: order.id), leg: 0, event: position, fields: fields), stage)
    }

    // MARK: - Time

    /// When the next timer or limit of an effect is due; nil where none is.
    var nextDue: Instant? { machine.nextDue }

    private mutating func pass(_ draws: inout Draws) -> Stage {
        var due = nextDue ?? now
        // Mostly only the session deadline is so far away, and it ends the run: the walk seldom waits for it.
        let isFar = due.milliseconds - now.milliseconds > 180_000
        if isFar, !draws.happens(onceIn: 10) { due = now.advanced(byMilliseconds: 500) }
        switch draws.number(below: 5) {
        case 0: return pass(until: due)
        case 1: return pass(until: Instant(milliseconds: due.milliseconds - 1))
        case 2: return pass(until: due.advanced(byMilliseconds: 1))
        case 3: return absent(until: due, &draws)
        default: return pass(until: now.advanced(byMilliseconds: Int64(draws.number(below: 5_000))))
        }
    }

    /// Lets the clock go on without the process, which sleeps, so that the next event finds timers overdue. Where the flow says what coming
    /// back means, four of five processes die instead, and half of these are away for a short time, in which little falls due.
    private mutating func absent(until due: Instant, _ draws: inout Draws) -> Stage {
        let delay = Int64(draws.number(below: 10_000))
        let kind = table.restoredEvent == nil ? 0 : draws.number(below: 5)
        let dies = kind > 0 && machine.standing != .over
        now = dies && kind < 3 ? now.advanced(byMilliseconds: delay) : max(now, due.advanced(byMilliseconds: delay))
        return dies ? restart(withValues: kind % 2 == 0) : Stage(came: "time passes unnoticed")
    }

    /// Lets the clock go on, and everything happen that is due by then.
    mutating func pass(until instant: Instant) -> Stage {
        now = max(now, instant)
        return decide(.instantEnded, Stage(came: "time passes"))
    }

    // MARK: - Another process

    /// Lets the process die and another one go on with the run, from its records alone, or with the run's key.
    private mutating func restart(withValues wanted: Bool) -> Stage {
        var stage = Stage(came: "the app dies and comes back")
        do throws(Processes.Unreadable) {
            let records = log.records(of: run)
            let hasValues = try processes.goOn(with: &machine, from: records, withValues: wanted, at: now)
            if hasValues { stage.came += " with its values" }
        } catch {
            stage.unreadable = error.reason
            return stage
        }
        stage.found = machine.state
        if machine.wantsToResume(at: now) { stage = decide(.timeReached, stage) }
        unanswerable = Set(orders.map(\.id).filter { !machine.isAwaited($0) })
        return stage
    }

    /// Decides the input now, and notes what came of it.
    private mutating func decide(_ input: Input, _ stage: Stage) -> Stage {
        var (stage, next) = (stage, machine)
        do throws(RunError) {
            let decision = try next.decide(input, at: now)
            try add(decision)
            processes.note(decision, of: next)
            stage.records = next.nextSequence
            stage.steps += Self.walked(decision.steps, from: machine.state, by: table)
            // Effects of sub-flows get no replies here, and sub-flows no commands: they have suites of their own.
            orders += decision.steps.filter { $0.leg == 0 }.flatMap(\.orders)
            stage.isWhereStepsLead = (stage.steps.last?.run ?? machine.state) == next.state
            machine = next
        } catch {
            stage.error = error
        }
        return stage
    }

    /// Appends the decision's records to the log.
    private func add(_ decision: RunDecision) throws(RunError) {
        guard !decision.records.isEmpty else { return }
        let append = Append(
            run: run, records: decision.records, standing: decision.standing, isLazy: decision.isLazy)
        // A log in memory is durable at once.
        do throws(LogError) { _ = try log.append(append, report: { _ in }) } catch { throw .log(error) }
    }

    /// The steps, each with the root run after it, as the table alone leads it.
    private static func walked(_ steps: [RunStep], from run: RunState, by table: Table) -> [WalkedStep] {
        var run = run
        return steps.map { step in
            if step.leg == 0, let told = step.eventRecord {
                let event = Event(told.event, fields: told.fields, stamp: told.stamp, answers: told.answers)
                _ = table.reduce(&run, event, at: step.time, sequence: step.record.sequence)
            }
            return WalkedStep(step: step, run: run)
        }
    }

    // MARK: - What may not be kept

    /// The texts among the fields' values that no log may keep, unless a field that is kept has the same text.
    private func texts(_ fields: [Value?], of event: Int) -> Set<String> {
        texts(fields, of: event) { withheld.contains($0) }.subtracting(plainTexts(fields, of: event))
    }

    private func plainTexts(_ fields: [Value?], of event: Int) -> Set<String> {
        texts(fields, of: event) { !withheld.contains($0) }
    }

    private func texts(_ fields: [Value?], of event: Int, where isMeant: (String) -> Bool) -> Set<String> {
        let signature = table.events[event]
        let texts = zip(signature.fields, fields).compactMap { field, value -> String? in
            guard case .text(let text)? = value, isMeant("\(signature.name).\(field.name)") else { return nil }
            return text
        }
        return Set(texts)
    }
}

extension RawValue {
    /// The value as JSON writes it, with the keys of objects in order.
    var words: String {
        switch self {
        case .null: "null"
        case .bool(let flag): flag ? "true" : "false"
        case .integer(let number): String(number)
        case .number(let number): "\(number)"
        case .text(let text): "\"\(text)\""
        case .list(let elements): "[\(elements.map(\.words).joined(separator: ", "))]"
        case .object(let fields):
            "{\(fields.sorted { $0.key < $1.key }.map { "\"\($0.key)\": \($0.value.words)" }.joined(separator: ", "))}"
        }
    }
}
