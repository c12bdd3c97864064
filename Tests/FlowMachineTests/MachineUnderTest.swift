import FlowFixtures
import FlowMachine
import KeywayCore
import Testing

/// A run of a flow that the interpreter and the table decide at once; where they differ, the test fails.
struct MachineUnderTest {
    let flow: LoadedFlow
    private let agreement: Agreement
    private(set) var run: RunState
    /// What entering the initial state ordered, as `send(3)`.
    let begun: [String]
    private var orders: [EffectOrder]
    private var sequence: UInt64 = 0

    /// What one event meant.
    struct Told {
        var disposition: Disposition
        var stamp: Stamp
        /// As `send(3)`.
        var orders: [String]
        var choices: [String]
        /// As `begins door.open`, `leaves door`, `asks queue`, `frees queue`.
        var scopeChanges: [String]
        var changesRun: Bool
    }

    init(
        _ text: String, among flows: [String: String] = [:], at now: Int64 = 0,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        flow = try LoadedFlow(text, among: flows)
        agreement = Agreement(of: flow)
        let (run, orders, difference) = agreement.begin(at: Instant(milliseconds: now))
        #expect(difference == nil, sourceLocation: sourceLocation)
        self.run = run
        self.orders = orders
        begun = orders.map { [table = flow.table] in table.words(for: $0) }
    }

    var table: Table { flow.table }
    var state: String { table.states[run.state].name }
    /// As `ttl@3000`, in the order of setting, without the session's.
    var timers: [String] {
        run.timers.filter { $0.timer != table.sessionTimer }.map {
            "\(table.timers[$0.timer].name)@\($0.deadline.milliseconds)"
        }
    }
    /// When the session's deadline comes.
    var sessionEnd: Int64? { run.timers.first { $0.timer == table.sessionTimer }?.deadline.milliseconds }
    var running: [String] { run.running.map { table.words(for: $0) } }
    var openEffects: [String] { run.openEffects.map { table.effects[$0.effect].name } }

    /// The variable as a spec writes its value.
    subscript(_ variable: String) -> String {
        guard let position = table.variables.firstIndex(where: { $0.name == variable }) else { return "no variable" }
        return table.words(for: run.values[position], of: table.variables[position])
    }

    /// The latest order of the effect.
    func order(of effect: String) throws -> EffectOrder.ID {
        try #require(orders.last { table.effects[$0.effect].name == effect }).id
    }

    /// The case of this name, as a field's value; of several enums with such a case, the one that is declared first.
    func value(_ name: String) throws -> Value {
        let places = table.enumerations.compactMap { $0.cases.firstIndex { $0.name == name } }
        return .enumCase(try #require(places.first))
    }

    @discardableResult
    mutating func on(
        _ event: String, _ fields: Value?..., stamp: Stamp = .unknown, answering order: EffectOrder.ID? = nil,
        at now: Int64 = 0, sourceLocation: SourceLocation = #_sourceLocation
    ) throws -> Told {
        let position = try #require(table.event(named: event), sourceLocation: sourceLocation)
        sequence += 1
        let (step, difference) = agreement.step(
            &run, Event(position, fields: fields, stamp: stamp, answers: order), at: Instant(milliseconds: now),
            sequence: sequence)
        #expect(difference == nil, sourceLocation: sourceLocation)
        orders += step.orders
        return Told(
            disposition: step.disposition, stamp: step.stamp, orders: step.orders.map { table.words(for: $0) },
            choices: step.choices.map { table.choices[$0].name },
            scopeChanges: step.scopeChanges.map { table.words(for: $0) }, changesRun: step.changesRun)
    }

    /// Answers the latest order of the effect.
    @discardableResult
    mutating func reply(
        _ event: String, to effect: String, at now: Int64 = 0, sourceLocation: SourceLocation = #_sourceLocation
    ) throws -> Told {
        try on(event, answering: order(of: effect), at: now, sourceLocation: sourceLocation)
    }
}
