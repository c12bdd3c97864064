import CFlatTable
import KeywayCore

/// What the C code reads: one entry of eight bytes for each state, event and combination of guard bits.
struct FlatTable {
    /// One for each state, event and combination of guard bits.
    var entries = [FlatEntry](repeating: FlatEntry(), count: Int(flat_states * flat_events * flat_guards))
    var constants = FlatConstants()

    /// Fills the table by asking the reducer what each event does in each state under each combination of the guards.
    init(of subject: Subject) throws {
        let table = subject.table
        guard table.states.count == flat_states, table.events.count < flat_events, table.timers.count == flat_timers,
            table.effects.count == flat_effects, subject.counters.count == flat_counters
        else { throw BenchmarkError.flowDoesNotFit("sizes") }
        // The first column that no event has is for stale replies.
        let stale = table.events.count
        constants.stale_event = UInt8(stale)
        // The guards of the flow ask whether `sends` and `tries` are below 3.
        constants.bounds = (3, 3)
        for (effect, signature) in table.effects.enumerated() {
            try note(duration: UInt32(signature.replies?.within ?? 0), of: effect)
        }
        for (event, signature) in table.events.enumerated() where signature.origin == .reply {
            withUnsafeMutableBytes(of: &constants.is_reply) { $0[event] = .max }
        }
        for state in table.states.indices {
            for event in table.events.indices {
                for guards in 0..<Int(flat_guards) {
                    let isReply = table.events[event].origin == .reply
                    let cell = Cell(subject: subject, state: state, event: event, guards: guards)
                    set(try cell.entry(answering: isReply, &self), state, event, guards)
                    if isReply { set(try cell.entry(answering: false, &self), state, stale, guards) }
                }
            }
        }
    }

    private mutating func set(_ entry: FlatEntry, _ state: Int, _ event: Int, _ guards: Int) {
        entries[(state * Int(flat_events) + event) * Int(flat_guards) + guards] = entry
    }

    /// Notes how long the order or timer of a slot lasts; the C code has one duration for each slot.
    fileprivate mutating func note(duration: UInt32, of slot: Int) throws {
        try withUnsafeMutableBytes(of: &constants.durations) {
            let durations = $0.bindMemory(to: UInt32.self)
            guard durations[slot] == 0 || durations[slot] == duration else {
                throw BenchmarkError.flowDoesNotFit("two durations of one timer")
            }
            durations[slot] = duration
        }
    }
}

/// One question to the reducer, about a run in which every timer is set and an order is open.
private struct Cell {
    static let now: Int64 = 1_000_000
    /// The deadline of every timer before the step; a timer with another one afterwards was set by the step.
    static let deadline = Instant(milliseconds: 2)
    let subject: Subject
    let state: Int
    let event: Int
    /// One bit for each counter: whether it is below its bound.
    let guards: Int

    /// The reducer's answer as an entry of the table; `isCurrent`: whether the event answers the open order.
    ///
    /// - Parameter table: takes the duration of each timer that the step sets.
    func entry(answering isCurrent: Bool, _ table: inout FlatTable) throws -> FlatEntry {
        var entry = FlatEntry()
        // 1 stands for all values below the bound of 3. It is not 0, or a counter that stays could not be told from one that is reset.
        let counts = (0..<Int(flat_counters)).map { guards >> $0 & 1 == 1 ? Int64(1) : 3 }
        let (step, run) = reduced(counts, isCurrent)
        entry.disposition = step.disposition.rawValue
        entry.next = UInt8(run.state)
        entry.attempts = UInt8(run.attempt)
        // Both halves name the slot that nobody reads, until an effect or a timer is found below.
        entry.slots = UInt8((flat_slots - 1) << 4 | flat_slots - 1)
        for order in step.orders {
            guard order.id.index == 0 else { throw BenchmarkError.flowDoesNotFit("two effects in a step") }
            entry.effects |= 1 << UInt8(order.effect)
            entry.begun |= 1 << UInt8(order.effect)
            entry.slots = entry.slots & 0xF0 | UInt8(order.effect)
        }
        entry.kept = 1 << UInt8(flat_effects) - 1
        for counter in subject.counters.indices {
            let after = Int64(subject.counter(counter, of: run))
            let change: UInt8 =
                switch after {
                case counts[counter]: 1
                case counts[counter] + 1: 3
                case 0: 0
                default: throw BenchmarkError.flowDoesNotFit("arithmetic of a counter")
                }
            entry.counters |= change << UInt8(2 * counter)
        }
        for timer in subject.table.timers.indices {
            guard let armed = run.timers.first(where: { $0.timer == timer }) else { continue }
            let slot = flat_effects + timer
            entry.kept |= 1 << UInt8(slot)
            guard armed.deadline != Self.deadline else { continue }
            guard entry.slots >> 4 == flat_slots - 1 else {
                throw BenchmarkError.flowDoesNotFit("two timers in a step")
            }
            entry.begun |= 1 << UInt8(slot)
            entry.slots = entry.slots & 0xF | UInt8(slot) << 4
            try table.note(duration: UInt32(armed.deadline.milliseconds - Self.now), of: slot)
        }
        return entry
    }

    private func reduced(_ counts: [Int64], _ isCurrent: Bool) -> (Step, RunState) {
        let table = subject.table
        var run = RunState(state: state, values: table.initialValues)
        for (counter, variable) in subject.counters.enumerated() { run.values[variable] = .integer(counts[counter]) }
        run.timers = table.timers.indices.map { .init(timer: $0, deadline: Self.deadline, setBy: 0) }
        // One open order of the first effect is enough for replies to either effect: the reducer finds it by its identity alone.
        let order = EffectOrder.ID(sequence: 1, index: 0)
        run.openEffects = [.init(effect: 0, order: order, limit: Self.deadline)]
        let event = Event(event, fields: subject.fields[event], answers: isCurrent ? order : nil)
        let step = table.reduce(&run, event, at: Instant(milliseconds: Self.now), sequence: 9)
        return (step, run)
    }
}
