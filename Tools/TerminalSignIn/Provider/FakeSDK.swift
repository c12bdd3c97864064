import FlowLanguage
import FlowMachine
import KeywayCore
import KeywayLog
import KeywayOrchestrator
import KeywayTesting

/// A provider's SDK that is simulated by the provider's model: it sends words to the app, from tasks of its own, until the process dies.
final class FakeSDK: Sendable {
    /// For whom an attempt is made: a phone number, or a request of the app's backend.
    struct Subject: Codable, Hashable, Sendable {
        var phone: String?
        var request: String?
    }

    /// What the SDK does outside itself: at its server, in the person's messages, and to the app.
    struct Outside: Sendable {
        /// The SDK's server has verified the subject; returns the token for it.
        var verified: @Sendable (Subject) async -> String
        /// The attempt for the subject has failed.
        var failed: @Sendable (Subject) async -> Void
        /// A message with a code goes to the person.
        var sent: @Sendable (_ code: String) -> Void
        /// Hands a word to the app, with the name that the model has for it.
        var spoken: @Sendable (_ word: String, RawValue, _ isOld: Bool) -> Void
    }

    private struct State {
        /// The way through the model that is gone so far.
        var walk: RandomModelWalk
        var chance: SeededGenerator
        /// For whom the present attempt is made.
        var subject = Subject()
        /// The right code: the one that was sent last.
        var code: String?
        /// How many calls the app has made. With each call the SDK drops what it had still to say after the call before.
        var calls = 0
    }

    /// How long the SDK waits for a call of the app, such as one with a code, before it goes on by itself; counted in usual pauses.
    private static let patience = 20

    private let state: Lock<State>
    /// The field of a callback by which its words are told apart.
    private let by: String
    private let pace: Pace
    private let channel: WordChannel
    private let outside: Outside

    /// - Parameter by: the field of a callback by which its words are told apart, as the flow's source names it.
    init(
        _ walk: RandomModelWalk, by: String, pace: Pace, channel: WordChannel, seed: UInt64, outside: Outside
    ) {
        state = Lock(State(walk: walk, chance: SeededGenerator(seed: seed)))
        self.by = by
        self.pace = pace
        self.channel = channel
        self.outside = outside
    }

    /// The app has loaded the SDK: from now on the SDK sends the words that come without a call.
    func load() { goOn(after: state.withLock { $0.calls }) }

    /// The app makes a call without a code. With a subject it begins an attempt for it; nil leaves the subject as it is.
    func call(_ name: String, for subject: Subject? = nil) {
        goOn(after: call(name) { state in if let subject { (state.subject, state.code) = (subject, nil) } })
    }

    /// The app hands over a code that the person has typed.
    func call(_ name: String, code: String) {
        goOn(after: call(name) { $0.hope = code == $0.code ? .good : .none })
    }

    /// Makes the call in the model, with what the body changes.
    ///
    /// - Returns: how many calls there were, this one included.
    private func call(_ name: String, _ body: (inout CallState) -> Void) -> Int {
        state.withLock { state in
            var call = CallState(subject: state.subject, code: state.code)
            body(&call)
            (state.subject, state.code) = (call.subject, call.code)
            state.walk.call(name, call.hope, by: &state.chance)
            state.calls += 1
            return state.calls
        }
    }

    /// The part of the state that a call may change, and what the call's arguments mean for a success.
    private struct CallState {
        var subject: Subject
        var code: String?
        var hope = RandomModelWalk.Hope.open
    }

    // MARK: - What the SDK does by itself

    /// Speaks from now on, in a task of its own. `call` is how many calls the app has made so far.
    private func goOn(after call: Int) {
        Task.detached { await self.speak(after: call) }
    }

    /// Sends words to the app until the next call, or until the SDK says nothing more.
    private func speak(after call: Int) async {
        while true {
            let (pause, waits) = state.withLock { state in
                let waits = state.walk.waitsForCall
                return (pace.pause(by: &state.chance), waits)
            }
            for _ in 0..<(waits ? Self.patience : 1) {
                do { try await pace.sleep(for: pause) } catch { return }
                guard state.withLock({ $0.calls == call }) else { return }
            }
            guard let spoken = await turn(after: call) else { return }
            for (name, raw, delay, isOld) in spoken where delay == 0 { outside.spoken(name, raw, isOld) }
            let late = spoken.filter { $0.delay > 0 }
            if !late.isEmpty {
                Task.detached { [pace, outside] in
                    for (name, raw, delay, isOld) in late {
                        try? await pace.sleep(for: pace.latency * delay)
                        outside.spoken(name, raw, isOld)
                    }
                }
            }
        }
    }

    private typealias Spoken = (name: String, raw: RawValue, delay: Int, isOld: Bool)

    /// The words that the SDK says next, as the channel lets them through; nil where the SDK says nothing more before the next call.
    private func turn(after call: Int) async -> [Spoken]? {
        let (turn, passages, subject, code) = state.withLock {
            state -> (RandomModelWalk.Turn?, [WordChannel.Passage], Subject, String?) in
            guard state.calls == call else { return (nil, [], state.subject, nil) }
            let waits = state.walk.waitsForCall
            let turn = state.walk.turn(by: &state.chance)
            let passages = channel.passages(of: turn?.words ?? [], by: &state.chance)
            // When the model begins to wait for a call, the person gets a message with a new code.
            var sent: String?
            if state.walk.waitsForCall, !waits {
                sent = String(Int.random(in: 100_000...999_999, using: &state.chance))
                state.code = sent
            }
            return (turn, passages, state.subject, sent)
        }
        guard let turn else { return nil }
        let model = state.withLock { $0.walk.model }
        var token = "of-an-older-attempt"
        // The SDK's server knows of the success before the app does: the word may be late or lost on its way to the app.
        if model.tellsSuccess(turn.row) { token = await outside.verified(subject) }
        if turn.endsAttempt { await outside.failed(subject) }
        if let code { outside.sent(code) }
        return passages.map { passage in
            let word = model.words[passage.word]
            return (word.name.text, word.callback(by: by).replacingTokens(by: token), passage.delay, turn.isOld)
        }
    }
}

extension RawValue {
    /// The callback with this token in place of the model's, which has the same text for all tokens.
    fileprivate func replacingTokens(by token: String) -> RawValue {
        guard case .object(let members) = self else { return self }
        var replaced: [String: RawValue] = [:]
        for (name, value) in members {
            let isToken = name == "token" || name == "accessToken"
            replaced[name] = isToken ? .text(token) : value.replacingTokens(by: token)
        }
        return .object(replaced)
    }
}
