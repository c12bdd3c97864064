import KeywayCore

@testable import FlowConformance

/// A reducer, which decides the events of a flow's runs, to be compared with a corpus: the test cases that `keyway conformance` writes.
protocol CorpusSubject {
    /// The flow's table, by whose names and positions the lines are read.
    var table: Table { get }

    /// Begins a run; nil where the reducer cannot begin one, so that the play goes on from the situation in the line.
    ///
    /// - Parameters:
    ///   - now: the time of the line.
    ///   - sequence: the number of the record that begins the run.
    ///   - parameters: the values chosen for the flow's parameters, by their positions among the variables.
    func begin(at now: Instant, sequence: UInt64, parameters: [Int: Value]) -> InitialStep?

    /// Decides an event; nil where the reducer cannot take the run's values, so that nothing is compared.
    ///
    /// Generated Swift, for instance, cannot take nil for a variable that the flow's rules prove present.
    func decide(_ run: inout RunState, _ event: Event, at now: Instant, sequence: UInt64) -> CorpusLine.Decision?

    /// The reducer of a sub-flow, by its position in the table.
    func child(_ position: Int) -> any CorpusSubject
}

/// A file of a corpus, played against a reducer: each line is written anew from the reducer's decision, and compared.
struct CorpusPlay {
    /// A line that reads otherwise when it is written from the reducer's decision.
    struct Difference: Equatable {
        /// The line's number in the file, counted from 1.
        var line: Int
        /// The line as the corpus has it.
        var expected: String
        /// The line as the reducer's decision gives it, or why the corpus's line cannot be read.
        var made: String
    }

    /// How many events the reducer decided.
    private(set) var decided = 0
    /// The lines that differ, in the order of the file.
    private(set) var differences: [Difference] = []

    /// The reducer of the flow itself.
    private let root: any CorpusSubject
    /// The reducer of each leg and the leg's situation, by the leg's number; the root is 0.
    private var legs: [Int: (subject: any CorpusSubject, run: RunState)] = [:]

    /// Plays all lines of the file.
    init(_ text: String, against subject: any CorpusSubject) {
        root = subject
        for (number, line) in text.split(separator: "\n").enumerated() {
            let made: String?
            do { made = try play(line) } catch { made = "unreadable: \(error)" }
            if let made, made != line {
                differences.append(Difference(line: number + 1, expected: String(line), made: made))
            }
        }
    }

    /// The line as the reducer's decision gives it; nil where the reducer cannot begin or decide, so that nothing is compared.
    private mutating func play(_ line: Substring) throws -> String? {
        let members = try CorpusReading.members(of: line)
        let leg = CorpusReading.leg(of: members)
        let number = leg?.number ?? 0
        let known = legs[number]
        let subject = known?.subject ?? self.subject(of: leg)
        let words = CorpusJSON(for: subject.table)
        let reading = CorpusReading(words: words, members: members)
        let place = try reading.place()
        let now = Instant(milliseconds: place.at)
        guard let event = try reading.event() else {
            // No reducer begins this situation. Either it is invented, where a walk of one event begins. Or a restart made this leg lose
            // values in the midst of its run; the other legs keep their situations.
            if members["given"] == .bool(true) {
                let run = try reading.situation()
                legs[number] = (subject, run)
                return CorpusLine(words, place, givenSituation: run).text
            }
            let expected = try reading.situation()
            let chosen = subject.table.parameters(in: expected.values)
            let begun = subject.begin(at: now, sequence: place.sequence, parameters: chosen)
            legs[number] = (subject, begun?.run ?? expected)
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

    /// The reducer of the sub-flow whose leg this is; for nil the root's.
    private func subject(of leg: CorpusLine.LegIdentity?) -> any CorpusSubject {
        // A name that is no sub-flow's is in no corpus that was made of this flow.
        (leg?.name.split(separator: ".") ?? []).reduce(root) { subject, name in
            guard let child = subject.table.children.firstIndex(where: { $0.name == name }) else { return subject }
            return subject.child(child)
        }
    }
}
