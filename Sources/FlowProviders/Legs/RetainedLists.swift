import FlowMachine
import KeywayCore

/// Which difference the words that a source retains make to the legs that hear them before their first command.
///
/// A list has the latest word of each kind, the earliest first. Lists that lead every leg to the same configuration, now and after any
/// further words, are followed as one.
struct RetainedLists {
    /// Every list that a leg may come to hear, the empty one first; only this one where lists are not compared.
    private(set) var all: [[Int]] = [[]]
    /// For each of them the shortest one that makes the same difference.
    private var substitutes: [[Int]: [Int]] = [:]
    /// For each word that is retained the first one that is retained and read alike.
    private var representatives: [Int: Int] = [:]
    /// The provider of the words, where each of them may come at any moment, for ever: as long as no leg hears the provider it is not
    /// followed. Nil where there is no such provider.
    ///
    /// Where another row of the model says such a word too, more is explored than can be: the model may have said it, and the list lacks it.
    private(set) var unfollowed: Int?
    /// For each list the lists that may be retained once a leg begins, if no leg hears the provider before; itself among them.
    private var reached: [[Int]: Set<[Int]>] = [:]

    /// Where there are more lists than this, they are not compared: each is followed by itself.
    private static let greatestCount = 64

    /// Lists that are not compared: each is followed by itself.
    init() {}

    init(of words: ProviderWords, heardBy flows: [LegFlow]) {
        let representatives = words.representatives(forRunsOf: flows.map(\.machine))
        let distinct = Set(representatives.values).sorted()
        guard !distinct.isEmpty, let lists = words.lists(of: distinct), lists.count <= Self.greatestCount,
            let classes = Self.classes(of: lists, of: distinct, in: words, heardBy: flows)
        else { return }
        all = lists
        self.representatives = representatives
        var shortest: [Int?: [Int]] = [:]
        for list in lists {
            shortest[classes[list]] = shortest[classes[list]] ?? list
            substitutes[list] = shortest[classes[list]]
        }
        unfollowed = Self.provider(of: representatives.keys.sorted(), in: words, heardBy: flows)
        for list in lists {
            let later = [substitute(for: list)].reached { before in
                distinct.map { substitute(for: words.retaining($0, after: before)) }
            }
            reached[list] = Set(later)
        }
    }

    /// The lists that may be retained once a leg begins, if no leg hears the provider before, in order.
    func listsReached(from list: [Int]) -> [[Int]] {
        guard let reached = reached[substitute(for: list)] else {
            preconditionFailure("what is retained is one of all lists")
        }
        return all.filter(reached.contains)
    }

    /// The list that is followed in the place of this one as long as no leg hears the provider: the first from which as much may come.
    func substituteWhileUnheard(for list: [Int]) -> [Int] {
        let list = substitute(for: list)
        return all.first { reached[$0] == reached[list] } ?? list
    }

    /// The list that is followed in the place of this one.
    func substitute(for list: [Int]) -> [Int] {
        if list.isEmpty { return list }
        let known = list.map { representatives[$0] ?? $0 }
        return substitutes[known] ?? list
    }

    /// The fewest words after which one list makes the same difference as another; nil where none lead there.
    func words(from list: [Int], to wanted: [Int], in words: ProviderWords) -> [Int]? {
        let goal = substitute(for: wanted)
        var found: [(list: [Int], said: [Int])] = [(substitute(for: list), [])]
        var known: Set<[Int]> = [found[0].list]
        var place = 0
        while place < found.count {
            let (at, said) = found[place]
            if at == goal { return said }
            for word in Set(representatives.values).sorted() {
                let next = substitute(for: words.retaining(word, after: at))
                if known.insert(next).inserted { found.append((next, said + [word])) }
            }
            place += 1
        }
        return nil
    }

    /// The provider of the retained words, where it need not be followed while no leg hears it.
    private static func provider(of retained: [Int], in words: ProviderWords, heardBy flows: [LegFlow]) -> Int? {
        guard let provider = retained.first.map({ words.entries[$0].provider }),
            !flows[0].retains.contains(true), !flows[0].machine.hearsUnread
        else { return nil }
        // A word that no flow reads, though some flow should, is a finding also where no leg hears the provider.
        let isRead = words.entries.indices.allSatisfy {
            words.entries[$0].provider != provider || !flows.leaveUnread($0, of: words)
        }
        let lasting = Set(words.models[provider].lastingWords.values.map { words.first[provider] + $0 })
        return isRead && lasting.isSuperset(of: retained) ? provider : nil
    }

    /// For each list the number of its class; nil where a list does more than to lead a leg that begins to another configuration.
    ///
    /// Source of the method: Moore, Gedanken-experiments on sequential machines, 1956.
    private static func classes(
        of lists: [[Int]], of distinct: [Int], in words: ProviderWords, heardBy flows: [LegFlow]
    ) -> [[Int]: Int]? {
        var outcomes: [[Int]: [Int32]] = [:]
        for (number, flow) in flows.enumerated() where flow.retains.contains(true) {
            var system = flow.system
            for list in lists {
                guard let positions = flow.positions(afterHearing: list, in: &system, at: number) else { return nil }
                outcomes[list, default: []] += positions
            }
        }
        var classes = numbered(lists) { outcomes[$0] ?? [] }
        while true {
            let refined = numbered(lists) { list in
                [classes[list]] + distinct.map { classes[words.retaining($0, after: list)] }
            }
            if Set(refined.values).count == Set(classes.values).count { return classes }
            classes = refined
        }
    }

    /// A number for each list, the same for lists of which the same is told.
    private static func numbered<Told: Hashable>(_ lists: [[Int]], by told: ([Int]) -> Told) -> [[Int]: Int] {
        var known: [Told: Int] = [:]
        var numbers: [[Int]: Int] = [:]
        for list in lists {
            let told = told(list)
            numbers[list] = known[told] ?? known.count
            known[told] = numbers[list]
        }
        return numbers
    }
}

extension LegFlow {
    /// Where a leg of the flow is that has begun and heard these words, for each choice of its parameters; nil where more happens than
    /// that its own configuration changes, or where something is found by it.
    ///
    /// `number`: the flow's position among those of the run.
    fileprivate func positions(afterHearing list: [Int], in system: inout FlowSystem, at number: Int) -> [Int32]? {
        var found: [Int32] = []
        for chosen in system.choosable {
            let begun = system.begin(choosing: chosen)
            var leg = LegsConfiguration.Leg(flow: number, position: begun.configuration, parent: nil)
            leg.memory = system.facts.memory.bits(0, after: begun.facts)
            for word in list where retains[word] {
                guard var input = readings[word], !system.isFinal(leg.position) else { return nil }
                input.stamp = .unknown
                let state = system.state(of: leg.position)
                let step = system.step(input, from: leg.position)
                let heard = HeardWord(word: word, isOld: true, isSuccess: false)
                let ends = system.deadlineEnds(after: input, from: leg.position)
                guard step.effects.isEmpty, step.scopeChanges.isEmpty, step.facts == 0, step.end == nil,
                    rules.findings(on: step, hearing: heard, by: leg, in: state, then: ends).isEmpty
                else { return nil }
                leg.position = step.target
            }
            found.append(leg.position)
        }
        return found
    }
}
