import KeywayCore
import KeywayLog

/// What processes wrote about runs before they were killed, for the judge to compare with the log.
struct Heard {
    /// Who wrote the states of which leg of a run. The states of one leg from one writer are in the order of the log.
    private struct Writer: Hashable {
        /// The number of a process, or of a watch (one request to a process to report a run's states); 0 where processes run one by one.
        var number: Int
        var run: String
        /// The name of a sub-flow; empty for the run itself.
        var leg: String
    }

    /// The answer to a command, as it was told.
    private struct Answer {
        var run: String
        /// The command's identity.
        var id: String
        var isAccepted: Bool
        /// The command's name.
        var command: String
    }

    /// The states that each writer has shown, in order.
    private var shown: [Writer: [String]] = [:]
    private var answers: [Answer] = []
    /// For each command, by its identity, the run for which it was answered.
    private var runOfCommand: [String: String] = [:]
    /// The identities of commands that were answered for two runs: a repeated `start` has begun a second run.
    private(set) var commandsOfTwoRuns: Set<String> = []
    /// All runs that any line has named.
    private(set) var runs: Set<String> = []
    /// The lines in which a process said that it could not go on with a run.
    private(set) var unresumed: [String] = []
    /// How many states were shown, and commands answered.
    private(set) var count = 0

    var isEmpty: Bool { runs.isEmpty }

    /// Takes one line that a process wrote, in the form for programs (`Told.line`).
    ///
    /// - Parameter writer: the number of the process or watch that wrote the line, where several processes live at a time. It is 0 where
    ///   each process begins only after the one before has ended, so that all lines together are in the order of the log.
    mutating func take(_ line: String, of writer: Int) {
        let words = line.split(separator: " ").map(String.init)
        switch (words.first, words.count) {
        case ("new"?, 2), ("back"?, 2), ("heard"?, 2), ("ended"?, 3): runs.insert(words[1])
        case ("shown"?, 4):
            count += 1
            runs.insert(words[1])
            shown[Writer(number: writer, run: words[1], leg: words[2] == "-" ? "" : words[2]), default: []].append(
                words[3])
        case ("answered"?, 5):
            count += 1
            runs.insert(words[1])
            if let other = runOfCommand.updateValue(words[1], forKey: words[2]), other != words[1] {
                commandsOfTwoRuns.insert(words[2])
            }
            answers.append(Answer(run: words[1], id: words[2], isAccepted: words[3] == "accepted", command: words[4]))
        case ("aside"?, _): unresumed.append(line)
        default: break
        }
    }

    /// What was written about the run and is not in its log, and each command that its log decides twice, a sentence for each.
    func losses(in story: RunStory) -> [String] {
        var losses: [String] = []
        for (writer, states) in shown where writer.run == "\(story.run)" {
            var rest = (story.states[writer.leg] ?? [])[...]
            for state in states {
                // The matched state stays in `rest`: a process first shows the state that the process before it showed last.
                guard let place = rest.firstIndex(of: state) else {
                    let leg = writer.leg.isEmpty ? "the run" : "'\(writer.leg)'"
                    losses.append("\(leg) was shown in '\(state)', and the log has it not, or only before")
                    break
                }
                rest = rest[place...]
            }
        }
        // A run records one decision for each command identity; a repeated command only gets its first answer again.
        var known: [String: Bool] = [:]
        for record in story.records {
            guard let id = record.commandID else { continue }
            if known.updateValue(record.acceptsCommand, forKey: id) != nil {
                losses.append("the log decides command \(id) twice")
            }
        }
        for answer in answers where answer.run == "\(story.run)" && known[answer.id] != answer.isAccepted {
            let answered = answer.isAccepted ? "accepted" : "rejected"
            losses.append("'\(answer.command)' was answered '\(answered)' by \(answer.id), and the log does not say so")
        }
        return losses
    }
}

extension Record {
    /// Whether the record is of a command that was accepted.
    fileprivate var acceptsCommand: Bool {
        if case .event(let told) = content { told.disposition != .rejected } else { false }
    }
}

extension Record {
    /// The identity of the command that the record is of; nil for another record, or a command without an identity.
    fileprivate var commandID: String? {
        switch content {
        case .event(let told): told.inputID
        case .commandBeforeLeg(let early): early.commandID
        case .began, .legBegan, .closed, .resumed, .appEnded, .takenOver: nil
        }
    }
}
