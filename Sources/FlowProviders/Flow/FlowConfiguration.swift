import FlowMachine
import KeywayCore

/// Everything of a flow's own that can decide what happens next, without the moments at which timers fire (rule 7a).
struct FlowConfiguration: Hashable {
    /// The state or final.
    var state: Int
    /// The value of each variable, nil for an absent one; for a variable that makes no difference always the same value.
    var values: [Value?]
    /// The timers that run, one bit for each.
    var timers: UInt64
    /// The effects that have not answered yet, one bit for each.
    var open: UInt64
    /// Sub-flows that run and lanes that are asked for or held, in the order in which they began.
    var running: [Running]
    /// The handlers that are at work for orders that are closed, where a row decides what they say.
    var late = LateHandlers()
    /// The variables that have a personal or secret value now, one bit for each as `PerishableValues` numbers them.
    var perishable: UInt64 = 0
    /// Those of `perishable` whose values are gone since the app died.
    var gone: UInt64 = 0
    /// The open effects whose orders lack a value that is gone, one bit for each: nobody performs them, so their `otherwise` comes.
    var unperformed: UInt64 = 0
}

/// The effects of which an order was closed before its handler had answered, so that its reply may still come and is stale.
///
/// Of each effect none, one or several such handlers are counted. "Several" stays "several" however many answer: exploring then goes
/// through more than can happen, and misses nothing.
struct LateHandlers: Hashable {
    /// The effects with at least one such handler, one bit for each.
    private(set) var one: UInt64 = 0
    /// The effects with more than one, one bit for each.
    private(set) var several: UInt64 = 0

    var isEmpty: Bool { one == 0 }

    func has(_ effect: Int) -> Bool { one.has(effect) }

    /// An order of the effect is closed while its handler is at work.
    mutating func begin(_ effect: Int) {
        if one.has(effect) { several.insert(effect) }
        one.insert(effect)
    }

    mutating func begin(_ effects: [Int]) {
        for effect in effects { begin(effect) }
    }

    /// A handler of the effect has answered, too late.
    mutating func end(_ effect: Int) {
        if !several.has(effect) { one &= ~(1 << UInt64(effect)) }
    }
}

/// One way in which something happens to a flow.
struct FlowInput: Hashable {
    enum Origin: Hashable {
        case command
        /// A callback that may come at any moment, because no model speaks for its source.
        case callback
        /// A word that a provider's model says.
        case word
        /// An answer to the effect at this position.
        case reply(effect: Int)
        /// The `otherwise` of the effect at this position: its time is up, or nobody performs it after a restart.
        case limit(effect: Int)
        /// A handler of the effect at this position answers an order that is closed.
        case late(effect: Int)
        /// The timer at this position fires.
        case timer(Int)
        /// The sub-flow at this position reaches one of its finals.
        case child(Int)
        /// The lane at this position is granted.
        case lane(Int)
        /// The flow is told `restored`: another process goes on with the run.
        case restored
    }

    var origin: Origin
    /// Whether the input comes only where something that runs brings it: an open effect, a timer, a sub-flow, an asked-for lane. What a
    /// handler says to a closed order does not count.
    var isAnswer: Bool {
        switch origin {
        case .reply, .limit, .timer, .child, .lane: true
        case .command, .callback, .word, .late, .restored: false
        }
    }

    /// The event that the input is; `unrecognised` where no decoder row reads the word.
    var event: Int
    /// The value of each field of the event; nil where the field is absent, or the value makes no difference.
    var fields: [Value?]
    /// Whether the source of a word says that the word is of the current attempt; a singleton source cannot say.
    var stamp = Stamp.unknown
    /// Whether a step of another leg brings the input: then `fields` also say which values are perishable (`Perishing.mark`).
    var isOwed = false
}

extension FlowInput {
    /// The bit of the timer that fires; 0 where the input is no timer.
    var timerBit: UInt64 { if case .timer(let timer) = origin, timer < 64 { 1 << UInt64(timer) } else { 0 } }

    /// Whether the input is the `otherwise` of an effect that no handler has answered.
    var isLimit: Bool { if case .limit = origin { true } else { false } }

    /// The same word once a new attempt has begun after it was spoken: a current stamp becomes a stale one.
    var outlived: FlowInput {
        var input = self
        if stamp == .current { input.stamp = .stale }
        return input
    }
}

/// What one input does in one configuration of a flow.
struct FlowStep {
    /// What decided the event.
    enum Decision: UInt8 {
        /// A row that names it, or rule 23, by which a stale event that no row names changes nothing.
        case row
        /// An `other` row, which claims that a callback or a reply cannot come, and rejects a command.
        case other
        /// No row at all.
        case nobody
    }

    /// The position of the input in `FlowSystem.inputs`.
    var input: Int32
    /// The event that came.
    var event: Int
    /// Whether the event comes only where something runs that brings it, as a reply or a timer does.
    var isAnswer: Bool
    /// The final that the step leads to; nil where it leads to a state.
    var end: Int?
    /// The position of the configuration that the step leads to.
    var target: Int32
    /// The effects that the step orders, in the order of ordering.
    var effects: [Int]
    /// The places among `effects` of orders that nobody performs, as they lack a value that is gone.
    var incomplete: [Int]
    /// What it does with sub-flows and lanes, in order.
    var scopeChanges: [ScopeChange]
    /// The row that decided, by its position; nil where none did.
    var row: Int?
    /// The branches of choices that it took.
    var branches: [Interpretation.Branch]
    var disposition: Disposition
    var decision: Decision
    /// Whether the event was accepted: `taken`, or `stayed` with something done (rule 29f).
    var isActedOn: Bool
    /// Whether the event belongs to something that is over: its source says so of a word, or it is a reply to a closed order.
    var isStale: Bool
    /// The facts of the flow's `FactTable` that are so at this step, one bit for each.
    var facts: UInt64
    /// An effect that the step orders and that can never get its lane, as the run itself stands in that lane (rule 19); nil where none is.
    var waitsForItself: Int?
    /// What runs before and after the step and was left alone by it, one bit for each timer, then open effect, then
    /// sub-flow.
    var untouched: UInt64
}

extension FlowStep {
    /// The row and the branches of the flow's text that decided the step.
    var parts: [FlowPart] { (row.map { [.row($0)] } ?? []) + branches.map { .branch($0) } }
}

/// How a flow begins.
struct FlowBeginning {
    /// The first configuration, by its position.
    var configuration: Int32
    /// The effects that entering the initial state orders.
    var effects: [Int]
    /// The sub-flows and lanes that it begins and asks for.
    var scopeChanges: [ScopeChange]
    /// The facts of the flow's `FactTable` that are so, one bit for each.
    var facts: UInt64
    /// An effect that can never get its lane, as in `FlowStep.waitsForItself`; nil where none is.
    var waitsForItself: Int?
}
