import FlowMachine
import FlowProviders
import KeywayCore
import KeywayTesting

/// One random way through a provider's model: from configuration (a state with its values) to configuration, by rows that the SDK takes by
/// itself and by calls.
struct RandomModelWalk: Sendable {
    /// Something that the SDK did by itself: it took a row of its model.
    struct Turn: Equatable {
        /// The row's position among the rows of the model.
        var row: Int
        /// The words that the row speaks, by their positions and in order; empty for a row by which the SDK falls silent.
        var words: [Int]
        /// Whether the words are of an older attempt.
        var isOld: Bool
        /// Whether the attempt cannot succeed any more after this.
        var endsAttempt: Bool
    }

    /// How often something unwanted happens, in percent.
    struct Tendency: Sendable {
        /// The SDK says nothing, though it could.
        var silence = 0
        /// The SDK fails, or speaks of an older attempt.
        var trouble = 0
    }

    /// What the arguments of the last call say of a success.
    enum Hope: Sendable {
        /// They do not decide: a success may come.
        case open
        /// They are right, as the right code is: a success comes.
        case good
        /// They are wrong: no success may come.
        case none
    }

    let model: ProviderModel
    private let interpreter: ModelInterpreter
    /// How many new attempts each configuration needs before a success.
    private let costs: CallCosts
    /// How often something unwanted happens.
    private let tendency: Tendency
    private(set) var configuration: ModelConfiguration
    /// What the arguments of the last call say of a success.
    private(set) var hope = Hope.open
    /// Whether the SDK has spoken since it was called last.
    private var hasSpoken = false
    /// The rows that were taken since the configuration changed last: a row that changes nothing is not taken again.
    private var taken: Set<Int> = []

    /// - Parameter called: the calls that the app can make.
    init(_ model: ProviderModel, called: AppCalls, _ tendency: Tendency) {
        self.model = model
        self.tendency = tendency
        interpreter = ModelInterpreter(model)
        configuration = interpreter.beginning
        costs = CallCosts(of: model, by: interpreter, called: called)
    }

    /// Whether the SDK waits for a call that goes on with the attempt, such as one with a code.
    var waitsForCall: Bool { hasSpoken && costs.isAwaiting(configuration) }

    /// The app makes a call. Where the model allows several configurations after the call, one is drawn at random.
    mutating func call(_ name: String, _ hope: Hope, by chance: inout SeededGenerator) {
        self.hope = hope
        move(to: interpreter.targets(of: name, from: configuration).randomElement(using: &chance) ?? configuration)
        // After a call the SDK may say again what it has said before.
        (taken, hasSpoken) = ([], false)
    }

    /// What the SDK does next by itself; nil where it does nothing more before it is called.
    mutating func turn(by chance: inout SeededGenerator) -> Turn? {
        let turns = interpreter.turns(from: configuration).filter { !taken.contains($0.row) }
        let own = turns.filter { !model.rows[$0.row].readsGhost }
        if chance.happens(percent: tendency.silence) {
            return take(own.filter { words(of: $0.row).isEmpty }.randomElement(using: &chance))
        }
        let speaking = own.filter { !words(of: $0.row).isEmpty }
        let (hoped, other) = (speaking.filter(isHoped), speaking.filter { !isHoped($0) && isPossible($0.row) })
        let older = turns.filter { model.rows[$0.row].readsGhost && !words(of: $0.row).isEmpty }
        if chance.happens(percent: tendency.trouble) { return take((other + older).randomElement(using: &chance)) }
        if !hoped.isEmpty { return take(hoped.randomElement(using: &chance)) }
        // While the SDK waits for a call, it does not fail without trouble.
        return waitsForCall ? nil : take(other.randomElement(using: &chance))
    }

    /// Whether an SDK without trouble may take the row: no new attempt becomes necessary, and the row tells a success after a right code,
    /// and none after a wrong one.
    private func isHoped(_ turn: (row: Int, next: ModelConfiguration)) -> Bool {
        let isSuccess = tellsSuccess(turn.row)
        if hope == .good { return isSuccess }
        // While the SDK waits for a call, it takes only rows after which it still waits.
        if waitsForCall { return !isSuccess && costs.isAwaiting(turn.next) }
        return isSuccess ? hope == .open : costs.cost(of: turn.next) <= costs.cost(of: configuration)
    }

    /// Whether the row may be taken: not a success after a call whose arguments were wrong.
    private func isPossible(_ row: Int) -> Bool { hope != .none || !tellsSuccess(row) }

    private mutating func take(_ turn: (row: Int, next: ModelConfiguration)?) -> Turn? {
        guard let turn else { return nil }
        let isOver = costs.cost(of: turn.next) > costs.cost(of: configuration)
        let words = words(of: turn.row)
        if !words.isEmpty { hasSpoken = true }
        taken.insert(turn.row)
        move(to: turn.next)
        return Turn(
            row: turn.row, words: words, isOld: model.rows[turn.row].readsGhost, endsAttempt: isOver)
    }

    private mutating func move(to next: ModelConfiguration) {
        if next != configuration { taken = [] }
        configuration = next
    }

    private func words(of row: Int) -> [Int] { model.words(of: row) }

    private func tellsSuccess(_ row: Int) -> Bool { model.tellsSuccess(row) }
}

extension ProviderModel {
    /// The words that the row speaks, by their positions; empty for a call or a silence.
    func words(of row: Int) -> [Int] {
        if case .speech(let words) = rows[row].happening { words } else { [] }
    }

    /// Whether the row tells a success of the attempt that is under way.
    func tellsSuccess(_ row: Int) -> Bool {
        !rows[row].readsGhost && words(of: row).contains { words[$0].isSuccess }
    }
}
