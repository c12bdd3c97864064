import KeywayDebugger

/// Writes where the legs of a run stand as what has changed since the record before.
struct LegChanges {
    private var before: [Int: RunSnapshot.Leg] = [:]

    /// For each leg that changed: its number, and what it has now, or that it is over.
    ///
    /// The numbers are: how many legs; for each its number and 0 where it is over, else 1, its state, its values as a
    /// list, its timers and its open effects. A timer is its name, how long it still runs, and 1 where it is held; an
    /// effect its name and how long it may take.
    mutating func numbers(for snapshot: RunSnapshot, in words: inout ReportWords) -> [Int] {
        let legs = Dictionary(snapshot.legs.map { ($0.number, $0) }) { first, _ in first }
        var numbers: [Int] = []
        var count = 0
        for number in Set(before.keys).union(legs.keys).sorted() where before[number] != legs[number] {
            count += 1
            numbers += legs[number].map { [number, 1] + $0.numbers(at: snapshot.at, in: &words) } ?? [number, 0]
        }
        before = legs
        return [count] + numbers
    }
}

extension RunSnapshot.Leg {
    fileprivate func numbers(at moment: Int64, in words: inout ReportWords) -> [Int] {
        var numbers = [words.word(state), words.list(values.map(\.inReport)), timers.count]
        for timer in timers {
            numbers += [words.word(timer.name), Int(clamping: timer.due &- moment), timer.isHeld ? 1 : 0]
        }
        numbers.append(effects.count)
        for effect in effects { numbers += [words.word(effect.name), Int(clamping: effect.due &- moment)] }
        return numbers
    }
}
