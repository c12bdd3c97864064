import FlowSearch

/// A transaction manager and its participants, who agree by messages that stay once they are sent.
///
/// Source: Gray and Lamport, Consensus on Transaction Commit; module TwoPhase of the TLA+ examples.
struct TwoPhaseCommit: TransitionSystem {
    enum Participant: UInt64 { case working, prepared, committed, aborted }
    enum Manager: UInt64 { case deciding, committed, aborted }

    /// What the protocol's four variables hold.
    struct State: Hashable {
        /// The state of each participant, in two bits.
        var participants: UInt64 = 0
        var manager = Manager.deciding
        /// The participants that the manager knows to be prepared, one bit for each.
        var heard: UInt64 = 0
        /// The participants that have sent the message that they are prepared, one bit for each.
        var preparedMessages: UInt64 = 0
        var commitMessage = false
        var abortMessage = false

        subscript(number: UInt64) -> Participant {
            get { Participant(rawValue: participants >> (2 * number) & 3) ?? .working }
            set { participants = participants & ~(3 << (2 * number)) | newValue.rawValue << (2 * number) }
        }
    }

    static let someoneCommitted = Facts(rawValue: 1)
    static let someoneAborted = Facts(rawValue: 2)
    static let disagreement = Facts(rawValue: 4)
    static let managerDecided = Facts(rawValue: 8)

    let count: UInt64

    func beginnings() -> [Step] { [Step(0, to: configuration(State()))] }

    func appendSteps(from configuration: Configuration, to steps: inout [Step]) {
        let state = state(configuration)
        func step(_ label: UInt32, _ change: (inout State) -> Void) {
            var next = state
            change(&next)
            steps.append(Step(label, to: self.configuration(next), facts: facts(next)))
        }
        if state.manager == .deciding {
            if state.heard == 1 << count - 1 {
                step(0) {
                    $0.manager = .committed
                    $0.commitMessage = true
                }
            }
            step(1) {
                $0.manager = .aborted
                $0.abortMessage = true
            }
        }
        for number in 0..<count {
            let bit: UInt64 = 1 << number
            if state.manager == .deciding, state.preparedMessages & bit != 0 { step(2) { $0.heard |= bit } }
            if state[number] == .working {
                step(3) {
                    $0[number] = .prepared
                    $0.preparedMessages |= bit
                }
                step(4) { $0[number] = .aborted }
            }
            if state.commitMessage { step(5) { $0[number] = .committed } }
            if state.abortMessage { step(6) { $0[number] = .aborted } }
        }
    }

    private func facts(_ state: State) -> Facts {
        var facts: Facts = []
        // Of a participant's two bits, 10 is committed and 11 aborted.
        let high = state.participants & 0xAAAA_AAAA_AAAA_AAAA
        let aborted = high & state.participants << 1
        if high & ~aborted != 0 { facts.formUnion(Self.someoneCommitted) }
        if aborted != 0 { facts.formUnion(Self.someoneAborted) }
        if facts == [Self.someoneCommitted, Self.someoneAborted] { facts.formUnion(Self.disagreement) }
        if state.manager != .deciding { facts.formUnion(Self.managerDecided) }
        return facts
    }

    private func configuration(_ state: State) -> Configuration {
        let messages = state.preparedMessages << 2 | (state.commitMessage ? 2 : 0) | (state.abortMessage ? 1 : 0)
        return Configuration(
            low: state.participants, high: (messages << count | state.heard) << 2 | state.manager.rawValue)
    }

    private func state(_ configuration: Configuration) -> State {
        let messages = configuration.high >> (2 + count)
        return State(
            participants: configuration.low, manager: Manager(rawValue: configuration.high & 3) ?? .deciding,
            heard: configuration.high >> 2 & (1 << count - 1), preparedMessages: messages >> 2,
            commitMessage: messages & 2 != 0, abortMessage: messages & 1 != 0)
    }
}
