public import Keyway
public import KeywayLog
public import KeywayOrchestrator

/// A run on a virtual clock, driven by a test.
public struct DrivenRun {
    public static let id = RunID(high: 1, low: 2)

    public let table: Table
    public let time: VirtualTime
    public let log: any EventLog
    /// Every order that the run itself has given; none is performed.
    public private(set) var given: [EffectOrder]
    public var driver: RunDriver

    public init(
        _ flow: LoadedFlow, as run: RunID = DrivenRun.id, log: any EventLog = MemoryLog(),
        start: Instant = Instant(milliseconds: 0)
    ) throws {
        table = flow.table
        time = VirtualTime(start)
        self.log = log
        driver = try RunDriver(
            beginning: run, of: flow.table, annotations: flow.annotations, log: log, time: time)
        given = driver.beginningOrders
    }

    public var state: String { table.states[driver.state.state].name }

    /// The orders given so far, as `send(3)`.
    public var orders: [String] { given.map { table.words(for: $0) } }

    /// The records of the run.
    public func records() throws -> [Record] { try log.records(of: driver.run) }

    /// Asks the command of this name.
    @discardableResult
    public mutating func send(
        _ command: String, _ fields: Value?..., id: String? = nil
    ) throws -> (answer: CommandAnswer, steps: [DecidedStep]) {
        try send(table.event(named: command) ?? -1, fields: fields, id: id)
    }

    /// Asks the command at this position.
    @discardableResult
    public mutating func send(
        _ command: Int, fields: [Value?], id: String? = nil
    ) throws(DriverError) -> (answer: CommandAnswer, steps: [DecidedStep]) {
        var answer = CommandAnswer.accepted
        let steps = try drive { (driver, tell) throws(DriverError) in
            answer = try driver.send(command, fields: fields, id: id, telling: tell)
        }
        return (answer, steps)
    }

    /// Asks the command of this name in a leg.
    @discardableResult
    public mutating func send(
        _ command: String, _ fields: Value?..., to leg: String, id: String? = nil
    ) throws -> (answer: CommandAnswer, steps: [DecidedStep]) {
        var answer = CommandAnswer.accepted
        let position = table.flow(ofLeg: leg)?.event(named: command) ?? -1
        let steps = try drive { (driver, tell) throws(DriverError) in
            answer = try driver.send(position, fields: fields, to: leg, id: id, telling: tell)
        }
        return (answer, steps)
    }

    /// Answers the effect that is open in a leg.
    @discardableResult
    public mutating func reply(_ event: String, to effect: String, in leg: String) throws -> [DecidedStep] {
        let place = driver.legs.last { $0.name == leg }
        let open = place?.run.openEffects.first { place?.table.effects[$0.effect].name == effect }
        return try answer(
            open?.order ?? OrderID(sequence: .max, index: 0), with: place?.table.event(named: event) ?? -1)
    }

    /// The state of the leg that began last by this name.
    public func state(of leg: String) -> String? {
        driver.legs.last { $0.name == leg }.map { $0.table.states[$0.run.state].name }
    }

    /// Delivers a raw callback of the source that goes by this field.
    @discardableResult
    public mutating func tell(
        _ word: String, by field: String = "word", _ more: [String: RawValue] = [:], attempt: Int? = nil
    ) throws -> [DecidedStep] {
        let callback = more.merging([field: .text(word)]) { _, word in word }
        return try deliver(.object(callback), attempt: attempt)
    }

    /// Delivers a raw callback.
    @discardableResult
    public mutating func deliver(_ callback: RawValue, attempt: Int? = nil) throws(DriverError) -> [DecidedStep] {
        try drive { (driver, tell) throws(DriverError) in
            try driver.deliver(callback, attempt: attempt, telling: tell)
        }
    }

    /// Answers the latest order of the effect.
    @discardableResult
    public mutating func reply(_ event: String, to effect: String) throws -> [DecidedStep] {
        let order = given.last { table.effects[$0.effect].name == effect }
        let none = OrderID(sequence: .max, index: 0)
        return try answer(order?.id ?? none, with: table.event(named: event) ?? -1)
    }

    /// Answers an order.
    @discardableResult
    public mutating func answer(
        _ order: OrderID, with reply: Int, fields: [Value?] = []
    ) throws(DriverError) -> [DecidedStep] {
        try drive { (driver, tell) throws(DriverError) in
            try driver.answer(order, with: reply, fields: fields, telling: tell)
        }
    }

    /// Fires the next timer if it is due.
    @discardableResult
    public mutating func fireTimer() throws(DriverError) -> [DecidedStep] {
        try drive { (driver, tell) throws(DriverError) in try driver.fireTimer(telling: tell) }
    }

    /// Gives the `otherwise` of the effect that has taken too long.
    @discardableResult
    public mutating func passLimit() throws(DriverError) -> [DecidedStep] {
        try drive { (driver, tell) throws(DriverError) in try driver.passLimit(telling: tell) }
    }

    /// Lets the driver do something; returns its durable steps and notes what they order.
    private mutating func drive(
        _ body: (inout RunDriver, RunDriver.Telling) throws(DriverError) -> Void
    ) throws(DriverError) -> [DecidedStep] {
        var steps: [DecidedStep] = []
        defer { given += steps.filter { $0.leg == 0 }.flatMap(\.orders) }
        try body(&driver) { steps.append($0) }
        return steps
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
            steps += timer == due ? try fireTimer() : try passLimit()
        }
        time.advance(to: end)
        return steps
    }

    /// The events' names, behind that of their leg: `start`, `silent: began`.
    public func names(of steps: [DecidedStep]) -> [String] {
        steps.map { step in
            let event = step.event.map { driver.legs[step.leg].table.events[$0].name } ?? "began"
            return (step.legName.map { "\($0): " } ?? "") + event
        }
    }
}
