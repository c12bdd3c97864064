import Foundation
import KeywayLog
import KeywayTesting

/// Somebody who does mostly what is asked, by a seed.
final class ChancePerson: Person {
    let lines: AsyncStream<PersonLine>
    private let typed: AsyncStream<PersonLine>.Continuation
    private let state: Lock<State>
    private let pace: Pace
    private let process: String

    private struct State {
        var chance: SeededGenerator
        var typed = 0
        /// How often the question has changed: what was to be said to another one is not said.
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

    private func think(about question: Question, number: Int) async {
        // Who is asked nothing may lose patience, once; what then never comes is the matter of the flow's deadlines.
        var isAsked = true
        while isAsked {
            isAsked = question.waitsForPerson
            let pause = state.withLock { pace.pause(by: &$0.chance) * Int.random(in: 1...3, using: &$0.chance) }
            do { try await pace.sleep(for: pause) } catch { return }
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

    /// A line that means something, or nothing at all.
    static func answer(to question: Question, by chance: inout SeededGenerator) -> String? {
        if question.commands.contains(.cancel), chance.happens(1) { return "cancel" }
        if question.commands.contains(.next), chance.happens(2) { return "next" }
        let wanted = question.commands.filter { $0 != .cancel && $0 != .next }
        guard let command = wanted.randomElement(using: &chance) else { return nil }
        switch command {
        case .start: return start(by: &chance)
        case .code: return chance.happens(75) ? "code phone" : "code 000000"
        case .number: return chance.happens(50) ? "number 4912345678 DE" : nil
        case .resend: return chance.happens(40) ? "resend" : nil
        case .choose: return chance.happens(50) ? "choose pin" : "choose biometric"
        case .pin: return chance.happens(75) ? "pin \(World.pin)" : "pin 1111"
        case .sign: return "sign pay 20 to Asha"
        case .skip, .done: return command.rawValue
        case .again: return chance.happens(30) ? "again" : nil
        case .next, .cancel, .help, .status, .quit: return nil
        }
    }

    /// - Parameter budget: from it the seconds are drawn in which the sign-in may go on to another way.
    static func start(by chance: inout SeededGenerator, budget: ClosedRange<Int> = 60...180) -> String {
        let ways = ["silent", "smart", "truecaller", "offline"].filter { _ in chance.happens(70) }
        let budget = Int.random(in: budget, using: &chance)
        return "start 4912345678 DE ways=\((ways.isEmpty ? ["smart"] : ways).joined(separator: ","))"
            + (chance.happens(80) ? " account=asha" : "") + " budget=\(budget)"
    }
}
