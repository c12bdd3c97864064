import FlowFixtures
import KeywayCore
import KeywayLog
import Testing

@testable import KeywayRuns

@Suite("Orders, their ends and their keys")
struct OrderTests {
    private static let text = """
        flow Tiny version 1
        command go, quit, look
        effect say
        effect show volatile
        effect check replies yes, no otherwise no within 5s
        final done
        within 20m -> done
        reject other
        late other
        state first {
          on go stay { do say; do show; do check }
          on look stay { do say }
          on quit -> done { do say }
          on yes, no stay
        }
        """

    private func run(kind: RunKind = .live, log: any EventLog = MemoryLog(salt: 7)) throws -> DrivenRun {
        try DrivenRun(LoadedFlow(Self.text), kind: kind, log: log)
    }

    // MARK: - Ends

    @Test("The end of an order without replies is a record of its own, without a step, for which nobody waits")
    func closed() throws {
        for closing in Closing.allCases {
            var run = try run()
            try run.send("go")
            let order = run.allOrders[0]
            #expect(try run.finish(order, closing).isEmpty)
            #expect(run.records().last?.content == .closed(order.order.id, closing))
            #expect(run.decision.isLazy && run.decision.consequences.isEmpty)
            let count = run.records().count
            // An order ends once.
            #expect(try run.finish(order, closing).isEmpty)
            #expect(run.records().count == count && !run.decision.isLazy)
        }
    }

    @Test("An end that comes with what was due is waited for")
    func closedWithMore() throws {
        var run = try run()
        try run.send("go")
        run.time.advance(to: Instant(milliseconds: 6000))
        try run.finish(run.allOrders[0])
        #expect(run.causes(from: 2) == [.limit, nil])
        #expect(!run.decision.isLazy)
    }

    @Test("A volatile order whose handler returned has no end on record, nor has any in a run that is only played")
    func withoutEnd() throws {
        var live = try run()
        try live.send("go")
        let count = live.records().count
        #expect(try live.finish(live.orders(of: "show")[0]).isEmpty)
        #expect(live.records().count == count)
        for kind in [RunKind.transcript, .shadow] {
            var played = try run(kind: kind)
            try played.send("look")
            try played.finish(played.allOrders[0])
            #expect(played.records().count == 2)
            try played.send("quit")
            #expect(played.decision.standing == .over)
        }
    }

    @Test("The standing names the records that the run still needs, each once and in order")
    func neededRecords() throws {
        var run = try run()
        #expect(run.neededRecords == [])
        try run.send("look")
        try run.send("go")
        #expect(run.neededRecords == [1, 2])
        // Record 2 is needed for two orders, `say` and `check`.
        try run.finish(run.allOrders[1])
        #expect(run.neededRecords == [1, 2])
        try run.reply("yes", to: "check")
        #expect(run.neededRecords == [1])
        try run.send("go")
        try run.send("quit")
        // Records: 3 closed, 4 yes, 5 go, 6 quit. The end of the run closed `check` and not `say`.
        #expect(run.neededRecords == [1, 5, 6])
        var post = try DrivenRun(LoadedFlow(PostFlow.text))
        try post.send("send")
        #expect(post.neededRecords == [1])
        try post.decide(.granted(leg: 0, lane: 0, asked: 1))
        #expect(post.neededRecords == [1])
        try post.send("done")
        #expect(post.decision.standing == .over)
    }

    @Test("A run is over exactly when it and all its legs have ended, and every order has")
    func over() throws {
        let slow = House.bell.changing("on cancel -> broken", to: "on cancel stay { do chime }")
        let flow = try LoadedFlow(House.house, among: ["Hall": House.hall, "Bell": slow])
        var run = try DrivenRun(flow)
        try run.send("go")
        try run.send("leave")
        #expect(run.machine.isEnded && !run.machine.isOver)
        let chimes = run.orders(of: "chime", by: "hall.bell")
        #expect(chimes.map(\.order.id.sequence) == [5, 8])
        #expect(run.neededRecords == [5, 8])
        try run.finish(chimes[0])
        try run.finish(chimes[1])
        // The leg that did not end by its 'cancel' still waits for an answer.
        #expect(run.neededRecords == [5])
        let ask = try #require(run.orders(of: "ask", by: "hall.bell").first)
        try run.decide(.reply(ask.key, leg: ask.leg, event: #require(ask.flow.table.event(named: "yes")), fields: []))
        #expect(run.machine.isOver && run.decision.standing == .over)
        #expect(try Refolding(run.records(), of: run.table).machine.standing == .over)

        var other = try DrivenRun(flow)
        try other.send("go")
        try other.reply("yes", to: "ask", in: "hall.bell")
        #expect(other.machine.isOver && other.neededRecords == [5])
        try other.finish(other.orders(of: "chime", by: "hall.bell")[0], .interrupted)
        #expect(other.decision.standing == .over)
    }

    @Test("A run that has ended, with a leg that has not, is not over though it has no order")
    func outlived() throws {
        let text = """
            flow Outer version 1
            command leave
            final done
            within 20m -> done
            on leave -> done
            reject other
            child one = Inner
            enter { run one.begin }
            state here { on one.over stay }
            """
        let inner = """
            flow Inner version 1
            command begin, cancel, stop
            final over
            within 15m -> over
            reject other
            state idle waits for user { on begin, cancel stay on stop -> over }
            """
        var run = try DrivenRun(LoadedFlow(text, among: ["Inner": inner]))
        try run.send("leave")
        #expect(run.machine.isEnded && run.neededRecords == [])
        try run.send("stop", to: "one")
        #expect(run.decision.standing == .over)
    }

    @Test("What follows from a decision follows from its records: each order has the place of its own")
    func consequences() throws {
        var run = try House.run()
        try run.send("go")
        var told: [String] = []
        for consequence in run.decision.consequences {
            switch consequence {
            case .perform(let order): told.append("\(order.legName ?? "root"): \(order.effect.name)")
            case .cancel(let key): told.append("cancel \(key.order.sequence)")
            case .leaveUnperformed: Issue.record("no value is gone")
            case .ask, .free: Issue.record("there is no lane")
            }
        }
        #expect(told == ["hall.bell: chime", "hall.bell: ask"])
        let sequences = Set(run.decision.records.map(\.sequence))
        for case .perform(let order) in run.decision.consequences {
            #expect(sequences.contains(order.order.id.sequence) && order.key.order == order.order.id)
            #expect(order.key == run.machine.key(of: order.order.id))
        }
        let ask = try #require(run.allOrders.last)
        try run.send("leave")
        let cancelled = run.decision.consequences.compactMap { if case .cancel(let key) = $0 { key } else { nil } }
        #expect(cancelled == [ask.key])
    }

    // MARK: - Keys

    @Test("No two orders of a run have one key, nor those of two openings at the same place")
    func keys() throws {
        var keys: Set<EffectOrder.Key> = []
        var count = 0
        for salt in 1...3 as ClosedRange<UInt64> {
            var run = try run(log: MemoryLog(salt: salt))
            for _ in 0..<50 { try run.send("go") }
            #expect(run.allOrders.allSatisfy { $0.key.salt == salt && $0.key.run == DrivenRun.id })
            keys.formUnion(run.allOrders.map(\.key))
            count += run.allOrders.count
        }
        #expect(count == 450 && keys.count == count)
        #expect(Set(keys.map(\.description)).count == count)
        #expect(keys.allSatisfy { $0.description.count <= 80 })
    }

    @Test("A run that another process resumed gives keys with a salt of its own, and the older orders keep theirs")
    func resumed() throws {
        var run = try run()
        try run.send("look")
        var refolding = try Refolding(run.records(), of: run.table)
        let resumption = Resumption(epoch: 2, wallTime: Instant(milliseconds: 0), salt: 8)
        refolding.fold(
            Record(run: DrivenRun.id, sequence: 2, time: run.time.now, content: .resumed(resumption)))
        #expect(refolding.difference == nil)
        var machine = refolding.machine
        #expect(machine.key(of: run.allOrders[0].order.id) == run.allOrders[0].key)
        let look = try #require(run.table.event(named: "look"))
        let decision = try machine.decide(.command(Command(look)), at: run.time.now)
        var ordered: [EffectOrder.Key] = []
        for case .perform(let order) in decision.consequences { ordered.append(order.key) }
        #expect(ordered == [EffectOrder.Key(run: DrivenRun.id, order: EffectOrder.ID(sequence: 3, index: 0), salt: 8)])
        // A handler that has the key of the earlier process can still end its order by that key.
        let closing = try machine.decide(.finished(run.allOrders[0].key, leg: 0, .returned), at: run.time.now)
        #expect(closing.records.map(\.content) == [.closed(run.allOrders[0].order.id, .returned)])
    }

    @Test("An answer or an end with the key of another opening of the log, or of another run, does nothing")
    func othersKeys() throws {
        var run = try run()
        try run.send("go")
        let (say, check) = (run.orders(of: "say")[0], run.orders(of: "check")[0])
        let yes = try #require(run.table.event(named: "yes"))
        let before = run.machine
        for order in [say, check] {
            for key in [
                EffectOrder.Key(run: DrivenRun.id, order: order.order.id, salt: 8),
                EffectOrder.Key(run: RunID(high: 1, low: 3), order: order.order.id, salt: 7),
            ] {
                #expect(try run.decide(.finished(key, leg: 0, .failed)).isEmpty)
                #expect(try run.decide(.reply(key, leg: 0, event: yes, fields: [])).isEmpty)
            }
        }
        #expect(run.records().count == 2 && run.machine.difference(from: before) == nil)
        #expect(try run.decide(.reply(check.key, leg: 0, event: yes, fields: [])).map(\.disposition) == [.stayed])
    }

    @Test("An input for a leg that does not exist does nothing, nor does a wrong answer with another opening's key")
    func otherLegs() throws {
        var run = try House.run()
        try run.send("go")
        let ask = try #require(run.orders(of: "ask", by: "hall.bell").first)
        let before = run.machine
        let word = CallbackReading(.object(["word": .text("NOTHING")]), by: run.machine.flow)
        let inputs: [Input] = [
            .reply(ask.key, leg: 9, event: 0, fields: []), .finished(ask.key, leg: 9, .failed),
            .granted(leg: 9, lane: 0, asked: 5), .retained(leg: 9),
            // As an answer to this order the event would be a mistake; with the key of another opening it does nothing.
            .reply(
                EffectOrder.Key(run: DrivenRun.id, order: ask.order.id, salt: 8), leg: ask.leg, event: -1, fields: []),
        ]
        for input in inputs { #expect(try run.decide(input).isEmpty) }
        #expect(run.machine.difference(from: before) == nil)
        let call = ProviderCall(attempt: 1, leg: 9)
        #expect(try run.decide(.callback(word, answering: call, number: nil)).map(\.disposition) == [.unrecognised])
    }

    // MARK: - Lanes

    @Test("A grant of an older request does nothing, nor does a second one")
    func oldGrants() throws {
        let text = PostFlow.text.changing("on queue -> working", to: "on queue -> working on send -> idle")
        var run = try DrivenRun(LoadedFlow(text))
        for _ in 0..<3 { try run.send("send") }
        // Asked in record 1, left in record 2, asked again in record 3.
        #expect(run.state == "waiting" && run.neededRecords == [3])
        for (leg, lane, asked) in [(0, 0, 1), (0, 0, 2), (0, 1, 3), (1, 0, 3)] as [(Int, Int, UInt64)] {
            #expect(try run.decide(.granted(leg: leg, lane: lane, asked: asked)).isEmpty)
        }
        #expect(run.records().count == 4 && run.state == "waiting")
        #expect(run.names(of: try run.decide(.granted(leg: 0, lane: 0, asked: 3))) == ["queue"])
        #expect(try run.decide(.granted(leg: 0, lane: 0, asked: 3)).isEmpty)
        #expect(run.records().count == 5)
    }

    @Test("A lane is asked for and freed as one request, which the record that asked names")
    func requests() throws {
        var run = try DrivenRun(LoadedFlow(PostFlow.text))
        func requests(_ run: DrivenRun) -> (asked: [LaneRequest], freed: [LaneRequest]) {
            var (asked, freed): ([LaneRequest], [LaneRequest]) = ([], [])
            for consequence in run.decision.consequences {
                if case .ask(let request) = consequence { asked.append(request) }
                if case .free(let request) = consequence { freed.append(request) }
            }
            return (asked, freed)
        }
        try run.send("send")
        let asked = requests(run).asked
        #expect(asked.map(\.sequence) == [1] && asked.map(\.provider) == ["Mail"])
        try run.send("cancel")
        #expect(requests(run).freed == asked && requests(run).asked.isEmpty)
        #expect(run.decision.standing == .over)
    }

    @Test("A line serves who came first, and one who leaves it moves nobody but who comes to its head")
    func lines() {
        func request(_ run: UInt64, _ sequence: UInt64 = 1, of provider: String = "A") -> LaneRequest {
            LaneRequest(run: RunID(high: 0, low: run), leg: 0, lane: 0, sequence: sequence, provider: provider)
        }
        var queue = LaneQueue()
        let asked = (0..<4).map { queue.ask(request($0)) } + [queue.ask(request(9, of: "B"))]
        #expect(asked == [true, false, false, false, true])
        let next = [queue.free(request(2)), queue.free(request(0))]
        #expect(next == [nil, request(1)])
        // A run that asks again stands at the end, and its older request has no place in the line.
        let again = queue.ask(request(0, 2))
        let rest = [request(0), request(1), request(3), request(0, 2)].map { queue.free($0) }
        #expect(!again && rest == [nil, request(3), request(0, 2), nil])
        let anew = queue.ask(request(5))
        #expect(anew)
    }

    // MARK: - Sources

    private static let caller = """
        flow Caller version 1
        type Token = text(1...30) secret
        context { token: Token? }
        command go(token: Token), look, both
        callback word
        effect call(token: Token) once calls SDK.call
        effect show volatile calls SDK.show
        source sdk = "SDK" by word singleton { WORD => word }
        final done
        within 20m -> done
        ignore unrecognised, word
        reject other
        late other
        state first {
          on go stay { keep token; do call(token) }
          on look stay { do show }
          on both stay { do call(token); do show }
          on restored stay { do call(token) }
        }
        """

    /// The sequences of the records by which the run holds its source. Checks that the records, decided once more, give the same.
    private func holding(_ run: DrivenRun) throws -> [UInt64] {
        let folded = try Refolding(run.records(), of: run.table)
        #expect(folded.difference == nil)
        #expect(run.machine.difference(from: folded.machine) == nil)
        #expect(folded.machine.calls == run.machine.calls)
        return run.machine.calls.map(\.sequence)
    }

    @Test("An order whose value is gone makes nobody the holder of a source")
    func goneValues() throws {
        var run = try DrivenRun(LoadedFlow(Self.caller))
        try run.send("go", .text("x"))
        try run.finish(run.allOrders[0], .valueGone)
        #expect(try holding(run).isEmpty)
        try run.send("go", .text("x"))
        try run.finish(run.allOrders[1])
        #expect(try holding(run) == [3])
        // After each call that is not made, the call of record 3 counts again.
        for closing in [Closing.valueGone, .refused] {
            try run.send("go", .text("x"))
            let order = try #require(run.allOrders.last)
            #expect(try holding(run) == [order.order.id.sequence])
            try run.finish(order, closing)
            #expect(try holding(run) == [3])
        }
        // The other order of the same record is performed, so the record still counts.
        try run.send("both")
        let both = Array(run.allOrders.suffix(2))
        try run.finish(both[0], .valueGone)
        #expect(try holding(run) == [both[0].order.id.sequence])
    }

    @Test("A volatile order that is refused makes nobody the holder of a source, which a record says once")
    func refusedPresentations() throws {
        var run = try DrivenRun(LoadedFlow(Self.caller))
        try run.send("go", .text("x"))
        try run.finish(run.allOrders[0])
        for closing in [Closing.refused, .valueGone] {
            try run.send("look")
            let order = try #require(run.allOrders.last)
            #expect(try holding(run) == [order.order.id.sequence])
            let count = run.records().count
            for _ in 0..<2 { try run.finish(order, closing) }
            #expect(run.records().dropFirst(count).map(\.content) == [.closed(order.order.id, closing)])
            #expect(try holding(run) == [1])
        }
    }

    @Test("An order that was given as a run came back, without its value, makes it no holder; an earlier one did")
    func interruptedCalls() throws {
        var run = try DrivenRun(LoadedFlow(Self.caller))
        try run.send("go", .text("x"))
        run.machine = try Refolding(run.records(), of: run.table).machine
        let now = run.time.now
        run.machine.comeBack(as: Resumption(epoch: 2, wallTime: now, salt: 8), at: now)
        try run.fireTimer()
        let ends = run.decision.records.map(\.content).filter { if case .closed = $0 { true } else { false } }
        #expect(
            ends == [
                .closed(EffectOrder.ID(sequence: 1, index: 0), .interrupted),
                .closed(EffectOrder.ID(sequence: 3, index: 0), .valueGone),
            ])
        #expect(try holding(run) == [1])
    }
}
