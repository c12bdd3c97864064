import KeywayDebugger

/// Writes for each record of a run what has changed since the record before in its legs: state, values, timers and open effects.
struct LegChanges {
    /// Which parts of a leg are written, as a sum of these numbers; 0 stands for a leg that is over.
    private enum Part {
        static let state = 1
        static let values = 2
        static let timers = 4
        static let effects = 8
    }

    /// The legs as the record before left them, by their numbers.
    private var before: [Int: RunSnapshot.Leg] = [:]

    /// First how many numbers follow; then for each leg that changed its number, which parts of it changed, and these parts.
    ///
    /// A state is written as its word's number in `words`, the values as the number of their list there. Timers are written as their count,
    /// then each timer: one that has not changed as -1 for the first of the timers before, -2 for the second and so on, any other as its
    /// name, the milliseconds until it is due (0 or less once that time has come), and 1 where the state holds it, so that it does not fire
    /// yet, else 0. Effects are written like timers, without the last number.
    mutating func numbers(for snapshot: RunSnapshot, in words: inout ReportWords) -> [Int] {
        let legs = Dictionary(snapshot.legs.map { ($0.number, $0) }) { first, _ in first }
        var numbers: [Int] = []
        for number in Set(before.keys).union(legs.keys).sorted() where before[number] != legs[number] {
            numbers.append(number)
            if let leg = legs[number] {
                write(leg, after: before[number], at: snapshot.at, to: &numbers, in: &words)
            } else {
                numbers.append(0)
            }
        }
        before = legs
        return [numbers.count] + numbers
    }

    /// Writes which parts of the leg changed, and these parts; `before` is nil for a leg that begins.
    private func write(
        _ leg: RunSnapshot.Leg, after before: RunSnapshot.Leg?, at moment: Int64, to numbers: inout [Int],
        in words: inout ReportWords
    ) {
        let place = numbers.count
        numbers.append(0)
        if leg.state != before?.state {
            numbers[place] += Part.state
            numbers.append(words.word(leg.state))
        }
        if leg.values != before?.values {
            numbers[place] += Part.values
            numbers.append(words.list(leg.values.map(\.inReport)))
        }
        if leg.timers != before?.timers {
            numbers[place] += Part.timers
            write(leg.timers, after: before?.timers ?? [], at: moment, canBeHeld: true, to: &numbers, in: &words)
        }
        if leg.effects != before?.effects {
            numbers[place] += Part.effects
            write(leg.effects, after: before?.effects ?? [], at: moment, canBeHeld: false, to: &numbers, in: &words)
        }
    }

    /// Writes timers, which can be held, or open effects, which cannot.
    private func write(
        _ waits: [RunSnapshot.Wait], after before: [RunSnapshot.Wait], at moment: Int64, canBeHeld: Bool,
        to numbers: inout [Int], in words: inout ReportWords
    ) {
        numbers.append(waits.count)
        for wait in waits {
            if let place = before.firstIndex(of: wait) {
                numbers.append(-place - 1)
            } else {
                numbers += [words.word(wait.name), Int(clamping: wait.due &- moment)]
                if canBeHeld { numbers.append(wait.isHeld ? 1 : 0) }
            }
        }
    }
}
