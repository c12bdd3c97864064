import KeywaySuites

/// Cuts a walk along which a law breaks to the shortest that still breaks it.
///
/// It tries in this order to cut off what follows the break, to leave the flow's parameters at their own values, to take parts away, to go
/// to a later state by a shorter way, and to put lesser numbers. `ShortestWays` searches for the shorter ways: cutting alone cannot find another way
/// to the same state.
struct Shrinking {
    private let runner: WalkRunner
    private let law: Law
    /// How many walks are tried at most, so that a failing test still ends soon.
    private static let greatestTrials = 3000

    init(_ runner: WalkRunner, law: Law) {
        self.runner = runner
        self.law = law
    }

    /// The shortest walk found; the given one if nothing shorter breaks the law.
    func shortest(_ walk: RecordedWalk) -> RecordedWalk {
        var search = Search(runner: runner, law: law, best: walk, trials: Self.greatestTrials)
        search.cutTheEnd()
        search.chooseNothing()
        var length = Int.max
        while search.length < length {
            length = search.length
            search.removeParts()
            search.takeShortWays()
        }
        search.simplifyNumbers()
        search.removeParts()
        return search.best
    }
}

/// The search of `Shrinking`: the best walk so far, and how many may still be tried.
private struct Search {
    let runner: WalkRunner
    let law: Law
    /// The walk with the fewest parts or the simplest numbers so far that breaks the law.
    var best: RecordedWalk
    /// How many walks may still be tried.
    var trials: Int

    /// How many parts the best walk has.
    var length: Int { best.choices.spans.count }
    private var spans: [[UInt32]] { best.choices.spans }

    /// Makes the walk with these numbers for its parts, and keeps it as the best if it breaks the same law; returns whether it does.
    private mutating func tries(_ spans: [[UInt32]]) -> Bool {
        tries(ChoiceSequence(beginning: best.choices.beginning, spans: spans))
    }

    private mutating func tries(_ choices: ChoiceSequence) -> Bool {
        guard trials > 0 else { return false }
        trials -= 1
        let source = WalkSource.recorded(choices)
        // Only a second walk of the same case can show that it goes otherwise.
        let walk = law == .sameAgain ? runner.walk(source) : runner.walkOnce(source)
        guard walk.breach?.law == law else { return false }
        best = walk
        return true
    }

    /// Cuts off the parts after the one with which the law broke.
    mutating func cutTheEnd() {
        guard let part = best.breach?.part, part + 1 < length else { return }
        _ = tries(Array(spans.prefix(part + 1)))
    }

    /// Leaves each parameter at the flow's own value.
    mutating func chooseNothing() {
        if best.choices.beginning.contains(where: { $0 > 0 }) { _ = tries(ChoiceSequence(spans: spans)) }
    }

    /// Takes parts away, many at a time first.
    mutating func removeParts() {
        var size = max(1, length / 2)
        while size >= 1 {
            var place = length - size
            while place >= 0 {
                var shorter = spans
                shorter.removeSubrange(place..<min(place + size, length))
                _ = tries(shorter)
                place = min(place - 1, length - size)
            }
            size /= 2
        }
    }

    /// Replaces the parts that lead from one state of the walk to a later one by the shortest way that is found between the two, where
    /// that has fewer parts and the law still breaks.
    mutating func takeShortWays() {
        var from = 0
        while from < length {
            let start = ChoiceSequence(beginning: best.choices.beginning, spans: Array(spans.prefix(from)))
            let ways = ShortestWays(after: start, runner: runner, trials: &trials)
            for to in stride(from: length, to: from, by: -1) where to < best.states.count + 1 {
                guard to - 1 < best.states.count, let way = ways[best.states[to - 1]], way.count < to - from else {
                    continue
                }
                if tries(spans.prefix(from) + way + spans.suffix(from: to)) { break }
            }
            from += 1
        }
    }

    /// Puts in each place the least number that is found with which the law still breaks.
    mutating func simplifyNumbers() {
        simplify(.beginning)
        for part in 0..<length { simplify(.part(part)) }
    }

    /// Whose numbers in a case are meant: those by which its run begins, or those of one of its parts.
    private enum Owner {
        case beginning
        case part(Int)
    }

    /// The numbers that stand there; none where the best walk has no such part any more.
    private func numbers(of owner: Owner) -> [UInt32] {
        switch owner {
        case .beginning: best.choices.beginning
        case .part(let part): part < length ? spans[part] : []
        }
    }

    private mutating func simplify(_ owner: Owner) {
        var place = 0
        while place < numbers(of: owner).count {
            lessen(owner, place)
            place += 1
        }
    }

    /// Puts 0 in a place, or else a number that is found by halving: the law still breaks with it, and no longer with one less.
    private mutating func lessen(_ owner: Owner, _ place: Int) {
        if numbers(of: owner)[place] > 0, puts(0, owner, place) { return }
        var tooLow: UInt32 = 0
        // A walk that breaks the law with a lesser number may have fewer numbers than before.
        while let number = numbers(of: owner).element(at: place), number > tooLow + 1 {
            let middle = tooLow + (number - tooLow) / 2
            if !puts(middle, owner, place) {
                tooLow = middle
            } else if numbers(of: owner).element(at: place).map({ $0 >= number }) ?? true {
                return
            }
        }
    }

    /// Tries the best walk with another number in one place; returns whether the law breaks there too.
    private mutating func puts(_ number: UInt32, _ owner: Owner, _ place: Int) -> Bool {
        var simpler = best.choices
        switch owner {
        case .beginning: simpler.beginning[place] = number
        case .part(let part): simpler.spans[part][place] = number
        }
        return tries(simpler)
    }
}
