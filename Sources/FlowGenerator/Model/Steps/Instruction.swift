import FlowMachine
import KeywayCore

/// One thing that a row does; a list of them is done in its order. Positions are the machine's.
indirect enum Instruction {
    /// The instructions of the first alternative whose condition holds, else those of `otherwise`.
    case alternatives([Alternative], otherwise: [Instruction])
    /// Made all at once: every value is read before any is written.
    case assign([FlowMachine.Body.Assignment])
    case order(FlowMachine.Body.Order.Content)
    /// Ends timers whose scope is left.
    case end(timers: [Int])
    /// Ends a sub-flow whose scope is left.
    case leave(child: Int)
    /// Gives back a lane whose scope is left.
    case free(lane: Int)
    /// Starts a timer whose scope is entered.
    case start(timer: Int, Machine.Wait)
    /// Ends all timers, sub-flows and lanes, because a final is entered: also those that the row itself has begun.
    case endEverything
    /// Ends the step with its verdict.
    case decide(Verdict)
    /// Says once what a choice does to which more ways lead than can be written out.
    case declare(choice: Int, [Instruction])
    /// Goes on with a declared choice, which ends the step; there the orders of the bodies on the way to it are carried out.
    case follow(choice: Int, orders: [Instruction])
    /// Carries out what the bodies on the way to the declared choice have ordered.
    case orderFromBefore

    /// What is done where a condition holds.
    struct Alternative {
        var condition: Condition
        var instructions: [Instruction]
    }
}

/// What an event means in a state, as generated code says it; when it runs, this becomes the step's disposition: `move` becomes `taken`.
enum Verdict: Hashable {
    case move(to: Int)
    case stay, ignore, reject, late
    /// A stale event that no row names.
    case stale
    /// No row of the spec names the event in the state's scopes, and no `other` row covers it.
    case undeclared
}
