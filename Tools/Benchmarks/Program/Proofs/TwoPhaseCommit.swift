import FlowSearch

/// The protocol by which a transaction manager and its participants agree to commit or abort. A message that is sent stays there.
///
/// Source: Gray and Lamport, Consensus on Transaction Commit; module TwoPhase of the TLA+ examples.
struct TwoPhaseCommit: TransitionSystem {
    // A configuration is one 64-bit word. Its bits, from the lowest: two for each participant's state (working 0, prepared 1,
    // committed 2, aborted 3), one for each participant from which the manager heard, one for each participant's message
    // "prepared", and the manager's decision, `commit` or `abort`, which is its message too.
    private let count: UInt64
    /// The position of the first bit that says from whom the manager heard.
    private let heard: UInt64
    /// The position of the first bit of a participant's message.
    private let message: UInt64
    /// A word with the bit of the decision `commit` alone.
    private let commit: UInt64
    /// A word with the bit of the decision `abort` alone.
    private let abort: UInt64

    init(participants: UInt64) {
        count = participants
        heard = 2 * count
        message = 3 * count
        commit = 1 << (4 * count)
        abort = commit << 1
    }

    func beginnings() -> [Step] { [Step(0, to: Configuration(low: 0))] }

    /// The steps by their labels: the manager commits 0, aborts 1, hears 2; a participant prepares 3, aborts by itself 4, obeys
    /// the manager's commit 5 or abort 6.
    func appendSteps(from configuration: Configuration, to steps: inout [Step]) {
        let word = configuration.low
        // Whether the manager has not decided yet.
        let decides = word & (commit | abort) == 0
        if decides {
            let everybody: UInt64 = (1 << count &- 1) << heard
            if word & everybody == everybody { steps.append(step(0, to: word | commit)) }
            steps.append(step(1, to: word | abort))
        }
        for number in 0..<count {
            let state = 2 * number
            let rest = word & ~(3 << state)
            if decides, word >> (message + number) & 1 != 0 {
                steps.append(step(2, to: word | 1 << (heard + number)))
            }
            if word >> state & 3 == 0 {
                steps.append(step(3, to: rest | 1 << state | 1 << (message + number)))
                steps.append(step(4, to: rest | 3 << state))
            }
            if word & commit != 0 { steps.append(step(5, to: rest | 2 << state)) }
            if word & abort != 0 { steps.append(step(6, to: rest | 3 << state)) }
        }
    }

    private func step(_ label: UInt32, to word: UInt64) -> Step { Step(label, to: Configuration(low: word)) }
}
