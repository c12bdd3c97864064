import FlowMachine

/// A provider's SDK and its channel to the run, its situations and moves each found once and remembered.
struct ProviderSystem {
    /// A word of the channel reaches the run, or is lost.
    struct Passage {
        var place: Int
        /// By its position among the words of all providers.
        var word: Int
        var isOld: Bool
        /// The situation without it.
        var next: Int32
    }

    /// Something that the provider does by itself.
    struct Turn {
        var row: Int32
        var next: Int32
    }

    struct Moves {
        var tellings: [Passage] = []
        var losses: [Passage] = []
        var turns: [Turn] = []
        var isWaited = false
    }

    private(set) var model: ModelSystem
    private let channel: Channel
    /// Its first word and its first row, among those of all providers.
    private let firstWord: Int
    let firstRow: Int

    private(set) var situations: [ProviderSituation] = [.gone]
    private var positions: [ProviderSituation: Int32] = [.gone: 0]
    private var moves: [Moves?] = [nil]
    private var outlived: [Int32] = [0]
    private var answers: [[[Int32]?]]
    private var woken: [Int32] = [0]

    static let gone: Int32 = 0
    private static let unknown: Int32 = -1

    init(_ model: ProviderModel, channel: Channel, words: ProviderWords, at provider: Int) {
        self.model = ModelSystem(model)
        self.channel = channel
        firstWord = words.first[provider]
        firstRow = words.firstRow[provider]
        answers = [[[Int32]?](repeating: [0], count: model.calls.count)]
    }

    /// The situation of an SDK that has just been loaded.
    mutating func beginning() -> Int32 { number(of: .known(ProviderStanding(model: 0))) }

    /// The situations of which one is the case, where that is not decided yet; nil where it is.
    mutating func alternatives(in situation: Int32) -> [Int32]? {
        guard case .oneOf(let standings) = situations[Int(situation)] else { return nil }
        return standings.map { number(of: .known($0)) }
    }

    // MARK: - By itself

    mutating func moves(from situation: Int32) -> Moves {
        if let known = moves[Int(situation)] { return known }
        guard case .known(let standing) = situations[Int(situation)] else { return Moves() }
        let waiting = standing.words.count
        var found = Moves(isWaited: waiting > 0 && !channel.delays)
        for place in 0..<(channel.reorders ? waiting : min(waiting, 1)) {
            found.tellings.append(passage(of: place, in: standing))
        }
        if channel.drops { found.losses = (0..<waiting).map { passage(of: $0, in: standing) } }
        if !found.isWaited {
            found.turns = turns(from: standing).map { Turn(row: $0, next: number(of: .known($1))) }
        }
        moves[Int(situation)] = found
        return found
    }

    private mutating func passage(of place: Int, in standing: ProviderStanding) -> Passage {
        var next = standing
        next.words.remove(at: place)
        return Passage(
            place: place, word: firstWord + standing.words.word(at: place), isOld: standing.words.isOld(at: place),
            next: number(of: .known(next)))
    }

    private mutating func turns(from standing: ProviderStanding) -> [(row: Int32, next: ProviderStanding)] {
        model.turns(from: standing.model).filter { standing.words.count + $0.words.count <= channel.capacity }
            .map { turn in
                var next = standing
                next.model = turn.target
                for word in turn.words { next.words.append(word, isGhostly: turn.isGhostly) }
                return (turn.row, next)
            }
    }

    // MARK: - What the run does with it

    /// A new attempt or leg begins: whatever waits was spoken before it.
    mutating func outlive(_ situation: Int32) -> Int32 {
        let known = outlived[Int(situation)]
        if known != Self.unknown { return known }
        let next = mapping(situation) { standing in
            var standing = standing
            standing.words.outlive()
            return [standing]
        }
        outlived[Int(situation)] = next[0]
        return next[0]
    }

    /// Where a call of the run leads; nil where it may lead to several situations.
    mutating func answer(to call: Int, from situation: Int32) -> Int32? {
        if answers[Int(situation)][call] == nil { _ = answers(to: call, from: situation) }
        guard let known = answers[Int(situation)][call], known.count == 1 else { return nil }
        return known[0]
    }

    /// Where a call of the run leads: one situation, or each that a row allows.
    mutating func answers(to call: Int, from situation: Int32) -> [Int32] {
        if let known = answers[Int(situation)][call] { return known }
        var model = model
        let next = mapping(situation) { standing in
            model.answers(to: call, from: standing.model).map { answer in
                var standing = standing
                standing.model = answer
                return standing
            }
        }
        self.model = model
        answers[Int(situation)][call] = next
        return next
    }

    /// Somebody listens: what the provider did meanwhile is one of all that it can have done. What it said nobody heard.
    mutating func wake(_ situation: Int32) -> Int32 {
        if woken[Int(situation)] != Self.unknown { return woken[Int(situation)] }
        var found = situations[Int(situation)].standings
        var known = Set(found)
        var place = 0
        while place < found.count {
            let standing = found[place]
            var next = turns(from: standing).map(\.next)
            for heard in 0..<(channel.reorders || channel.drops ? standing.words.count : min(standing.words.count, 1)) {
                var quieter = standing
                quieter.words.remove(at: heard)
                next.append(quieter)
            }
            for standing in next where known.insert(standing).inserted { found.append(standing) }
            place += 1
        }
        let position = number(of: found)
        woken[Int(situation)] = position
        return position
    }

    // MARK: - Numbers

    /// The situations that each standing leads to; those of several stay together.
    private mutating func mapping(
        _ situation: Int32, _ next: (ProviderStanding) -> [ProviderStanding]
    ) -> [Int32] {
        switch situations[Int(situation)] {
        case .gone: return [Self.gone]
        case .known(let standing): return next(standing).map { number(of: .known($0)) }
        case .oneOf(let standings):
            var known: Set<ProviderStanding> = []
            return [number(of: standings.flatMap(next).filter { known.insert($0).inserted })]
        }
    }

    private mutating func number(of standings: [ProviderStanding]) -> Int32 {
        standings.count == 1 ? number(of: .known(standings[0])) : number(of: .oneOf(standings))
    }

    private mutating func number(of situation: ProviderSituation) -> Int32 {
        if let known = positions[situation] { return known }
        let position = Int32(clamping: situations.count)
        positions[situation] = position
        situations.append(situation)
        moves.append(nil)
        outlived.append(Self.unknown)
        woken.append(Self.unknown)
        answers.append([[Int32]?](repeating: nil, count: model.calls.count))
        return position
    }
}
