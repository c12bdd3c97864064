import FlowMachine
import FlowProviders
import KeywayCore
import KeywayTesting

/// One way through a provider's model, chosen by chance: what the SDK does by itself, and what a call makes of it.
struct RandomModelWalk: Sendable {
    /// Something that the SDK did by itself.
    struct Turn: Equatable {
        /// By its position among the rows of the model.
        var row: Int
        /// In the order in which they are spoken; none where it fell silent.
        var words: [Int]
        /// Whether the words are of an attempt that nobody wants any more.
        var isOld: Bool
        /// Whether the attempt can have no success any more.
        var endsAttempt: Bool
    }

    /// How likely what nobody hopes for is, in percent.
    struct Tendency: Sendable {
        /// The SDK says nothing, though it could.
        var silence = 0
        /// It fails, or an older attempt speaks.
        var trouble = 0
    }

    /// Whether the last call can succeed, where its arguments decide that.
    enum Hope: Sendable {
        case open, good, none
    }

    let model: ProviderModel
    private let interpreter: ModelInterpreter
    private let calls: CallCosts
    private let tendency: Tendency
    private(set) var configuration: ModelConfiguration
    private(set) var hope = Hope.open
    /// Whether it spoke since it was called last.
    private var hasSpoken = false
    /// Rows that were taken since the configuration changed last; what changes nothing is said once.
    private var taken: Set<Int> = []

    /// - Parameter called: the calls that the app makes.
    init(_ model: ProviderModel, called: AppCalls, _ tendency: Tendency) {
        self.model = model
        self.tendency = tendency
        interpreter = ModelInterpreter(model)
        configuration = interpreter.beginning
        calls = CallCosts(of: model, by: interpreter, called: called)
    }

    /// Whether the SDK waits for a call that goes on with the attempt, such as one with a code.
    var waitsForCall: Bool { hasSpoken && calls.isAwaiting(configuration) }

    /// The app calls; of several ways on, one by chance.
    mutating func call(_ name: String, _ hope: Hope, by chance: inout SeededGenerator) {
        self.hope = hope
        move(to: interpreter.answers(to: name, from: configuration).randomElement(using: &chance) ?? configuration)
        // The same call may be answered with the same words.
        (taken, hasSpoken) = ([], false)
    }

    /// What the SDK does next by itself; nil where it does nothing more before it is called.
    mutating func turn(by chance: inout SeededGenerator) -> Turn? {
        let turns = interpreter.turns(from: configuration).filter { !taken.contains($0.row) }
        let own = turns.filter { !model.rows[$0.row].readsGhost }
        if chance.happens(tendency.silence) {
            return take(own.filter { words(of: $0.row).isEmpty }.randomElement(using: &chance))
        }
        let speaking = own.filter { !words(of: $0.row).isEmpty }
        let (hoped, other) = (speaking.filter(isHoped), speaking.filter { !isHoped($0) && isPossible($0.row) })
        let older = turns.filter { model.rows[$0.row].readsGhost && !words(of: $0.row).isEmpty }
        if chance.happens(tendency.trouble) { return take((other + older).randomElement(using: &chance)) }
        if !hoped.isEmpty { return take(hoped.randomElement(using: &chance)) }
        // An SDK that waits for the app is in no hurry to fail.
        return waitsForCall ? nil : take(other.randomElement(using: &chance))
    }

    /// Whether the row goes the way that everybody hopes for: no attempt has to be begun anew, and the right code counts.
    private func isHoped(_ turn: (row: Int, next: ModelConfiguration)) -> Bool {
        let isSuccess = tellsSuccess(turn.row)
        if hope == .good { return isSuccess }
        // While the app's call is awaited, nothing that ends the wait is hoped for.
        if waitsForCall { return !isSuccess && calls.isAwaiting(turn.next) }
        return isSuccess ? hope == .open : calls.cost(of: turn.next) <= calls.cost(of: configuration)
    }

    /// A call that cannot succeed is not followed by a success.
    private func isPossible(_ row: Int) -> Bool { hope != .none || !tellsSuccess(row) }

    private mutating func take(_ turn: (row: Int, next: ModelConfiguration)?) -> Turn? {
        guard let turn else { return nil }
        let isOver = calls.cost(of: turn.next) > calls.cost(of: configuration)
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
    /// What the row speaks, by positions; none where it is a call or a silence.
    func words(of row: Int) -> [Int] {
        if case .speech(let words) = rows[row].happening { words } else { [] }
    }

    /// Whether the row tells a success of the attempt that is under way.
    func tellsSuccess(_ row: Int) -> Bool {
        !rows[row].readsGhost && words(of: row).contains { words[$0].isSuccess }
    }
}

extension SeededGenerator {
    /// Whether something happens that does so often, in percent.
    mutating func happens(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &self) < percent }
}
