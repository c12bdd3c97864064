public import Keyway
public import KeywayLog
public import KeywayOrchestrator

/// Notes every order that it is given, and performs none.
public final class NotedOrders: EffectPerformer {
    public private(set) var orders: [EffectOrder] = []

    public init() {}

    public func perform(_ order: EffectOrder, of run: RunID) {
        orders.append(order)
    }
}

/// A run on a virtual clock, driven by a test.
public struct DrivenRun {
    public static let id = RunID(high: 1, low: 2)

    public let table: Table
    public let time: VirtualTime
    public let log: any EventLog
    public let performer: NotedOrders
    public var driver: RunDriver

    public init(
        _ flow: LoadedFlow, as run: RunID = DrivenRun.id, log: any EventLog = MemoryLog(),
        start: Instant = Instant(milliseconds: 0)
    ) throws {
        table = flow.table
        time = VirtualTime(start)
        performer = NotedOrders()
        self.log = log
        driver = try RunDriver(
            beginning: run, of: flow.table, annotations: flow.annotations, log: log, time: time, performer: performer)
    }

    public var state: String { table.states[driver.state.state].name }

    /// The orders given so far, as `send(3)`.
    public var orders: [String] { performer.orders.map { table.words(for: $0) } }

    /// The records of the run.
    public func records() throws -> [Record] { try log.records(of: driver.run) }

    /// Asks the command of this name.
    @discardableResult
    public mutating func send(
        _ command: String, _ fields: Value?..., id: String? = nil
    ) throws -> (answer: CommandAnswer, steps: [DecidedStep]) {
        try driver.send(table.event(named: command) ?? -1, fields: fields, id: id)
    }

    /// Delivers a raw callback of the source that goes by this field.
    @discardableResult
    public mutating func tell(
        _ word: String, by field: String = "word", _ more: [String: RawValue] = [:], attempt: Int? = nil
    ) throws -> [DecidedStep] {
        let callback = more.merging([field: .text(word)]) { _, word in word }
        return try driver.deliver(.object(callback), attempt: attempt)
    }

    /// Answers the latest order of the effect.
    @discardableResult
    public mutating func reply(_ event: String, to effect: String) throws -> [DecidedStep] {
        let order = performer.orders.last { table.effects[$0.effect].name == effect }
        let none = OrderID(sequence: .max, index: 0)
        return try driver.answer(order?.id ?? none, with: table.event(named: event) ?? -1)
    }

    /// Lets the clock go on, and everything happen that is due on the way: by instant, timers before time limits.
    @discardableResult
    public mutating func pass(until milliseconds: Int64) throws -> [DecidedStep] {
        var steps: [DecidedStep] = []
        let end = Instant(milliseconds: milliseconds)
        while true {
            let (timer, limit) = (driver.nextTimer, driver.nextLimit)
            guard let due = [timer, limit].compactMap({ $0 }).min(), due <= end else { break }
            time.advance(to: due)
            steps += timer == due ? try driver.fireTimer() : try driver.passLimit()
        }
        time.advance(to: end)
        return steps
    }

    /// The events' names.
    public func names(of steps: [DecidedStep]) -> [String] { steps.map { table.events[$0.event].name } }
}
