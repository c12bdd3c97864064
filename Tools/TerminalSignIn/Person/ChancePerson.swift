import Foundation
import KeywayLog
import KeywayTesting

/// A person whose lines are drawn at random, mostly from what is asked; the same seed draws the same lines.
final class ChancePerson: Person {
    let lines: AsyncStream<PersonLine>
    /// Takes each line that is typed, for `lines`.
    private let typed: AsyncStream<PersonLine>.Continuation
    private let state: Lock<State>
    private let pace: Pace
    /// What the identities of the lines begin with.
    private let process: String

    private struct State {
        var chance: SeededGenerator
        /// How many lines were typed.
        var typed = 0
        /// How many questions were asked: an answer to an earlier question is not typed.
        var questions = 0
    }

    init(seed: UInt64, pace: Pace, process: String) {
        (lines, typed) = AsyncStream.makeStream()
        state = Lock(State(chance: SeededGenerator(seed: seed)))
        self.pace = pace
        self.process = process
    }

    func see(_ question: Question) {
        let number = state.withLock { state in
            state.questions += 1
            return state.questions
        }
        Task.detached { await self.think(about: question, number: number) }
    }

    /// Types after a while what the question asks for, unless another question has come meanwhile.
    private func think(about question: Question, number: Int) async {
        // Where the sign-in does not wait for the person, a line such as `cancel` is drawn only once: the SDK or a deadline ends the wait.
        var isAsked = true
        while isAsked {
            isAsked = question.waitsForPerson
            let pause = state.withLock { pace.pause(by: &$0.chance) * Int.random(in: 1...3, using: &$0.chance) }
            do { try await pace.sleep(for: pause) } catch { return }
            // The outer nil: the question is out of date. The inner nil: nothing is typed this time.
            let line = state.withLock { state -> PersonLine?? in
                guard state.questions == number else { return nil }
                guard let text = Self.answer(to: question, by: &state.chance) else { return .some(nil) }
                state.typed += 1
                return PersonLine(text: text, id: "\(process).\(state.typed)")
            }
            guard let line else { return }
            if let line { typed.yield(line) }
        }
    }

    /// A line that the flow allows now, drawn at random; nil to type nothing this time.
    static func answer(to question: Question, by chance: inout SeededGenerator) -> String? {
        if question.commands.contains(.cancel), chance.happens(percent: 1) { return "cancel" }
        if question.commands.contains(.next), chance.happens(percent: 2) { return "next" }
        let wanted = question.commands.filter { $0 != .cancel && $0 != .next }
        guard let command = wanted.randomElement(using: &chance) else { return nil }
        switch command {
        case .start: return start(by: &chance)
        case .code: return chance.happens(percent: 75) ? "code phone" : "code 000000"
        case .number: return chance.happens(percent: 50) ? "number 4912345678 DE" : nil
        case .resend: return chance.happens(percent: 40) ? "resend" : nil
        case .choose: return chance.happens(percent: 50) ? "choose pin" : "choose biometric"
        case .pin: return chance.happens(percent: 75) ? "pin \(World.pin)" : "pin 1111"
        case .sign: return "sign pay 20 to Asha"
        case .skip, .done: return command.rawValue
        case .again: return chance.happens(percent: 30) ? "again" : nil
        case .next, .cancel, .help, .status, .quit: return nil
        }
    }

    /// A line that starts a sign-in, drawn at random.
    ///
    /// - Parameter budget: the range of seconds from which the sign-in's budget is drawn: for how long it may begin further ways.
    static func start(by chance: inout SeededGenerator, budget: ClosedRange<Int> = 60...180) -> String {
        let ways = ["silent", "smart", "truecaller", "offline"].filter { _ in chance.happens(percent: 70) }
        let budget = Int.random(in: budget, using: &chance)
        return "start 4912345678 DE ways=\((ways.isEmpty ? ["smart"] : ways).joined(separator: ","))"
            + (chance.happens(percent: 80) ? " account=asha" : "") + " budget=\(budget)"
    }
}
