import KeywayCore

extension TranscriptReader {
    /// What a line can be about.
    private enum Subject: String, CaseIterable { case command, callback, restart, occupied, freed }

    /// Reads a line other than the header: what happens at one moment.
    mutating func readMoment(_ members: [String: RawValue], number: Int) {
        let seconds = readInstant(members["at"], number: number)
        let subjects = Subject.allCases.filter { members[$0.rawValue] != nil }
        guard subjects.count <= 1 else {
            return report("a line has one of 'command', 'callback', 'restart', 'occupied' and 'freed'", at: number)
        }
        guard let content = readContent(of: members, about: subjects.first, number: number) else { return }
        let demands = readLineExpectation(members["expect"], of: content, number: number)
        if let seconds { accept(content, demanding: demands, seconds: seconds, number: number) }
    }

    /// What a line says, by its one subject; nil after a report. A line without a subject only lets time pass.
    private mutating func readContent(
        of members: [String: RawValue], about subject: Subject?, number: Int
    ) -> Transcript.Line.Content? {
        guard let subject, let raw = members[subject.rawValue] else { return readNothing(members, number: number) }
        switch subject {
        case .command: return readCommand(raw, members, number: number)
        case .callback: return readCallback(raw, members, number: number)
        case .restart: return readRestart(raw, members, number: number)
        case .occupied: return readOccupied(raw, members, number: number)
        case .freed: return readFreed(raw, members, number: number)
        }
    }

    /// The seconds since the beginning that a line names behind `at`; nil after a report.
    private mutating func readInstant(_ raw: RawValue?, number: Int) -> Double? {
        let seconds: Double
        switch raw {
        case .integer(let number)?: seconds = Double(number)
        case .number(let number)?: seconds = number
        case nil:
            report("'at' is missing, the seconds since the beginning", at: number)
            return nil
        case _?:
            report("'at' must be a number of seconds", at: number)
            return nil
        }
        guard seconds >= 0 else {
            report("'at' must not be negative", at: number)
            return nil
        }
        return seconds
    }

    /// Reads a line that only lets time pass; nil after the report of a `with` or `attempt` that belongs to another kind of line.
    private mutating func readNothing(_ members: [String: RawValue], number: Int) -> Transcript.Line.Content? {
        for (key, owner) in [("with", "command"), ("attempt", "callback")] where members[key] != nil {
            report("'\(key)' stands beside a '\(owner)' only", at: number)
            return nil
        }
        let known = [
            "at", "command", "with", "callback", "attempt", "restart", "withValues", "occupied", "freed", "expect",
        ]
        reportKeys(of: members, besides: known, in: "a line", at: number)
        return .nothing
    }

    private mutating func readCommand(
        _ name: RawValue, _ members: [String: RawValue], number: Int
    ) -> Transcript.Line.Content? {
        reportKeys(of: members, besides: ["at", "command", "with", "expect"], in: "a line with a command", at: number)
        guard case .text(let name) = name else {
            report("'command' must be a command's name", at: number)
            return nil
        }
        guard case .object(let arguments) = members["with"] ?? .object([:]) else {
            report("'with' of command \(quoted(name)) must be an object", at: number)
            return nil
        }
        return .command(name, arguments: arguments)
    }

    private mutating func readRestart(
        _ after: RawValue, _ members: [String: RawValue], number: Int
    ) -> Transcript.Line.Content? {
        reportKeys(
            of: members, besides: ["at", "restart", "withValues", "expect"], in: "a line with a restart", at: number)
        guard let milliseconds = readDelay(after) else {
            report("'restart' must be the seconds until the app runs again, 0 or more", at: number)
            return nil
        }
        switch members["withValues"] {
        case nil: return .restart(after: milliseconds)
        case .bool(let hasValues)?: return .restart(after: milliseconds, withValues: hasValues)
        case _?:
            report(
                "'withValues' must be true, where the app's key store gives the run its values back, or false",
                at: number)
            return nil
        }
    }

    private mutating func readCallback(
        _ callback: RawValue, _ members: [String: RawValue], number: Int
    ) -> Transcript.Line.Content? {
        reportKeys(
            of: members, besides: ["at", "callback", "attempt", "expect"], in: "a line with a callback", at: number)
        guard let attempt = members["attempt"] else { return .callback(callback, attempt: nil) }
        guard case .integer(let attempt) = attempt, attempt >= 1, let attempt = Int(exactly: attempt) else {
            report("'attempt' must be 1 or more, without a fraction", at: number)
            return nil
        }
        return .callback(callback, attempt: attempt)
    }
}
