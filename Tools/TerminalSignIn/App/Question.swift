import ProviderFlows

/// What a sign-in waits for, in words, and what a person can type now.
struct Question: Codable, Equatable, Sendable {
    /// The state of the run; while a way is tried, a comma and the state of the way follow.
    var state: String
    /// What the sign-in waits for.
    var words: String
    /// The commands that the flow allows now; those to the program, as `help`, are always possible and not listed.
    var commands: [PersonCommand.Name]
    /// Whether it is the person's turn: without a command only a deadline or a further word of an SDK changes the state.
    var waitsForPerson = false

    /// The question as a person reads it.
    var text: String {
        let possible = commands.map(\.usage).joined(separator: " | ")
        return "\(state): \(words)" + (possible.isEmpty ? "" : "\n    you can type: \(possible)")
    }
}

extension Question {
    /// What the run itself waits for, without the way that is being tried.
    static func of(_ state: PhoneLogin.State, _ context: PhoneLogin.Context) -> Question {
        func question(_ words: String, _ commands: [PersonCommand.Name], waits: Bool = false) -> Question {
            Question(state: "\(state)", words: words, commands: commands, waitsForPerson: waits)
        }
        return switch state {
        case .idle: question("nobody has given a number yet", [.start, .cancel], waits: true)
        case .preparing: question("our backend makes a request for the silent way", [.next, .cancel])
        case .byOneTap: question("Truecaller's app is asked", [.cancel])
        case .bySilence: question("the silent way is tried", [.cancel])
        case .bySmart: question("a message, or another app of yours, is tried", [.cancel])
        case .byTruecaller: question("a message by Truecaller is tried", [.cancel])
        case .byCode: question("your phone makes a code by itself", [.cancel])
        case .authenticated: question("you are signed in", [])
        case .codePresented: question("the code was shown; who checks it never tells this phone", [])
        case .failed: question("you are not signed in" + (context.why.map { ", because: \($0)" } ?? ""), [])
        case .cancelled: question("you went away", [])
        }
    }

    /// This question joined with the question of the way that is being tried, and with `next` as a further command; nil where `way` is nil.
    func with(_ way: Question?) -> Question? {
        guard let way else { return nil }
        return Question(
            state: "\(state), \(way.state)", words: way.words, commands: way.commands + [.next] + commands,
            waitsForPerson: way.waitsForPerson)
    }
}
