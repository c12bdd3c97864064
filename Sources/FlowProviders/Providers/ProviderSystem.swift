import FlowMachine

/// A provider's SDK and its channel to the run, its situations and moves each found once and remembered.
struct ProviderSystem {
    /// How a word leaves the channel, because it reaches the run or is lost.
    struct Passage {
        /// The word's place in the channel; 0 for a lasting word, which waits in none.
        var place: Int
        /// By its position among the words of all providers.
        var word: Int
        /// Whether it is of an earlier attempt, leg or run.
        var isOld: Bool
        /// Whether it is so where the root hears it.
        var isOldToRoot: Bool
        /// The situation without the word; for a lasting word the same situation.
        var next: Int32
    }

    /// Something that the provider does by itself.
    struct Turn {
        /// By its position among the rows of all providers.
        var row: Int
        /// The situation after it.
        var next: Int32
    }

    /// A reply to an open effect that calls the provider.
    struct Answer: Hashable {
        /// By its position among the answers of all providers.
        var answer: Int
        /// By its position among the rows of all providers: one that gives the answer.
        var row: Int
        /// The situation after it.
        var next: Int32
    }

    /// What may happen in a situation, by its places among the passages, the turns and the answers.
    struct Moves {
        /// Passages by which a word reaches the run.
        var tellings = 0..<0
        /// Passages by which a word is lost.
        var losses = 0..<0
        var turns = 0..<0
        var answers = 0..<0
        /// Whether nothing else may happen before a waiting word has left the channel, because the channel delays no word.
        var isWaited = false
    }

    private(set) var model: ModelSystem
    private let channel: Channel
    /// The position of the provider's first word among those of all providers.
    private let firstWord: Int
    /// The position of the provider's first row among those of all providers.
    private let firstRow: Int
    /// The position of the provider's first answer among those of all providers.
    private let firstAnswer: Int
    /// For each row that may speak at any moment, for ever, its word, which waits in no channel.
    private let lastingWords: [Int: Int]

    /// The situations found so far; elsewhere a situation is its position here.
    private(set) var situations = NumberedValues<ProviderSituation>(beginningWith: .gone)
    /// For each situation what may happen in it; nil where that is not found yet.
    private var moves: [Moves?] = [Moves()]
    /// The passages found so far; those of one situation stand together.
    private(set) var passages: [Passage] = []
    /// The turns found so far, as `passages` has passages.
    private(set) var turns: [Turn] = []
    /// The answers found so far, as `passages` has passages.
    private(set) var answers: [Answer] = []

    /// The position of the situation `gone`.
    static let gone: Int32 = 0

    /// The words that, once they are old, a lasting word says as well: to every flow it means the same.
    private let repeatable: Set<Int>
    /// The words that the root reads and a sub-flow too, one bit for each.
    private let sharedWords: UInt64

    init(
        _ model: ProviderModel, channel: Channel, words: ProviderWords, at provider: Int, repeatable: Set<Int> = [],
        shared: UInt64 = 0
    ) {
        self.repeatable = repeatable
        sharedWords = shared
        self.model = ModelSystem(model)
        self.channel = channel
        lastingWords = model.lastingWords
        firstWord = words.first[provider]
        firstRow = words.firstRow[provider]
        firstAnswer = words.firstAnswer[provider]
    }

    /// The situation of an SDK that has just been loaded.
    mutating func beginning() -> Int32 { number(of: .known(ProviderStanding(model: 0))) }

    /// Whether several situations are possible, of which one is the case.
    func isUndecided(_ situation: Int32) -> Bool {
        if case .oneOf = situations[Int(situation)] { true } else { false }
    }

    /// The situations of which one is the case.
    mutating func alternatives(in situation: Int32) -> [Int32] {
        situations[Int(situation)].standings.map { number(of: .known($0)) }
    }

    // MARK: - By itself

    /// What may happen to the provider and its channel; nothing where the situation is not a known one.
    mutating func moves(from situation: Int32) -> Moves {
        if let known = moves[Int(situation)] { return known }
        guard case .known(let standing) = situations[Int(situation)] else { return Moves() }
        let waiting = standing.words.count
        var found = Moves(isWaited: waiting > 0 && !channel.delays)
        let audible = 0..<(channel.reorders ? waiting : min(waiting, 1))
        let lasting = found.isWaited ? [] : Set(lastingWords.values).sorted()
        found.tellings = passages.places(
            adding: audible.map { passage(of: $0, in: standing) }
                + lasting.map {
                    Passage(place: 0, word: firstWord + $0, isOld: true, isOldToRoot: true, next: situation)
                })
        if channel.drops {
            found.losses = passages.places(adding: (0..<waiting).map { passage(of: $0, in: standing) })
        }
        if !found.isWaited {
            found.turns = turns.places(adding: findTurns(from: standing))
            found.answers = answers.places(adding: findAnswers(from: standing))
        }
        moves[Int(situation)] = found
        return found
    }

    /// How the word at this place of the channel leaves it.
    private mutating func passage(of place: Int, in standing: ProviderStanding) -> Passage {
        var next = standing
        next.words.remove(at: place)
        let (word, isOld) = (standing.words.word(at: place), standing.words.isOld(at: place))
        return Passage(
            place: place, word: firstWord + word, isOld: isOld,
            isOldToRoot: sharedWords.has(word) ? standing.words.isOldToRoot(at: place) : isOld,
            next: number(of: .known(next)))
    }

    private mutating func findTurns(from standing: ProviderStanding) -> [Turn] {
        nextStandings(after: standing).map { Turn(row: firstRow + $0, next: number(of: .known($1))) }
    }

    /// What the provider may be at after doing one thing by itself, with the row of the model that says so; lasting words are left out.
    ///
    /// `completing`: whether a row may answer a call that was made; then nobody waits for the answer.
    private mutating func nextStandings(
        after standing: ProviderStanding, completing: Bool = false
    ) -> [(row: Int, next: ProviderStanding)] {
        model.turns(from: standing.model)
            .filter { (completing || $0.answer == nil) && lastingWords[Int($0.row)] == nil }
            .filter { channel.hasRoom(for: $0.words.count, beside: standing.words.count) }
            .map { turn in
                var next = standing
                next.model = turn.target
                for word in turn.words { next.words.append(word, isGhostly: turn.isGhostly) }
                return (Int(turn.row), next)
            }
    }

    /// Where the provider may go when nobody hears it any more: what it says then makes no difference.
    mutating func unheardMoves(from situation: Int32) -> [Turn] {
        guard case .known(let standing) = situations[Int(situation)] else { return [] }
        let silenced = ProviderStanding(model: standing.model)
        return model.turns(from: standing.model).filter { lastingWords[Int($0.row)] == nil }.map { turn in
            var next = silenced
            next.model = turn.target
            return Turn(row: firstRow + Int(turn.row), next: number(of: .known(next)))
        }
    }

    /// The answers that the provider may give. They wait in no channel: an answer is the completion of the call itself.
    private mutating func findAnswers(from standing: ProviderStanding) -> [Answer] {
        var found: [Answer] = []
        for turn in model.turns(from: standing.model) {
            guard let answer = turn.answer else { continue }
            var next = standing
            next.model = turn.target
            let given = Answer(
                answer: firstAnswer + answer, row: firstRow + Int(turn.row), next: number(of: .known(next)))
            if !found.contains(where: { $0.answer == given.answer && $0.next == given.next }) { found.append(given) }
        }
        return found
    }

    /// The rows of the model that happened.
    var rowsReached: Set<Int> { model.rowsReached }

    /// How many configurations of the model were reached besides its first.
    var furtherConfigurations: Int { model.configurations.count - 1 }

    /// Whether the model demands anything of its callers.
    var hasDemands: Bool { !model.model.requirements.isEmpty }

    /// The requirements of the model that do not hold in the situation, one bit for each.
    func broken(in situation: Int32) -> UInt64 {
        guard case .known(let standing) = situations[Int(situation)] else { return 0 }
        return model.broken[Int(standing.model)]
    }

    // MARK: - What the run does with it

    /// Where an operation leads: one situation, or each that a row allows.
    mutating func situations(after operation: ProviderOperation, from situation: Int32) -> [Int32] {
        switch operation {
        case .forget: [Self.gone]
        case .leaveUnheard: [unheard(situation)]
        case .outlive(_, let words, let wordsOfRoot):
            mapping(situation) { [$0.outliving(words, toRoot: wordsOfRoot)] }
        case .restart: model.isNewAfterRestart ? [beginning()] : restarted(situation)
        case .goOn: goneOn(situation)
        case .call(let call): situations(afterCall: call.number, from: situation)
        case .callOften(_, let calls): situations(behind: calls, from: situation)
        }
    }

    /// The situations to which calls may lead, each of them made any number of times and in any order.
    private mutating func situations(behind calls: Set<Int>, from situation: Int32) -> [Int32] {
        [situation].reached { found in calls.sorted().flatMap { situations(afterCall: $0, from: found) } }
    }

    /// The situations to which a call may lead.
    private mutating func situations(afterCall call: Int, from situation: Int32) -> [Int32] {
        var model = model
        defer { self.model = model }
        return mapping(situation) { standing in
            model.targets(of: call, from: standing.model).map { next in
                var standing = standing
                standing.model = next
                return standing
            }
        }
    }

    /// Where a model without an SDK is after the app came back; one that no leg will call again stays gone.
    private mutating func restarted(_ situation: Int32) -> [Int32] {
        var model = model
        defer { self.model = model }
        return mapping(situation) { [ProviderStanding(model: model.restarted($0.model))] }
    }

    /// Everywhere that the provider may come by itself. What it says waits, unless the channel delays no word: then nothing could come
    /// before that word is heard.
    private mutating func goneOn(_ situation: Int32) -> [Int32] {
        func reached(from standings: [ProviderStanding]) -> [ProviderStanding] {
            standings.reached { standing in
                nextStandings(after: standing).map { $0.next }.filter { channel.delays || $0.words.count == 0 }
            }
        }
        switch situations[Int(situation)] {
        case .gone: return [Self.gone]
        case .known(let standing): return reached(from: [standing]).map { number(of: .known($0)) }
        case .oneOf(let standings): return [number(of: reached(from: standings).sorted())]
        }
    }

    /// The situation of a provider that no leg hears: one of all to which it may have come whenever a leg hears it again.
    ///
    /// A leg that hears it again has begun then, so all words that wait now are old. A standing that differs from another one only by an
    /// old word in front, which a lasting word says as well, is left out: what may come of it may come of the other one too. Where the
    /// channel delays no word, none waits: each went to nobody at once.
    private mutating func unheard(_ situation: Int32) -> Int32 {
        guard situation != Self.gone else { return situation }
        var found = situations[Int(situation)].standings.map { $0.outliving(.max) }.eachOnce
        var known = Set(found)
        var place = 0
        while place < found.count {
            let standing = found[place]
            var next = nextStandings(after: standing, completing: true).map { $0.next.outliving(.max) }
            for heard in 0..<(channel.reorders || channel.drops ? standing.words.count : min(standing.words.count, 1)) {
                var quieter = standing
                quieter.words.remove(at: heard)
                next.append(quieter)
            }
            for standing in next where known.insert(standing).inserted { found.append(standing) }
            place += 1
        }
        return number(of: found.filter(mayBeHeardNext).sorted())
    }

    /// Whether a leg that hears the provider again has to find this standing: no other one stands for it.
    private func mayBeHeardNext(_ standing: ProviderStanding) -> Bool {
        standing.words.count == 0 || channel.delays && !repeatable.contains(standing.words.word(at: 0))
    }

    // MARK: - Numbers

    /// The situations to which a known standing leads, or the one situation of all standings to which several possible ones lead.
    private mutating func mapping(
        _ situation: Int32, _ next: (ProviderStanding) -> [ProviderStanding]
    ) -> [Int32] {
        switch situations[Int(situation)] {
        case .gone: return [Self.gone]
        case .known(let standing): return next(standing).map { number(of: .known($0)) }
        case .oneOf(let standings): return [number(of: standings.flatMap(next).eachOnce)]
        }
    }

    private mutating func number(of standings: [ProviderStanding]) -> Int32 {
        standings.count == 1 ? number(of: .known(standings[0])) : number(of: .oneOf(standings))
    }

    private mutating func number(of situation: ProviderSituation) -> Int32 {
        let position = situations.number(of: situation)
        if position == moves.count { moves.append(nil) }
        return position
    }
}
