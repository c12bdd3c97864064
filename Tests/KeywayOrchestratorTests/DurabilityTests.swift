import FlowFixtures
import FlowTranscripts
import Keyway
import KeywayLog
import KeywayOrchestrator
import Testing

@Suite("Decided, durable, performed")
struct DurabilityTests {
    static let text = """
        flow Tiny version 1
        context { n: int 0...9 = 0 }
        command go, no
        effect say(n: int 0...9)
        effect check replies yes, lost otherwise lost within 5s
        final done
        within 20m -> done
        ignore unrecognised
        reject other
        late other
        enter { do say(n); do check }
        state first { on go -> first { n += 1; do say(n); do check } on yes stay { do say(n) } on lost stay { do say(n) } }
        """

    /// Drives a run through every way in, with a log that may refuse.
    static func drive(_ log: WitnessedLog, _ performer: WitnessingPerformer) throws -> (RunDriver, [DriverError?]) {
        let flow = try LoadedFlow(text)
        let time = VirtualTime()
        var driver = try RunDriver(
            beginning: DrivenRun.id, of: flow.table, annotations: flow.annotations, log: log, time: time)
        performer.perform(driver.beginningOrders)
        let tell: RunDriver.Telling = { performer.perform($0.orders) }
        let events = ["go", "no", "yes", "lost"].map { flow.table.event(named: $0) ?? -1 }
        var failures: [DriverError?] = []
        func attempt(_ work: () throws(DriverError) -> Void) {
            do throws(DriverError) {
                try work()
                failures.append(nil)
            } catch {
                failures.append(error)
            }
        }
        attempt { () throws(DriverError) in _ = try driver.send(events[0], telling: tell) }
        attempt { () throws(DriverError) in _ = try driver.send(events[1], telling: tell) }
        attempt { () throws(DriverError) in
            try driver.answer(
                performer.orders.last?.id ?? OrderID(sequence: 9, index: 9), with: events[2], telling: tell)
        }
        attempt { () throws(DriverError) in try driver.deliver(.object(["x": .integer(1)]), telling: tell) }
        attempt { () throws(DriverError) in _ = try driver.send(events[0], telling: tell) }
        time.advance(to: Instant(milliseconds: 5000))
        attempt { () throws(DriverError) in try driver.passLimit(telling: tell) }
        time.advance(to: Instant(milliseconds: 1_200_000))
        attempt { () throws(DriverError) in try driver.fireTimer(telling: tell) }
        return (driver, failures)
    }

    @Test("An effect is performed only when the record that orders it is in the log")
    func durableFirst() throws {
        let log = WitnessedLog()
        let performer = WitnessingPerformer(log: log)
        let (driver, failures) = try Self.drive(log, performer)
        #expect(failures.allSatisfy { $0 == nil })
        #expect(log.appends == 8)
        #expect(driver.isEnded)
        #expect(performer.orders.count == 8)
        #expect(performer.foundDurable.allSatisfy { $0 })
    }

    @Test("A refused append forgets the step, performs nothing and stops the driver", arguments: 1...7)
    func refused(append: Int) throws {
        let whole = WitnessedLog()
        let everything = WitnessingPerformer(log: whole)
        _ = try Self.drive(whole, everything)

        let log = WitnessedLog(refusing: append)
        let performer = WitnessingPerformer(log: log)
        let (driver, failures) = try Self.drive(log, performer)
        #expect(failures[..<(append - 1)].allSatisfy { $0 == nil })
        guard case .log(.closed)? = failures[append - 1] else {
            Issue.record("the refusal was not told: \(String(describing: failures[append - 1]))")
            return
        }
        for (position, failure) in failures.enumerated().dropFirst(append) {
            // What is not due any more, because the step before was forgotten, does nothing and says nothing.
            if position >= 5, failure == nil { continue }
            guard case .stopped? = failure else {
                Issue.record("call \(position) went on: \(String(describing: failure))")
                continue
            }
        }
        let records = try whole.records(of: DrivenRun.id)
        #expect(try log.records(of: DrivenRun.id) == Array(records[..<append]))
        #expect(log.appends == append + 1)
        #expect(driver.nextSequence == UInt64(append))
        #expect(performer.orders == everything.orders.filter { $0.id.sequence < UInt64(append) })
        let last = try #require(try log.records(of: DrivenRun.id).last)
        let outcome: Outcome =
            switch last.content {
            case .began(let beginning): beginning.outcome
            case .event(let event): event.outcome
            case .legBegan(let beginning): beginning.outcome
            }
        #expect(driver.state.state == outcome.state)
        #expect(driver.table.variables.kept(driver.state.values) == outcome.context)
    }

    @Test("What was due before a refused record is told and performed, in order, and nothing of the refused one")
    func dueBeforeARefusal() throws {
        let flow = try LoadedFlow(
            """
            flow Due version 1
            command go
            effect say(n: int 0...9)
            final done
            within 20m -> done
            ignore unrecognised
            state first { on go stay { do say(0) } after 1s -> second { do say(1) } }
            state second { on go stay { do say(0) } after 1h -> done }
            """)
        let (log, time) = (WitnessedLog(refusing: 2), VirtualTime())
        let performer = WitnessingPerformer(log: log)
        var driver = try RunDriver(
            beginning: DrivenRun.id, of: flow.table, annotations: flow.annotations, log: log, time: time)
        time.advance(to: Instant(milliseconds: 5000))
        var told: [String] = []
        let go = flow.table.event(named: "go") ?? -1
        #expect(throws: DriverError.self) {
            try driver.send(go) { step in
                told.append(flow.table.states[step.state].name)
                performer.perform(step.orders)
            }
        }
        #expect(told == ["second"])
        #expect(performer.orders.map(\.arguments) == [[.integer(1)]])
        #expect(performer.foundDurable == [true])
        #expect(driver.isStopped && flow.table.states[driver.state.state].name == "second")
        #expect(driver.nextSequence == 2)
    }

    @Test("A run whose first record is refused does not begin")
    func refusedBeginning() throws {
        let log = WitnessedLog(refusing: 0)
        let performer = WitnessingPerformer(log: log)
        #expect(throws: DriverError.self) { try Self.drive(log, performer) }
        #expect(performer.orders.isEmpty)
        #expect(log.runs.isEmpty)
    }

    @Test("A log with another run of this identity is a conflict, and stays as it is")
    func conflict() throws {
        let log = WitnessedLog()
        _ = try Self.drive(log, WitnessingPerformer(log: log))
        let first = try log.records(of: DrivenRun.id)
        var flow = Self.text
        flow.replace("version 1", with: "version 2")
        let other = try LoadedFlow(flow)
        #expect(throws: DriverError.self) {
            try RunDriver(
                beginning: DrivenRun.id, of: other.table, annotations: other.annotations, log: log,
                time: VirtualTime())
        }
        #expect(try log.records(of: DrivenRun.id) == first)
    }

    @Test("The clock of a record never goes back, though the time source does")
    func backwards() throws {
        final class Clock: TimeSource, @unchecked Sendable {
            var now = Instant(milliseconds: 1000)
        }
        let (clock, log) = (Clock(), WitnessedLog())
        let flow = try LoadedFlow(Self.text)
        var driver = try RunDriver(
            beginning: DrivenRun.id, of: flow.table, annotations: flow.annotations, log: log, time: clock)
        let go = flow.table.event(named: "go") ?? -1
        for now in [3000, 2000, 2500, 4000] as [Int64] {
            clock.now = Instant(milliseconds: now)
            _ = try driver.send(go) { _ in }
        }
        let times = try log.records(of: DrivenRun.id).map(\.time.milliseconds)
        #expect(times == [1000, 3000, 3000, 3000, 4000])
    }
}
