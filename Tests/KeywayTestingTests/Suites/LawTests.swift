import FlowFixtures
import KeywayCore
import KeywayLog
import KeywayRuns
import KeywaySuites
import TestThreads
import Testing

@testable import KeywayTesting

/// What breaks each law, forged by hand where no table does it. `FaultTests` breaks the other laws by tables alone.
@Suite("A law that is broken is named", .longComputation)
struct LawTests {
    /// A change that forges something in a step.
    private typealias Deed = @Sendable (inout WalkedRun.WalkedStep) -> Void

    private static func login() throws -> LoadedFlow { try ShippedFlows.named("OTPlessSNA") }

    private static let strangeOrder = EffectOrder(
        id: EffectOrder.ID(sequence: 999, index: 0), effect: 0, arguments: [], attempt: 1)
    private static let strangeTimer = RunState.ArmedTimer(timer: 0, deadline: Instant(milliseconds: .max), setBy: 0)
    private static let strangeEffect = RunState.OpenEffect(
        effect: 0, order: strangeOrder.id, limit: Instant(milliseconds: .max))

    /// What an event must not do that is refused or comes after the end.
    private static let deeds: [(name: String, change: Deed)] = [
        ("another state", { $0.run.state = $0.run.state == 0 ? 1 : 0 }),
        ("another value", { $0.run.values[1] = .bool($0.run.values[1] != .bool(true)) }),
        ("an attempt", { $0.run.attempt += 1 }),
        ("an order", { $0.step.orders.append(strangeOrder) }),
        ("a timer", { $0.run.timers.append(strangeTimer) }),
    ]

    // MARK: - Every event is answered

    @Test("Cells that nobody decided")
    func undecidedCells() throws {
        let flow = try Self.login()
        var table = flow.table
        let replies = table.effects.flatMap { $0.replies?.events ?? [] }
        for state in table.states.indices {
            for reply in replies { table.cells[state * table.events.count + reply] = nil }
        }
        let suite = flow.suite
        let violations = try suite.seeds.compactMap { try suite.violation(along: $0, through: table) }
        let violation = try #require(violations.first)
        #expect(violation.law == .everyEventIsAnswered)
        #expect(violation.explanation == "no row says what it means here")
    }

    @Test("A run that stops instead of an answer")
    func stoppedRun() throws {
        let step = try ForgedStep(on: Self.login()) { step, _ in step.step.disposition == .taken }
        #expect(step.breach(stoppedBy: .stopped) == .everyEventIsAnswered)
    }

    @Test("A record of an event that no row decided")
    func recordWithoutRow() throws {
        let step = try ForgedStep(on: Self.login()) { step, _ in step.step.disposition == .taken }
        let law = step.breach { records in records.changeLastEvent { $0.row = nil } }
        #expect(law == .everyEventIsAnswered)
    }

    // MARK: - The same again

    @Test("A walk that goes otherwise the second time, in what it told, kept or ordered")
    func anotherWalk() throws {
        let flow = try Self.login()
        let walk = WalkRunner(flow.suite, through: flow.table).walk(.seed(4, parts: 20))
        #expect(walk.breach == nil && walk.breach(comparedWith: walk) == nil)
        #expect(walk.lines.first?.hasPrefix("0s  the run begins") == true)
        #expect(!walk.records.isEmpty && !walk.orders.isEmpty)
        let changes: [(inout RecordedWalk) -> Void] = [
            { $0.lines[1] += "!" }, { $0.records[1].time = $0.records[1].time.advanced(byMilliseconds: 1) },
            { $0.orders[0].attempt += 1 },
        ]
        for change in changes {
            var again = walk
            change(&again)
            #expect(walk.breach(comparedWith: again)?.law == .sameAgain)
        }
    }

    @Test("A run that has another state than the table alone reaches with the same events")
    func elsewhere() throws {
        let step = try ForgedStep(on: Self.login()) { step, _ in step.step.disposition == .taken }
        #expect(step.breachWhereRunHasAnotherState() == .sameAgain)
    }

    // MARK: - An end is final

    @Test("A final that a table leaves again: which states are final is asked of the spec")
    func leftFinal() throws {
        let flow = try Self.login()
        var table = flow.table
        let cancelled = try #require(table.states.firstIndex { $0.name == "cancelled" })
        let idle = try #require(table.states.firstIndex { $0.name == "idle" })
        let start = try #require(table.event(named: "start"))
        table.states[cancelled].isFinal = false
        for move in table.moves.indices { table.moves[move].endedTimers = table.timers.indices.map { $0 } }
        table.cells[cancelled * table.events.count + start] = table.cells[idle * table.events.count + start]
        let suite = flow.suite
        let violations = try suite.seeds.compactMap { try suite.violation(along: $0, through: table) }
        #expect(
            violations.contains {
                $0.law == .endIsFinal && $0.explanation == "cancelled has ended, and something changes"
            },
            "\(violations)")
    }

    @Test("A final with a timer that goes on, and one where something happens all the same")
    func livelyFinal() throws {
        let flow = try Self.login()
        let suite = flow.suite
        func isFinal(_ run: RunState) -> Bool { suite.finals.contains(flow.table.states[run.state].name) }
        let arriving = try ForgedStep(on: flow) { step, before in isFinal(step.run) && !isFinal(before) }
        #expect(arriving.breach { $0.run.timers.append(Self.strangeTimer) } == .endIsFinal)
        let staying = try ForgedStep(on: flow) { _, before in isFinal(before) }
        for (name, change) in Self.deeds { #expect(staying.breach(of: change) == .endIsFinal, "\(name)") }
    }

    // MARK: - A refusal changes nothing

    @Test("A rejected, late, ignored or unrecognised event that does something")
    func refusal() throws {
        let flow = try Self.login()
        let finals = flow.table.states.indices.filter { flow.table.states[$0].isFinal }
        for disposition in [Disposition.rejected, .late, .ignored, .unrecognised] {
            let step = try ForgedStep(on: flow) { step, before in
                step.step.disposition == disposition && !finals.contains(before.state)
            }
            let more = [
                (name: "an open effect", change: { $0.run.openEffects.append(Self.strangeEffect) } as Deed)
            ]
            for (name, change) in Self.deeds + more {
                #expect(step.breach(of: change) == .refusalChangesNothing, "\(disposition): \(name)")
            }
        }
    }

    // MARK: - Timers are never early

    @Test("A timer that fires a millisecond before its deadline")
    func earlyTimer() throws {
        let flow = try Self.login()
        let step = try ForgedStep(on: flow) { step, _ in
            guard let event = step.step.event, case .timer = flow.table.events[event].origin else { return false }
            return true
        }
        let early = step.breach { forged in
            guard let event = forged.step.event, case .timer(let timer) = flow.table.events[event].origin,
                let armed = step.before.timers.first(where: { $0.timer == timer })
            else { return }
            forged.step.record.time = armed.deadline.advanced(byMilliseconds: -1)
        }
        #expect(early == .timersAreNeverEarly)
    }

    // MARK: - A replay is the run as it was lived

    @Test(
        "A record that says what the flow does not make of it, one that is missing, and a run that was told otherwise")
    func otherReplay() throws {
        let step = try ForgedStep(on: Self.login()) { step, before in
            step.step.disposition == .taken && before.attempt > 0 && !step.run.timers.isEmpty
        }
        #expect(step.breach(ofRecords: { _ in }) == nil)
        #expect(step.breach { records in records.changeLastEvent { $0.disposition = .late } } == .replayIsLive)
        #expect(step.breach(ofRecords: { $0.removeLast() }) == .replayIsLive)
        #expect(step.breach(ofRecords: { $0.swapAt(0, 1) }) == .replayIsLive)
        let deeds: [Deed] = [
            { $0.run.attempt += 1 }, { $0.run.timers.removeAll() }, { $0.run.openEffects.append(Self.strangeEffect) },
            { $0.run.running.append(.lane(0, isHeld: true)) },
        ]
        for deed in deeds {
            let law = step.breach(ofRecords: { _ in }, step: deed)
            #expect(law == .replayIsLive)
        }
    }

    /// A flow whose sub-flow ends as the run begins.
    private static func movedInTheBeginning(requiring requirement: String) throws -> LoadedFlow {
        let part = """
            flow Part version 1
            command go, cancel
            final over
            within 15m -> over
            on cancel -> over
            reject other
            state idle waits for user { on go -> over }
            """
        let whole = """
            flow Whole version 1
            command go
            effect show
            final done
            require \(requirement)
            within 20m -> done
            reject other
            state first { child part = Part enter { run part.go } on part.over -> second { do show } }
            state second waits for user { on go -> done }
            """
        return try LoadedFlow(whole, among: ["Part": part])
    }

    @Test("A run that its sub-flow moves in the beginning already is replayed as it was lived")
    func movedInTheBeginning() throws {
        let flow = try Self.movedInTheBeginning(requiring: "do show only after part.over")
        let walk = WalkRunner(flow.suite, through: flow.table).walk(.seed(1, parts: 10))
        #expect(walk.breach == nil, "\(walk.breach?.explanation ?? "")")
        #expect(walk.records.count > 3)
        #expect(
            walk.lines.prefix(2) == ["0s  the run begins, first", "0s  part.over: taken, second; do show"],
            "\(walk.lines)")
    }

    // MARK: - Requirements hold

    @Test("What a sub-flow's end brings as the run begins counts for a requirement, kept or broken")
    func requiredInTheBeginning() throws {
        let kept = try Self.movedInTheBeginning(requiring: "done only after part.over, on go")
        for seed in kept.suite.seeds { try kept.suite.walk(seed, through: kept.table) }
        for broken in ["never on part.over", "never in first", "at most 0 do show", "never do show"] {
            let flow = try Self.movedInTheBeginning(requiring: broken)
            let violation = try #require(try flow.suite.violation(along: 1, through: flow.table), "\(broken)")
            #expect(violation.law == .requirementsHold)
        }
    }

    // MARK: - Records are read as they were written

    @Test("A record whose bytes are cut, longer or others")
    func otherBytes() throws {
        let step = try ForgedStep(on: Self.login()) { step, _ in step.step.disposition == .taken }
        #expect(try step.breach(ofBytes: { _ in }) == nil)
        #expect(try step.breach(ofBytes: { $0.removeLast() }) == .recordsAreReadAsWritten)
        #expect(try step.breach(ofBytes: { $0[1] ^= 1 }) == .recordsAreReadAsWritten)
    }

    // MARK: - Nothing withheld is kept

    @Test("A text that came as a secret and stands somewhere in a record")
    func keptText() throws {
        let step = try ForgedStep(on: Self.login()) { step, _ in step.step.disposition == .taken }
        let text = Canary.text(1, length: 12)
        let law = step.breach(
            ofRecords: { records in records.changeLastEvent { $0.inputID = "for \(text)" } }, withholding: [text])
        #expect(law == .nothingWithheldIsKept)
    }

    @Test("A short text that came as a secret and stands in a record by itself, and not as a part of another text")
    func keptShortText() throws {
        let step = try ForgedStep(on: Self.login()) { step, _ in step.step.disposition == .taken }
        func law(of text: String) -> Law? {
            step.breach(ofRecords: { $0.changeLastEvent { $0.inputID = text } }, withholding: ["qxzj"])
        }
        #expect(law(of: "for qxzj") == .nothingWithheldIsKept)
        #expect(law(of: "for qxzjk") != .nothingWithheldIsKept)
    }

    @Test("A value with a class in the record of a beginning, and in one of a sub-flow's events")
    func keptElsewhere() throws {
        let flow = try Self.login()
        let requestID = try #require(flow.table.variables.firstIndex { $0.name == "requestId" })
        let step = try ForgedStep(on: flow) { step, _ in step.step.disposition == .taken }
        let begun = step.breach { records in
            guard case .began(var beginning)? = records.first?.content else { return }
            beginning.outcome.context[requestID] = .text("x")
            records[0].content = .began(beginning)
        }
        #expect(begun == .nothingWithheldIsKept)
        let silent = try ForgedStep(on: ShippedFlows.named("PhoneLogin")) { _, before in
            before.running.contains(.child(0))
        }
        let told = silent.breach { records in
            for place in records.indices where records[place].leg != 0 {
                guard case .event(var told) = records[place].content,
                    let field = told.fields.firstIndex(of: .withheld)
                else { continue }
                told.fields[field] = .text("x")
                records[place].content = .event(told)
            }
        }
        #expect(told == .nothingWithheldIsKept)
    }

    @Test("No short text is drawn twice")
    func shortTexts() {
        var values = ValueDrawing(for: Table(name: "Tiny", version: 1))
        let texts = (0..<500).map { _ in values.text(in: 4...5) + values.text(in: 4...4) }
        #expect(Set(texts.map { $0.prefix(5) }).count == 500 && Set(texts.map { $0.suffix(4) }).count == 500)
    }
}

extension [Record] {
    /// Changes the last record, which tells an event.
    fileprivate mutating func changeLastEvent(_ change: (inout EventRecord) -> Void) {
        guard case .event(var told)? = last?.content else { return }
        change(&told)
        self[count - 1].content = .event(told)
    }
}
