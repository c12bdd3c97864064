import FlowMachine
import KeywayCore

/// Everything of a flow's own that can decide what happens next, without the moments at which timers fire (rule 7a).
struct FlowConfiguration: Hashable {
    /// The state or final.
    var state: Int
    /// Of each variable; of one that makes no difference always the same value, so that it is no part.
    var values: [Value?]
    /// The timers that run, one bit for each.
    var timers: UInt64
    /// The effects that have not answered yet, one bit for each.
    var open: UInt64
    /// Sub-flows that run and lanes that are asked for or held, in the order in which they began.
    var running: [Running]
    /// The handlers that are at work for orders that are closed, where a row decides what they say.
    var late = LateHandlers()
    /// The effects without an answer that were ordered and may still be at work, one bit for each, where the app may die: the next
    /// process performs them again.
    var unfinished: UInt64 = 0
}

/// The effects of which an order was closed before its handler had answered, so that its reply may still come and is stale.
///
/// Of each effect one such handler is counted, or several: of several there is no end, so that what is explored is never less than
/// what can happen.
struct LateHandlers: Hashable {
    /// One bit for each effect.
    private(set) var one: UInt64 = 0
    private(set) var several: UInt64 = 0

    var isEmpty: Bool { one == 0 }

    func has(_ effect: Int) -> Bool { one.has(effect) }

    mutating func begin(_ effect: Int) {
        if one.has(effect) { several.insert(effect) }
        one.insert(effect)
    }

    mutating func begin(_ effects: [Int]) {
        for effect in effects { begin(effect) }
    }

    /// One of them has answered.
    mutating func end(_ effect: Int) {
        if !several.has(effect) { one &= ~(1 << UInt64(effect)) }
    }
}

/// One way in which something happens to a flow.
struct FlowInput: Hashable {
    enum Origin: Hashable {
        case command
        /// A callback that comes of itself, where a flow is explored without a provider.
        case callback
        /// A provider's word.
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
        /// Another process goes on with the run.
        case restored
    }

    var origin: Origin
    /// Whether it comes only where something is running that can say so.
    var isAnswer: Bool {
        switch origin {
        case .reply, .limit, .timer, .child, .lane: true
        case .command, .callback, .word, .late, .restored: false
        }
    }

    /// The event that it is, `unrecognised` where no decoder row reads the word.
    var event: Int
    var fields: [Value?]
    /// What a source that knows its calls says of a word; one that does not says nothing.
    var stamp = Stamp.unknown
}

extension FlowInput {
    /// Whether it is an effect's `otherwise` that nobody has given.
    var isLimit: Bool { if case .limit = origin { true } else { false } }

    /// The same word of an earlier attempt.
    var outlived: FlowInput {
        var input = self
        if stamp == .current { input.stamp = .stale }
        return input
    }
}

/// What one input does in one configuration of a flow.
struct FlowStep {
    /// Who decided.
    enum Decision: UInt8 {
        case row, claim, nobody
    }

    /// The position of the input among the flow's.
    var input: Int32
    /// The event that came.
    var event: Int
    /// Whether it comes only where something is running that can say so, as a reply or a timer.
    var isAnswer: Bool
    /// The final that it leads to.
    var end: Int?
    /// The position of the configuration that it leads to.
    var target: Int32
    /// The effects that it orders, in their order.
    var effects: [Int]
    /// What it does with sub-flows and lanes, in order.
    var scopeChanges: [ScopeChange]
    /// The row that decided, by its position; nil where none did.
    var row: Int?
    /// The branches of choices that it took.
    var branches: [Interpretation.Branch]
    var disposition: Disposition
    var decision: Decision
    /// Whether it was `taken`, or `stayed` with something done (rule 29f).
    var isAccepted: Bool
    /// Whether its source says that it belongs to an earlier attempt.
    var isStale: Bool
    /// The facts that are so at this step, one bit for each.
    var facts: UInt64
    /// An effect that it orders and that needs the lane in which the run itself stands (rule 19).
    var waitsForItself: Int?
    /// What waits before and after it and was left alone: timers, then open effects, then sub-flows.
    var untouched: UInt64
}

extension FlowStep {
    /// What of the flow's text decided the step.
    var parts: [FlowPart] { (row.map { [.row($0)] } ?? []) + branches.map { .branch($0) } }
}

/// How a flow begins.
struct FlowBeginning {
    var configuration: Int32
    var effects: [Int]
    var scopeChanges: [ScopeChange]
    var facts: UInt64
}
