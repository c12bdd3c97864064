import ProviderFlows

/// What a sign-in is at, in words, and what a person can do about it.
struct Question: Codable, Equatable, Sendable {
    /// The state of the run, and behind a colon that of the way that is being tried.
    var state: String
    /// What the sign-in waits for.
    var words: String
    /// What the flow allows now; of the program one can always ask help.
    var commands: [PersonCommand.Name]
    /// Whether nothing happens before somebody types, but for the deadlines of the whole sign-in.
    var waitsForPerson = false

    /// As a person reads it.
    var text: String {
        let possible = commands.map(\.usage).joined(separator: " | ")
        return "\(state): \(words)" + (possible.isEmpty ? "" : "\n    you can type: \(possible)")
    }
}

extension Question {
    /// What the run itself is at.
    static func of(_ state: PhoneLogin.State, _ context: PhoneLogin.Context) -> Question {
        func question(_ words: String, _ commands: [PersonCommand.Name], waits: Bool = false) -> Question {
            Question(state: "\(state)", words: words, commands: commands, waitsForPerson: waits)
        }
        return switch state {
        case .idle: question("nobody has given a number yet", [.start, .cancel], waits: true)
        case .preparing: question("our backend makes a request for the silent way", [.next, .cancel])
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

    /// The run's own question with that of the way that is being tried, which can be given up; nil without one.
    func with(_ way: Question?) -> Question? {
        guard let way else { return nil }
        return Question(
            state: "\(state), \(way.state)", words: way.words, commands: way.commands + [.next] + commands,
            waitsForPerson: way.waitsForPerson)
    }
}
