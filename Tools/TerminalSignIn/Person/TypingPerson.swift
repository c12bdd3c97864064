import Foundation

/// The person at the terminal, or the program that writes into a pipe: reads lines from standard input.
final class TypingPerson: Person {
    let lines: AsyncStream<PersonLine>

    /// - Parameters:
    ///   - leavesAtEnd: whether the end of the input counts as `quit`, as it does on a terminal.
    ///   - process: what the identities of the lines begin with, so that they differ from those of other processes of the same run.
    init(leavesAtEnd: Bool, process: String) {
        let (lines, typed) = AsyncStream<PersonLine>.makeStream()
        self.lines = lines
        // Reading a line blocks its thread, and the threads of tasks must not be blocked.
        Thread.detachNewThread {
            var count = 0
            while let line = readLine() {
                count += 1
                typed.yield(PersonLine(text: line, id: "\(process).\(count)"))
            }
            if leavesAtEnd { typed.yield(PersonLine(text: "quit", id: "\(process).end")) }
            typed.finish()
        }
    }

    func see(_ question: Question) {}
}
