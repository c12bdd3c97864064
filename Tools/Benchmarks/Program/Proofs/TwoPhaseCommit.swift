import FlowSearch

/// A transaction manager and its participants, who agree by messages that stay once they are sent; in one word.
///
/// Source: Gray and Lamport, Consensus on Transaction Commit; module TwoPhase of the TLA+ examples.
struct TwoPhaseCommit: TransitionSystem {
    /// As bits of one word, from the lowest: two for each participant (working 0, prepared 1, committed 2, aborted 3),
    /// the participants of whom the manager heard, their messages, and the manager's decision, which is its message too.
    private let count: UInt64
    private let heard: UInt64
    private let message: UInt64
    private let commit: UInt64
    private let abort: UInt64

    init(participants: UInt64) {
        count = participants
        heard = 2 * count
        message = 3 * count
        commit = 1 << (4 * count)
        abort = commit << 1
    }

    func beginnings() -> [Step] { [Step(0, to: Configuration(low: 0))] }

    func appendSteps(from configuration: Configuration, to steps: inout [Step]) {
        let word = configuration.low
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
