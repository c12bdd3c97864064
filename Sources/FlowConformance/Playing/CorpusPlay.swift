package import KeywayCore

/// A reducer of a flow, as a corpus asks it.
package protocol CorpusSubject {
    /// Whose names and positions the lines are read by.
    var table: Table { get }

    /// Begins a run; nil where the reducer leaves beginnings to another, so that it goes on from what the line says.
    func begin(at now: Instant, sequence: UInt64) -> Begun?

    /// Decides an event; nil where the reducer refuses values that the rules prove never to come, and nothing is compared.
    func decide(_ run: inout RunState, _ event: Event, at now: Instant, sequence: UInt64) -> CorpusLine.Decision?

    /// The reducer of a sub-flow, by its position in the table.
    func child(_ position: Int) -> any CorpusSubject
}

/// A file of a corpus, played against a reducer: each line is written anew by what the reducer makes of it, and compared.
package struct CorpusPlay {
    /// A line that the reducer makes otherwise.
    package struct Difference: Equatable {
        /// Counted from 1.
        package var line: Int
        package var expected: String
        /// What the reducer makes of it, or why it cannot be read.
        package var made: String
    }

    /// How many events the reducer decided.
    package private(set) var decided = 0
    package private(set) var differences: [Difference] = []

    private let root: any CorpusSubject
    private var legs: [Int: (subject: any CorpusSubject, run: RunState)] = [:]

    /// Plays all lines of the file.
    package init(_ text: String, against subject: any CorpusSubject) {
        root = subject
        for (number, line) in text.split(separator: "\n").enumerated() {
            let made: String?
            do { made = try play(line) } catch { made = "unreadable: \(error)" }
            if let made, made != line {
                differences.append(Difference(line: number + 1, expected: String(line), made: made))
            }
        }
    }

    /// The line as the reducer has it; nil where it decides nothing.
    private mutating func play(_ line: Substring) throws -> String? {
        let members = try CorpusReading.members(of: line)
        let leg = CorpusReading.leg(of: members)
        let number = leg?.number ?? 0
        let known = legs[number]
        let subject = known?.subject ?? self.subject(of: leg)
        let words = CorpusWords(of: subject.table)
        let reading = CorpusReading(words: words, members: members)
        let place = try reading.place()
        let now = Instant(milliseconds: place.at)
        guard let event = try reading.event() else {
            if members["given"] == .bool(true) {
                let run = try reading.situation()
                legs[number] = (subject, run)
                return CorpusLine(words, place, given: run).text
            }
            let begun = subject.begin(at: now, sequence: place.sequence)
            legs[number] = (subject, try begun?.run ?? reading.situation())
            return begun.map { CorpusLine(words, place, beginning: $0).text }
        }
        var run = try known?.run ?? reading.situation()
        guard case .text(let cause)? = members["cause"] else { throw CorpusReading.Unreadable(what: "cause") }
        guard let decision = subject.decide(&run, event, at: now, sequence: place.sequence) else {
            legs[number] = (subject, try reading.situation())
            return nil
        }
        decided += 1
        legs[number] = (subject, run)
        return CorpusLine(words, place, event, cause: cause, decision: decision, leadingTo: run).text
    }

    private func subject(of leg: CorpusLine.LegNumber?) -> any CorpusSubject {
        (leg?.name.split(separator: ".") ?? []).reduce(root) { subject, name in
            guard let child = subject.table.children.firstIndex(where: { $0.name == name }) else { return subject }
            return subject.child(child)
        }
    }
}
