import KeywayLog

/// Types the lines of a script, each as soon as the sign-in allows its command.
final class ScriptedPerson: Person {
    let lines: AsyncStream<PersonLine>
    /// Takes each line that is typed, for `lines`.
    private let typed: AsyncStream<PersonLine>.Continuation
    /// The lines that are not typed yet.
    private let rest: Lock<[Script.Line]>
    /// What the identities of the lines begin with.
    private let process: String
    /// How many lines the script has.
    private let count: Int
    private let teller: Teller

    /// - Parameter process: what the identities of the lines begin with: the same line typed by another process is another command.
    init(_ script: Script, process: String, teller: Teller) {
        self.process = process
        count = script.lines.count
        self.teller = teller
        (lines, typed) = AsyncStream.makeStream()
        rest = Lock(script.lines)
        if script.lines.isEmpty { typed.finish() }
    }

    func see(_ question: Question) {
        let stuck = rest.withLock { rest -> Script.Line? in
            while let next = rest.first {
                // Commands to the program itself are always possible.
                let isOfProgram = [.help, .status, .quit].contains(next.command)
                guard isOfProgram || question.commands.contains(next.command) else {
                    // A run that a new process resumes first shows the state in which it was left, and then returns to `idle`, which allows
                    // `start`: a script that begins with `start` waits for `idle`.
                    let waitsForIdle = rest.count == count && next.command == .start
                    return question.waitsForPerson && !waitsForIdle ? next : nil
                }
                rest.removeFirst()
                typed.yield(PersonLine(text: next.text, id: "\(process).\(next.number)"))
                if !isOfProgram { break }
            }
            if rest.isEmpty { typed.finish() }
            return nil
        }
        guard let stuck else { return }
        teller.tell(.note("    the script's next line, '\(stuck.text)', means nothing here"))
        typed.finish()
    }
}
