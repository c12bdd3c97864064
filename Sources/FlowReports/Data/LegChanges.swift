import KeywayDebugger

/// Writes as numbers what each record of a run changes in the run's legs: state, values, timers and open effects.
struct LegChanges {
    /// The parts of a leg that can change. Which of them follow is written as the sum of their numbers. A sub-flow's leg that has ended
    /// is written as the sum 0; the root's leg stays, in its final.
    private enum LegPart {
        static let state = 1
        static let values = 2
        static let timers = 4
        static let effects = 8
    }

    /// The legs after the previous record, by their numbers.
    private var previous: [Int: RunSnapshot.Leg] = [:]

    /// First how many numbers follow. Then for each leg that has changed: the number of the leg, the sum of its changed parts, and these
    /// parts. `3, 0, 1, 5` says that leg 0 has come to the state whose name is word 5 of the report.
    ///
    /// - A state is the number of its name among the report's words (`ReportWords`).
    /// - The values are one number: that of a list there, which has a word for each variable with its value.
    /// - Timers are their count, then each timer. One that has not changed is -1 for the first of the previous timers, -2 for the second
    ///   and so on. Any other is three numbers: that of its name among the words; the milliseconds until it is due, 0 or less once that
    ///   time has come; and 1 where the state holds it back (`hold`), so that it fires only in a later state, else 0.
    /// - Open effects are written like timers, without the third number.
    mutating func numbers(for snapshot: RunSnapshot, in words: inout ReportWords) -> [Int] {
        let legs = Dictionary(snapshot.legs.map { ($0.number, $0) }) { first, _ in first }
        var numbers: [Int] = []
        for number in Set(previous.keys).union(legs.keys).sorted() where previous[number] != legs[number] {
            numbers.append(number)
            if let leg = legs[number] {
                write(leg, after: previous[number], at: snapshot.at, to: &numbers, in: &words)
            } else {
                numbers.append(0)
            }
        }
        previous = legs
        return [numbers.count] + numbers
    }

    /// Writes which parts of the leg changed, and these parts; `previous` is nil for a leg that begins.
    private func write(
        _ leg: RunSnapshot.Leg, after previous: RunSnapshot.Leg?, at moment: Int64, to numbers: inout [Int],
        in words: inout ReportWords
    ) {
        let place = numbers.count
        numbers.append(0)
        if leg.state != previous?.state {
            numbers[place] += LegPart.state
            numbers.append(words.word(leg.state))
        }
        if leg.values != previous?.values {
            numbers[place] += LegPart.values
            numbers.append(words.list(leg.values.map(\.textInReport)))
        }
        if leg.timers != previous?.timers {
            numbers[place] += LegPart.timers
            write(leg.timers, after: previous?.timers ?? [], at: moment, canBeHeld: true, to: &numbers, in: &words)
        }
        if leg.effects != previous?.effects {
            numbers[place] += LegPart.effects
            write(leg.effects, after: previous?.effects ?? [], at: moment, canBeHeld: false, to: &numbers, in: &words)
        }
    }

    /// Writes timers, which a state can hold back, or open effects, which it cannot.
    private func write(
        _ waits: [RunSnapshot.Wait], after previous: [RunSnapshot.Wait], at moment: Int64, canBeHeld: Bool,
        to numbers: inout [Int], in words: inout ReportWords
    ) {
        numbers.append(waits.count)
        for wait in waits {
            if let place = previous.firstIndex(of: wait) {
                numbers.append(-place - 1)
            } else {
                numbers += [words.word(wait.name), Int(clamping: wait.due &- moment)]
                if canBeHeld { numbers.append(wait.isHeld ? 1 : 0) }
            }
        }
    }
}
