import FlowLanguage
import FlowMachine
import KeywayCore

/// A provider's configurations and what it may do in each, found once and remembered.
struct ModelSystem {
    typealias Configuration = ModelConfiguration

    /// Something that the provider may do by itself.
    struct Turn {
        /// The row that says so.
        var row: Int32
        /// The position of the configuration that it leads to.
        var target: Int32
        /// The words that enter the channel, in the order in which they are spoken.
        var words: [UInt8]
        /// The answer that an open effect gets, by its position in the model; nil where the turn answers nothing.
        var answer: Int?
        /// Whether the words are of an earlier attempt from the start, because the row's guard reads a ghost (rule 29e).
        var isGhostly: Bool
    }

    let model: ProviderModel
    private let interpreter: ModelInterpreter
    private(set) var configurations = NumberedValues<Configuration>()
    /// For each configuration what the provider may do in it by itself; nil where that is not found yet.
    private var turns: [[Turn]?] = []
    /// For each configuration the requirements of the model that do not hold in it, one bit for each.
    private(set) var broken: [UInt64] = []

    /// The most requirements of a model that have a bit in `broken`.
    static let greatestRequirementCount = UInt64.bitWidth

    /// For each configuration, and in it for each call, where the call leads; nil where that is not found yet.
    private var callTargets: [[[Int32]?]] = []
    /// The rows that happened in some configuration.
    private(set) var rowsReached: Set<Int> = []
    /// The names of the calls that the model knows; elsewhere in this type a call is its position here.
    let calls: [String]

    init(_ model: ProviderModel) {
        self.model = model
        calls = model.calls
        interpreter = ModelInterpreter(model)
        _ = number(of: interpreter.beginning)
    }

    /// What the provider may do by itself: any of these may happen at any moment, or none (rule 29a).
    mutating func turns(from position: Int32) -> [Turn] {
        if let known = turns[Int(position)] { return known }
        let configuration = configurations[Int(position)]
        var found: [Turn] = []
        for (row, next) in interpreter.turns(from: configuration) {
            let declared = model.rows[row]
            var turn = Turn(
                row: Int32(clamping: row), target: number(of: next), words: [], answer: nil,
                isGhostly: declared.readsGhost)
            switch declared.happening {
            case .speech(let spoken): turn.words = spoken.map { UInt8(clamping: $0) }
            case .answer(let answer): turn.answer = answer
            case .call, .silence: break
            }
            found.append(turn)
            rowsReached.insert(row)
        }
        turns[Int(position)] = found
        return found
    }

    /// Where a call of the flow leads: one configuration, the same one where no row decides the call, or each that a row allows.
    mutating func targets(of call: Int, from position: Int32) -> [Int32] {
        if let known = callTargets[Int(position)][call] { return known }
        let next = interpreter.targets(of: calls[call], from: configurations[Int(position)]).map { number(of: $0) }
        callTargets[Int(position)][call] = next
        rowsReached.formUnion(interpreter.rows(for: calls[call], in: configurations[Int(position)]))
        return next
    }

    /// Whether the model is of an SDK, which dies with the app and is new in the next process.
    var isNewAfterRestart: Bool { model.source != nil }

    /// Where the model is after the app has died and come back.
    ///
    /// An SDK is new. A model that only answers keeps its variables, which the server and the phone keep (rule 29h),
    /// and is in its first state.
    mutating func restarted(_ position: Int32) -> Int32 {
        guard model.source == nil else { return 0 }
        return number(of: Configuration(state: 0, values: configurations[Int(position)].values))
    }

    /// The requirements of the model that do not hold in the configuration, one bit for each.
    private func requirementsBroken(in configuration: Configuration) -> UInt64 {
        var broken: UInt64 = 0
        for (position, requirement) in model.requirements.enumerated() {
            guard case .quantified(let quantifier, let fact) = requirement.content else { continue }
            if holds(fact, in: configuration) != (quantifier == .always) { broken.insert(position) }
        }
        return broken
    }

    private func holds(_ fact: Machine.Requirement.Fact, in configuration: Configuration) -> Bool {
        switch fact {
        case .states(let states): states.contains(configuration.state)
        case .condition(let condition): condition.holds(for: configuration.values)
        // A model's requirement speaks of its states and variables alone.
        case .choice, .event, .effect: false
        case .any(let parts): parts.contains { holds($0, in: configuration) }
        case .all(let parts): parts.allSatisfy { holds($0, in: configuration) }
        case .not(let part): !holds(part, in: configuration)
        }
    }

    private mutating func number(of configuration: Configuration) -> Int32 {
        let position = configurations.number(of: configuration)
        guard position == turns.count else { return position }
        turns.append(nil)
        broken.append(requirementsBroken(in: configuration))
        callTargets.append([[Int32]?](repeating: nil, count: calls.count))
        return position
    }
}
