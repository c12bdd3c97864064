import KeywayLog

/// Types the lines of a script, each once the sign-in has a use for it.
final class ScriptedPerson: Person {
    let lines: AsyncStream<PersonLine>
    private let typed: AsyncStream<PersonLine>.Continuation
    private let rest: Lock<[Script.Line]>
    private let process: String
    /// How many lines the script has; as long as all of them are left, none was typed.
    private let count: Int
    private let teller: Teller

    /// - Parameter process: names the process, so that a line which another process typed is another command.
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
                // What is asked of the program itself is possible always.
                let isOfProgram = [.help, .status, .quit].contains(next.command)
                guard isOfProgram || question.commands.contains(next.command) else {
                    // A sign-in that came back is seen where it was, before it asks for the number anew.
                    let isComingBack = rest.count == count && next.command == .start
                    return question.waitsForPerson && !isComingBack ? next : nil
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
