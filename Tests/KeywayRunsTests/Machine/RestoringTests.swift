import FlowFixtures
import KeywayCore
import KeywayLog
import Testing

@testable import KeywayRuns

@Suite("A flow hears that another process goes on with its run")
struct RestoringTests {
    /// A parent and a child that both name `restored`, with a wait that may be overdue, and an order of each kind.
    private static let parent = """
        flow Desk version 1
        command start, cancel
        effect ask replies yes, no otherwise no within 60s
        effect pay once replies paid, unpaid otherwise unpaid within 60s
        final done
        within 20m -> done
        on cancel -> done
        ignore unrecognised
        reject other
        late other
        state idle waits for user { on start -> open }
        group desk {
          child sheet = Sheet
          on sheet.shut -> done
          on yes, no, paid, unpaid stay
          state open { enter { run sheet.show; do ask; do pay } after 30s -> waiting }
          state waiting waits for user { on restored -> again }
          state again waits for user { enter { do ask } }
        }
        """

    private static let sheet = """
        flow Sheet version 1
        command show, cancel
        effect draw
        final shut
        within 15m -> shut
        on cancel -> shut
        reject other
        state hidden waits for user { on show -> shown }
        state shown waits for user { enter { do draw } on restored stay { do draw } }
        """

    /// A run in the state `open`, whose sub-flow `sheet` has begun, and its records.
    private func halfway() throws -> (machine: RunMachine, records: [Record]) {
        let loaded = try LoadedFlow(Self.parent, among: ["Sheet": Self.sheet])
        let flow = RunningFlow(loaded.table)
        var (machine, decision) = RunMachine.begin(
            RunID(high: 0, low: 1), of: flow, version: FlowVersion(of: flow, annotations: loaded.annotations),
            kind: .live, salt: 1, at: Instant(milliseconds: 0))
        var records = decision.records
        let start = try #require(loaded.table.event(named: "start"))
        decision = try machine.decide(.command(Command(start)), at: Instant(milliseconds: 10))
        records += decision.records
        return (machine, records)
    }

    /// The records as `leg: event (cause)`; a record without an event by its kind.
    private func told(_ records: [Record], by machine: RunMachine) -> [String] {
        records.map { record in
            switch record.content {
            case .event(let event):
                let leg = machine.legs[Int(record.leg)]
                return "\(leg.name ?? "desk"): \(leg.table.events[event.event].name) (\(event.cause))"
            case .resumed: return "resumed"
            case .closed(_, let closing): return "closed (\(closing))"
            default: return "another"
            }
        }
    }

    /// The run as another process goes on with it at this time, and the first decision there.
    private func comeBack(_ machine: RunMachine, at milliseconds: Int64) throws -> (RunMachine, RunDecision) {
        var machine = machine
        let now = Instant(milliseconds: milliseconds)
        machine.comeBack(as: Resumption(epoch: 2, wallTime: now, salt: 2), at: now)
        #expect(machine.wantsToResume(at: now))
        let decision = try machine.decide(.timeReached, at: now)
        return (machine, decision)
    }

    @Test("First what was overdue, then `restored` for the root and its legs, and last the orders that are still open")
    func order() throws {
        let (before, _) = try halfway()
        let (machine, decision) = try comeBack(before, at: 40_000)
        #expect(
            told(decision.records, by: machine) == [
                "resumed", "desk: after 30s (timer)", "desk: restored (restored)", "sheet: restored (restored)",
                "desk: unpaid (interrupted)",
            ])
        // `ask` was ordered anew, so that the earlier order is not performed again. `draw` is not `once`, and is performed again.
        let performed = decision.consequences.compactMap { consequence -> String? in
            guard case .perform(let order) = consequence else { return nil }
            return "\(order.effect.name) of \(order.order.id.sequence)"
        }
        let restored = decision.records.first { $0.event?.cause == .restored }?.sequence ?? 0
        #expect(performed == ["draw of 3", "ask of \(restored)", "draw of \(restored + 1)"])
    }

    @Test("Where a state does not name `restored` there is no record of it, and a run that only waits writes nothing")
    func unnamed() throws {
        let loaded = try LoadedFlow(Self.parent, among: ["Sheet": Self.sheet])
        let flow = RunningFlow(loaded.table)
        var (machine, _) = RunMachine.begin(
            RunID(high: 0, low: 1), of: flow, version: FlowVersion(of: flow, annotations: loaded.annotations),
            kind: .live, salt: 1, at: Instant(milliseconds: 0))
        let now = Instant(milliseconds: 5)
        machine.comeBack(as: Resumption(epoch: 2, wallTime: now, salt: 2), at: now)
        #expect(!machine.wantsToResume(at: now))
        let start = try #require(loaded.table.event(named: "start"))
        let decision = try machine.decide(.command(Command(start)), at: now)
        #expect(told(decision.records, by: machine).prefix(2) == ["resumed", "desk: start (asked)"])
    }

    @Test("A log is refused in which `restored` is missing, comes twice, in another order, or where nobody came back")
    func misplaced() throws {
        let (before, records) = try halfway()
        let (_, decision) = try comeBack(before, at: 40_000)
        let all = records + decision.records
        let restored = all.indices.filter { all[$0].event?.cause == .restored }
        try #require(restored.count == 2)
        #expect(try Refolding(all, of: before.flow.table).difference == nil)
        var missing = all
        missing.remove(at: restored[0])
        var twice = all
        twice.insert(all[restored[0]], at: restored[0])
        var exchanged = all
        exchanged.swapAt(restored[0], restored[1])
        var late = all
        late.append(all[restored[1]])
        var unasked = all
        unasked.remove(at: records.count)
        for (what, wrong) in [
            ("missing", missing), ("twice", twice), ("exchanged", exchanged), ("late", late), ("unasked", unasked),
        ] {
            let numbered = wrong.enumerated().map { place, record in
                Record(
                    run: record.run, leg: record.leg, sequence: UInt64(place), time: record.time,
                    content: record.content)
            }
            #expect((try? Refolding(numbered, of: before.flow.table).difference) != .some(nil), "\(what)")
        }
    }

    @Test("A log that ends before every leg was told ends within a decision")
    func cut() throws {
        let (before, records) = try halfway()
        let (_, decision) = try comeBack(before, at: 40_000)
        for count in 1..<decision.records.count {
            var machine = try Refolding(records + decision.records.prefix(count), of: before.flow.table).machine
            let isTold = decision.records.prefix(count).filter { $0.event?.cause == .restored }.count == 2
            #expect(machine.settle() == isTold, "\(count)")
        }
    }

    private static let asking = """
        flow Asking version 1
        command start, cancel
        effect ask replies yes, no otherwise no within 30s
        final over success
        final failed
        require over only after yes
        within 20m -> failed
        on cancel -> failed
        on restored MEANING
        reject other
        late other
        state idle waits for user { on start -> asking  ignore restored  late no }
        state asking { enter { do ask }  on yes -> over  on no -> idle }
        """

    @Test(
        "What a leg had asked before `restored` led it to a state is not asked again, and gets its `otherwise`",
        arguments: [("-> idle", "idle", 0), ("stay", "asking", 1)])
    func givenUp(meaning: String, state: String, performed: Int) throws {
        let loaded = try LoadedFlow(Self.asking.changing("MEANING", to: meaning))
        let flow = RunningFlow(loaded.table)
        var (before, _) = RunMachine.begin(
            RunID(high: 0, low: 1), of: flow, version: FlowVersion(of: flow, annotations: loaded.annotations),
            kind: .live, salt: 1, at: Instant(milliseconds: 0))
        let start = try #require(loaded.table.event(named: "start"))
        _ = try before.decide(.command(Command(start)), at: Instant(milliseconds: 10))
        let (machine, decision) = try comeBack(before, at: 510)
        #expect(flow.table.states[machine.state.state].name == state)
        #expect(decision.consequences.count { if case .perform = $0 { true } else { false } } == performed)
        #expect(
            decision.records.compactMap { $0.event?.cause }
                == (performed == 0 ? [.restored, .interrupted] : [.restored]))
    }

    @Test(
        "What a leg asked because `restored` led its parent elsewhere gets its `otherwise`, and is not asked again"
    )
    func askedMeanwhile() throws {
        let parent = """
            flow Desk version 1
            command start, cancel
            final done
            within 20m -> done
            on cancel -> done
            reject other
            state idle waits for user { on start -> open }
            state open { child sheet = Sheet  enter { run sheet.show }  on sheet.shut -> done  on restored -> idle }
            """
        let sheet = """
            flow Sheet version 1
            command show, cancel
            effect wipe replies wiped, kept otherwise kept within 10s
            final shut
            within 15m -> shut
            reject other
            late other
            state hidden waits for user { on show -> shown  on cancel -> shut }
            state shown waits for user { on cancel -> wiping }
            state wiping { enter { do wipe }  ignore cancel  on wiped, kept -> shut  on restored -> leaving }
            state leaving { ignore cancel  on kept -> shut  after 1m -> shut }
            """
        let loaded = try LoadedFlow(parent, among: ["Sheet": sheet])
        let flow = RunningFlow(loaded.table)
        var (before, _) = RunMachine.begin(
            RunID(high: 0, low: 1), of: flow, version: FlowVersion(of: flow, annotations: loaded.annotations),
            kind: .live, salt: 1, at: Instant(milliseconds: 0))
        let start = try #require(loaded.table.event(named: "start"))
        _ = try before.decide(.command(Command(start)), at: Instant(milliseconds: 10))
        let (machine, decision) = try comeBack(before, at: 510)
        #expect(
            told(decision.records, by: machine) == [
                "resumed", "desk: restored (restored)", "sheet: cancel (owed(by: 5))", "sheet: restored (restored)",
                "sheet: kept (interrupted)",
            ])
        #expect(!decision.consequences.contains { if case .perform = $0 { true } else { false } })
    }

    // MARK: - What changes nothing

    private static let patient = """
        flow Patient version 1
        type Phone = text(3...20) personal
        context { phone: Phone? }
        command start(phone: Phone), cancel
        callback ping
        source s = "S" by word singleton { PING => ping }
        final failed
        within 20m -> failed
        on cancel -> failed
        ignore unrecognised
        reject other
        late other
        state idle waits for user { on start -> asking { keep phone } ignore ping, restored }
        state asking waits for user {
          ignore ping
          on restored when not withValues -> idle { phone = nil }
          ignore restored when withValues
        }
        """

    /// A run that has ignored so many callbacks, and has come back with its values.
    private func returned(afterIgnoring count: Int) throws -> DrivenRun {
        var run = try DrivenRun(LoadedFlow(Self.patient))
        try run.send("start", .text("12345"))
        for _ in 0..<count { try run.tell("PING") }
        let now = run.time.now
        run.machine.comeBack(as: Resumption(epoch: 2, wallTime: now, salt: 2), at: now, hasValues: true)
        try run.fireTimer()
        return run
    }

    @Test(
        "A leg that is told `restored` has a record of it, also beyond the 64 that change nothing",
        arguments: [0, 63, 64, 100])
    func beyondWhatIsKept(count: Int) throws {
        var run = try returned(afterIgnoring: count)
        for epoch in 3...70 as ClosedRange<UInt32> {
            #expect(run.decision.records.map { $0.event?.cause } == [nil, .restored])
            var folded = try Refolding(run.records(), of: run.table)
            #expect(folded.difference == nil)
            var machine = folded.machine
            let isSettled = machine.settle()
            #expect(isSettled)
            folded.fold(
                Record(
                    run: DrivenRun.id, sequence: machine.nextSequence, time: run.time.now,
                    content: .resumed(Resumption(epoch: epoch, wallTime: run.time.now, salt: UInt64(epoch)))))
            #expect(folded.difference == nil)
            run.machine.comeBack(
                as: Resumption(epoch: epoch, wallTime: run.time.now, salt: UInt64(epoch)), at: run.time.now,
                hasValues: true)
            try run.fireTimer()
        }
    }

    @Test(
        "A log that has no record of `restored`, because it has 64 like it, is redone; one that has fewer is refused",
        arguments: [(63, false), (64, true), (100, true)])
    func olderLogs(count: Int, isRedone: Bool) throws {
        let run = try returned(afterIgnoring: count)
        var records = run.records()
        let told = records.removeLast()
        #expect(told.event?.cause == .restored)
        var machine = try Refolding(records, of: run.table).machine
        let isSettled = machine.settle()
        #expect(isSettled == isRedone)
        // The record of the process that goes on with the run next.
        records.append(
            Record(
                run: told.run, sequence: told.sequence, time: told.time,
                content: .resumed(Resumption(epoch: 3, wallTime: told.time, salt: 3))))
        #expect((try Refolding(records, of: run.table).difference == nil) == isRedone)
    }

    @Test("A state that a timer of the living process leads to is not told `restored`, and its order is given once")
    func enteredInTheLivingProcess() throws {
        var run = try DrivenRun(
            LoadedFlow(
                """
                flow Sheets version 1
                command start, cancel
                effect openSheet
                final done
                within 1h -> done
                on cancel -> done
                reject other
                state waiting waits for user { after 60s -> showing }
                state showing waits for user {
                  enter { do openSheet }
                  on start -> done
                  on restored stay { do openSheet }
                }
                """))
        run.time.advance(to: Instant(milliseconds: 22_000))
        let now = run.time.now
        run.machine.comeBack(as: Resumption(epoch: 2, wallTime: now, salt: 2), at: now)
        #expect(!run.machine.wantsToResume(at: now))
        run.time.advance(to: Instant(milliseconds: 60_000))
        #expect(run.names(of: try run.fireTimer()) == ["after 60s"])
        #expect(run.orders.count == 1)
        // The record of the return has the time of the return, and another process sees by it that nobody was to be told.
        #expect(run.decision.records.map(\.time.milliseconds) == [22_000, 60_000])
        let folded = try Refolding(run.records(), of: run.table)
        #expect(folded.difference == nil)
        var machine = folded.machine
        let isSettled = machine.settle()
        #expect(isSettled)
    }

    // MARK: - What sources retain

    private static let chest = """
        flow Chest version 1
        command go, cancel
        callback ready
        source lock = "Lock" by kind singleton { retained READY => ready }
        final done
        within 20m -> done
        on cancel -> done
        ignore unrecognised
        reject other
        state waiting waits for user { on ready -> armed  on go -> done }
        state armed waits for user { ignore ready  on restored -> waiting  on go -> done }
        """

    @Test(
        "Who is told `restored` depends on where the legs stood on return, not on a retained callback heard behind it",
        arguments: [false, true])
    func retainedBehindTheReturn(isHeardAlone: Bool) throws {
        var run = try DrivenRun(LoadedFlow(Self.chest))
        let now = run.time.now
        run.machine.comeBack(as: Resumption(epoch: 2, wallTime: now, salt: 2), at: now)
        #expect(!run.machine.wantsToResume(at: now))
        run.retained = RetainedCallbacks([.object(["kind": .text("READY")])], readBy: run.machine.flow)
        if isHeardAlone { try run.decide(.retained(leg: 0)) }
        try run.send("go")
        #expect(run.causes(from: 1) == [nil, .retained, .asked])
        // Another process goes on with the run, whether the log has its last record or not.
        for records in [run.records(), run.records().dropLast()] {
            let folded = try Refolding(records, of: run.table)
            #expect(folded.difference == nil)
            var machine = folded.machine
            let isSettled = machine.settle()
            #expect(isSettled)
        }
    }

    @Test("A leg that an overdue deadline begins hears what was retained before its parent is told `restored`")
    func retainedByANewLeg() throws {
        let hall = """
            flow Hall version 1
            command cancel
            final done
            within 20m -> done
            on cancel -> done
            reject other
            state shut waits for user { after 10s -> open }
            state open waits for user {
              child chest = Chest
              enter { run chest.go }
              on chest.done stay
              on restored -> shut
            }
            """
        var run = try DrivenRun(LoadedFlow(hall, among: ["Chest": Self.chest]))
        run.time.advance(to: Instant(milliseconds: 20_000))
        let now = run.time.now
        run.machine.comeBack(as: Resumption(epoch: 2, wallTime: now, salt: 2), at: now)
        run.retained = RetainedCallbacks([.object(["kind": .text("READY")])], readBy: run.machine.flow)
        #expect(
            run.names(of: try run.fireTimer()) == [
                "after 10s", "chest: began", "chest: ready", "chest: go", "chest.done", "restored",
            ])
        #expect(try Refolding(run.records(), of: run.table).difference == nil)
    }

    // MARK: - Timers that are held

    @Test("A timer that was held and that `restored` lets go fires behind it, and the run is redone")
    func heldTimers() throws {
        let names = [["restored", "life"], ["restored", "c: restored", "life"]]
        for (flow, expected) in zip(try HeldTimers.all(), names) {
            var run = try DrivenRun(flow)
            try run.send("go")
            if flow.table.children.isEmpty { try run.tell("PING", by: "event") } else { try run.send("next") }
            run.time.advance(to: Instant(milliseconds: 60_000))
            let now = run.time.now
            run.machine.comeBack(as: Resumption(epoch: 2, wallTime: now, salt: 2), at: now)
            #expect(run.names(of: try run.fireTimer()) == expected)
            let folded = try Refolding(run.records(), of: run.table)
            #expect(folded.difference == nil)
            var machine = folded.machine
            let isSettled = machine.settle()
            #expect(isSettled)
        }
    }
}
