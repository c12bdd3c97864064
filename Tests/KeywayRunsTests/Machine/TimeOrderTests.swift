import FlowFixtures
import KeywayCore
import KeywayLog
import KeywayRuns
import Testing

@Suite("What is due at one instant")
struct TimeOrderTests {
    private static let child = """
        flow Child version 1
        command begin, again, cancel
        effect look replies seen, none otherwise none within 5s
        final over
        within 15m -> over
        on cancel -> over
        reject other
        late other
        state idle waits for user { on begin -> running }
        state running { timer u on again stay { set u 5s; do look } on u stay on seen, none stay }
        """
    private static let parent = """
        flow Parent version 1
        command again, longer
        effect check replies yes, no otherwise no within 5s
        final done
        within 20m -> done
        reject other
        late other
        timer t
        timer s
        child one = Child
        child two = Child
        enter { run one.begin; run two.begin }
        state here {
          on again stay { set t 5s; do check }
          on longer stay { set s 4s }
          on t, s stay
          on yes, no stay
          on one.over, two.over stay
        }
        """

    private func run() throws -> DrivenRun { try DrivenRun(LoadedFlow(Self.parent, among: ["Child": Self.child])) }

    private func again(_ leg: String?, in run: inout DrivenRun) throws {
        if let leg { try run.send("again", to: leg) } else { try run.send("again") }
    }

    /// All sequences in which a parent, which is nil, and two children can set their timers or give their orders.
    static let sequences: [[String?]] = [
        [nil, "one", "two"], [nil, "two", "one"], ["one", nil, "two"], ["two", nil, "one"], ["one", "two", nil],
        ["two", "one", nil],
    ]

    @Test(
        "Timers fire in the order of setting over all legs, be the parent's or a child's set first",
        arguments: sequences)
    func timers(sequence: [String?]) throws {
        var run = try run()
        for leg in sequence { try again(leg, in: &run) }
        // The limits are due at the same instant; their steps are left out here.
        let steps = try run.pass(until: 5000).filter { $0.eventRecord?.cause == .timer }
        #expect(run.names(of: steps) == sequence.map { $0.map { "\($0): u" } ?? "t" })
    }

    @Test("The time limits of effects pass in the order in which all legs gave the orders", arguments: sequences)
    func limits(sequence: [String?]) throws {
        var run = try run()
        for leg in sequence { try again(leg, in: &run) }
        let steps = try run.pass(until: 5000).filter { $0.eventRecord?.cause == .limit }
        #expect(run.names(of: steps) == sequence.map { $0.map { "\($0): none" } ?? "no" })
    }

    @Test("All timers of an instant go before its limits, and the earlier instant before the later")
    func instants() throws {
        var run = try run()
        try run.send("again", to: "one")
        try run.send("again")
        run.time.advance(to: Instant(milliseconds: 1000))
        try run.send("longer")
        run.time.advance(to: Instant(milliseconds: 2000))
        try run.send("again", to: "two")
        run.time.advance(to: Instant(milliseconds: 60_000))
        // One decision, long after all were due, has them in the same order as decisions in time would.
        #expect(
            run.names(of: try run.decide(.instantEnded)) == [
                "one: u", "t", "s", "one: none", "no", "two: u", "two: none",
            ])
    }

    @Test("A timer that is set anew goes behind those that were set meanwhile")
    func setAnew() throws {
        var run = try run()
        try run.send("again")
        try run.send("again", to: "one")
        try run.send("again")
        let steps = try run.pass(until: 5000).filter { $0.eventRecord?.cause == .timer }
        #expect(run.names(of: steps) == ["one: u", "t"])
    }

    @Test("What is due goes before what comes, and an answer at the very instant of its limit is in time")
    func dueFirst() throws {
        var run = try run()
        try run.send("again")
        run.time.advance(to: Instant(milliseconds: 5000))
        #expect(run.names(of: try run.reply("yes", to: "check")) == ["t", "yes"])
        try run.send("again")
        run.time.advance(to: Instant(milliseconds: 10_001))
        let steps = try run.reply("yes", to: "check")
        #expect(run.names(of: steps) == ["t", "no", "yes"])
        #expect(steps.map(\.disposition) == [.stayed, .stayed, .stale])
        #expect(run.decision.records.map(\.time) == Array(repeating: run.time.now, count: steps.count))
    }

    @Test("The clock of a record never goes back, though the time that a run is told does")
    func backwards() throws {
        var run = try run()
        for now in [3000, 2000, 2500, 4000] as [Int64] {
            let decision = try run.machine.decide(
                .command(Command(run.table.event(named: "longer") ?? -1)), at: Instant(milliseconds: now))
            #expect(decision.records.map(\.time.milliseconds) == [max(now, 3000)])
        }
    }

    // MARK: - Mistakes

    /// What a caller can do wrong, at a moment when a timer is due.
    private static let mistakes: [(RunError, @Sendable (inout DrivenRun) throws -> Void)] = [
        (.noSuchCommand(-1), { try $0.send("nonsense") }),
        (.noSuchLeg("three"), { _ = try $0.send(0, fields: [], to: "three") }),
        (.invalidInput(.count(event: "again", found: 1, expected: 0)), { try $0.send("again", .bool(true)) }),
        (.identityInUse("used"), { try $0.send("longer", id: "used") }),
        (.identityInUse("used"), { try $0.send("again", to: "one", id: "used") }),
        (.invalidInput(.noReply(position: -1)), { try $0.reply("nonsense", to: "check") }),
        (
            .invalidInput(.count(event: "yes", found: 1, expected: 0)),
            {
                let order = try #require($0.rootOrders.last)
                try $0.answer(order.id, with: $0.table.event(named: "yes") ?? -1, fields: [.bool(true)])
            }
        ),
        (.tooManyIdentities, { try $0.send("again", id: "one too many") }),
        (.identityTooLong(limit: 256), { try $0.send("again", id: String(repeating: "x", count: 257)) }),
    ]

    @Test("A mistake of the caller decides nothing, not even what is due", arguments: 0..<9)
    func mistakes(number: Int) throws {
        try #require(Self.mistakes.count == 9)
        let (error, make) = Self.mistakes[number]
        var run = try run()
        try run.send("again", id: "used")
        if error == .tooManyIdentities { for number in 1..<1024 { try run.send("longer", id: "\(number)") } }
        run.time.advance(to: Instant(milliseconds: 7000))
        let before = run.machine
        #expect(throws: error) { try make(&run) }
        #expect(run.machine.nextSequence == before.nextSequence && run.machine.latest == before.latest)
        #expect(run.machine.difference(from: before) == nil)
        #expect(try run.fireTimer().first?.eventRecord?.cause == .timer)
    }
}
