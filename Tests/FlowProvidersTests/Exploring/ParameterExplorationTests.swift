import FlowFixtures
import FlowMachine
import FlowTranscripts
import KeywayCore
import Testing

@testable import FlowProviders

@Suite("Rule 34: every value of a parameter is explored")
struct ParameterExplorationTests {
    /// A flow that may turn a jammed lock again: `left` counts down from the parameter `sends`.
    private static func flow(_ sends: String, requirements: String = "") -> String {
        LockedDoor.flow(
            requirements:
                "\(requirements)\nparam sends: \(sends)\ncontext { left: int 0...5 = sends, jams: int 0...5 = 0 }",
            turning: """
                on opened -> asking
                  on jammed when left > 1 -> turning { left -= 1; jams += 1 }
                  on jammed otherwise -> failed
                  after 30s -> failed
                """)
    }

    /// A lock that may say `open` and `jam` again and again once it was turned.
    private static let lock = LockedDoor.model().changing("stay { turned = false }", to: "stay")

    private func explored(_ text: String) throws -> FlowExploration {
        try explore(machine(text), against: [model(Self.lock)])
    }

    @Test("What one value alone breaks is found; its run says that the value was chosen, and plays as it was found")
    func oneValue() throws {
        let text = Self.flow("int 1...4 = 1", requirements: "require never jams == 3")
        let exploration = try explored(text)
        let judged = try #require(exploration.judgements.first { $0.name == "never jams == 3" })
        #expect(judged.verdict == .broken)
        let violation = try #require(judged.violations.first)
        #expect(violation.run.first?.kind == .chosen(parameter: 0, .integer(4)))
        #expect(
            RunWords(exploration).lines(of: violation.run).first?.happening
                == "whoever begins the run chooses sends = 4")
        let counterexample = exploration.counterexample(of: violation)
        #expect(counterexample.transcript.header?.parameters == ["sends": .integer(4)])
        #expect(try counterexample.played(by: exploration.machine) == violation.run.legDecisions)
        let three = try explored(Self.flow("int 1...3 = 1", requirements: "require never jams == 3"))
        #expect(three.verdict(on: "never jams == 3") == .proved)
    }

    @Test("The verdicts on all values at once are those on each value by itself", arguments: 0...5)
    func differential(jams: Int) throws {
        let requirement = "never jams == \(jams)"
        let together = try explored(Self.flow("int 1...4 = 2", requirements: "require \(requirement)"))
        let apart = try (1...4).map { value in
            try explored(Self.flow("int \(value)...\(value) = \(value)", requirements: "require \(requirement)"))
        }
        let isBroken = apart.contains { $0.verdict(on: requirement) == .broken }
        #expect(together.verdict(on: requirement) == (isBroken ? .broken : .proved))
    }

    @Test("Runs of different values meet where nothing but a counter tells them apart")
    func meeting() throws {
        func configurations(_ sends: String) throws -> Int {
            let text = Self.flow(sends).changing(", jams: int 0...5 = 0", to: "").changing("; jams += 1", to: "")
            return try explored(text).configurations
        }
        let apart = try (1...4).map { try configurations("int \($0)...\($0) = \($0)") }
        // The four values differ in `left` alone, and a run with the greatest value comes to each smaller `left` by itself.
        #expect(try configurations("int 1...4 = 2") < (apart.max() ?? 0) * 3 / 2)
    }

    /// A flow that may turn a jammed lock again, once and only with the key `bent`.
    ///
    /// - Parameter key: the declaration of the parameter `key`.
    private static func keys(_ key: String, requirements: String) -> String {
        LockedDoor.flow(
            requirements: """
                \(requirements)
                enum Key { round, square, bent }
                \(key)
                context { again: bool = false }
                """,
            turning: """
                on opened -> asking
                  on jammed when key == bent and not again -> turning { again = true }
                  on jammed when key != bent or again -> failed
                  after 30s -> failed
                """)
    }

    @Test("Each value of an enum has a search of its own, and what one value alone breaks or shows is told of all")
    func enums() throws {
        let requirements = "require never again\nrequire sometimes again\nrequire sometimes key == square"
        let all = try explored(Self.keys("param key: Key = round", requirements: requirements))
        #expect(all.isComplete)
        #expect(all.verdict(on: "never again") == .broken)
        #expect(all.verdict(on: "sometimes again") == .proved)
        #expect(all.verdict(on: "sometimes key == square") == .proved)
        let violation = try #require(all.judgements.first { $0.name == "never again" }?.violations.first)
        #expect(violation.run.first?.kind == .chosen(parameter: 0, .enumCase(2)))
        let counterexample = all.counterexample(of: violation)
        #expect(counterexample.transcript.header?.parameters == ["key": .text("bent")])
        #expect(try counterexample.played(by: all.machine) == violation.run.legDecisions)
        let machine = try machine(Self.keys("param key: Key = round", requirements: requirements))
        let apart = try (0..<3).map { key in
            try explore(machine.fixing([0: .enumCase(key)]), against: [model(Self.lock)])
        }
        #expect(apart.map { $0.verdict(on: "never again") } == [.proved, .proved, .broken])
        #expect(apart.map { $0.verdict(on: "sometimes again") } == [.broken, .broken, .proved])
        #expect(all.configurations == apart.reduce(0) { $0 + $1.configurations })
        #expect(all.steps == apart.reduce(0) { $0 + $1.steps })
        #expect(all.reached.rows == apart.reduce(into: Set()) { $0.formUnion($1.reached.rows) })
        #expect(apart.contains { $0.reached.rows != all.reached.rows })
    }

    @Test("A value that the call chooses is explored alone, and each run that breaks something begins with it")
    func chosenValue() throws {
        let machine = try machine(Self.keys("param key: Key = round", requirements: "require never again"))
        func explored(_ key: Int) throws -> FlowExploration {
            try explore(machine, choosing: [0: .enumCase(key)], against: [model(Self.lock)])
        }
        let (square, bent) = try (explored(1), explored(2))
        #expect(square.isProved && square.chosen == [0: .enumCase(1)])
        let alone = try explore(machine.fixing([0: .enumCase(1)]), against: [model(Self.lock)])
        #expect(square.configurations == alone.configurations && square.steps == alone.steps)
        let violation = try #require(bent.judgements.first { $0.name == "never again" }?.violations.first)
        #expect(violation.run.first?.kind == .chosen(parameter: 0, .enumCase(2)))
        #expect(bent.counterexample(of: violation).transcript.header?.parameters == ["key": .text("bent")])
    }

    @Test("A 'sometimes' is broken where no value of an enum shows it")
    func enumsThatShowNothing() throws {
        let requirement = "sometimes again and key == round"
        let all = try explored(Self.keys("param key: Key = round", requirements: "require \(requirement)"))
        #expect(all.verdict(on: requirement) == .broken)
        #expect(all.judgements.first { $0.name == requirement }?.violations.count == 1)
    }

    @Test("Where the search of one value is stopped nothing is proved, and what another value breaks is told")
    func stoppedEnum() throws {
        let text = Self.keys("param key: Key = round", requirements: "require never again\nrequire never key == round")
        let all = try explore(machine(text), against: [model(Self.lock)], limit: 10)
        #expect(!all.isComplete)
        #expect(all.verdict(on: "never key == round") == .broken)
        #expect(all.judgements.allSatisfy { $0.verdict != .proved })
    }

    @Test("A parameter that steers nothing costs nothing, however many values it has")
    func steersNothing() throws {
        let text = LockedDoor.flow().changing("effect turn once", to: "effect turn(count: int 0...999999) once")
        let plain = try explored(text.changing("do turn", to: "do turn(7)"))
        let chosen = try explored(
            text.changing("do turn", to: "do turn(count)").changing(
                "command open", to: "param count: int 0...999999 = 7\ncommand open"))
        #expect(chosen.configurations == plain.configurations && chosen.steps == plain.steps)
    }

    @Test("A sub-flow has what its parent chooses for it, and a parent's own parameter comes to it")
    func children() throws {
        let door = Self.flow("int 1...4 = 1")
        func house(_ chosen: String, _ parameter: String = "") throws -> FlowExploration {
            let parent = House.flow().changing("child first = Door", to: "child first = Door(\(chosen))")
                .changing("command start", to: "\(parameter)\ncommand start")
            let text = parent.changing("final failed\n", to: "final failed\nfinal thrice\n")
            let flow = try LoadedFlow(
                text.changing(
                    "on first.failed, first.cancelled, next -> back",
                    to: """
                        on first.failed when jams == 3 -> thrice
                          on first.failed otherwise -> back
                          on first.cancelled, next -> back
                        """
                ).changing("require authenticated only", to: "require never thrice\nrequire authenticated only"),
                among: ["Door": door.changing("final failed", to: "final failed keeps jams")])
            return try explore(flow.machine, against: [model(Self.lock)])
        }
        #expect(try house("sends: 4").verdict(on: "never thrice") == .broken)
        #expect(try house("sends: 3").verdict(on: "never thrice") == .proved)
        #expect(try house("sends: most", "param most: int 1...4 = 1").verdict(on: "never thrice") == .broken)
        #expect(try house("sends: most", "param most: int 1...3 = 1").verdict(on: "never thrice") == .proved)
    }

    @Test("A flow whose parameters can be chosen in too many ways is refused before the ways are listed")
    func manyChoices() throws {
        let wide = Self.flow("int 1...4 = 1").changing(
            "param ", to: "param wide: int 0...9223372036854775807 = 1\nrequire never wide == 7\nparam ")
        let problem = #expect(throws: ExplorationProblem.self) { try explored(wide) }
        #expect(problem?.sentence.contains("can be chosen in more than 100000 ways") ?? false)
    }

    /// A flow that doubts after a word of an earlier attempt: its timer `silence` may fire before the parameter `patience` is over.
    private static let doubting = """
        flow Doubting version 1
        param patience: duration 100ms...10s = 100ms
        command start, cancel
        callback bounced
        effect send calls Box.send
        source box = "Box" by kind singleton { BOUNCED => bounced }
        final done
        final failed
        within 20m -> failed
        on cancel -> done
        ignore unrecognised
        reject other
        state idle waits for user { on start -> sending { do send }  late bounced }
        state sending waits for user { on bounced -> doubting }
        group doubt {
          timer silence
          enter { set silence 500ms }
          on silence -> failed
          state doubting { after patience -> asking  ignore bounced }
        }
        state asking waits for user { ignore bounced  on start -> done }
        """

    /// Says at any moment what an earlier run has left.
    private static let bouncing = """
        provider Box version "1" for box
        word bounced = BOUNCED
        context { earlier: bool = true }
        emit bounced when earlier stay
        state open { call send stay }
        """

    /// The verdict on a flow beside `bouncing`.
    ///
    /// - Parameter chosen: what the call chooses for parameters, by their positions among the variables.
    private func verdictOnOldWords(_ flow: String, choosing chosen: [Int: Value] = [:]) throws -> FlowExploration
        .Verdict?
    {
        try explore(machine(flow), choosing: chosen, against: [model(Self.bouncing)]).verdict(on: "30.v")
    }

    @Test("A parameter that may be chosen longer lets another deadline end the run within a second of an old word")
    func longerDuration() throws {
        let exploration = try explore(machine(Self.doubting), against: model(Self.bouncing))
        #expect(exploration.verdict(on: "30.v") == .broken)
        #expect(exploration.sentences(about: "30.v").keys.allSatisfy { $0.contains("'sending'") })
        let short = Self.doubting.changing("100ms...10s", to: "100ms...400ms")
        #expect(try verdictOnOldWords(short) == .proved)
    }

    @Test("A duration that the call chooses has that value alone")
    func chosenDuration() throws {
        #expect(try verdictOnOldWords(Self.doubting, choosing: [0: .duration(400)]) == .proved)
        #expect(try verdictOnOldWords(Self.doubting, choosing: [0: .duration(600)]) == .broken)
    }

    /// A flow whose sub-flow has the flow's parameter as its own `patience`.
    ///
    /// `range`: the range of the parameter, and its default.
    private static func whole(_ range: String) -> String {
        """
        flow Whole version 1
        param pause: duration \(range)
        command start, cancel
        final done
        within 30m -> done
        on cancel -> done
        reject other
        state idle waits for user { on start -> doubting }
        state doubting {
          child part = Doubting(patience: pause)
          enter { run part.start }
          on part.done, part.failed -> done
        }
        """
    }

    @Test("A sub-flow's duration to which the chosen one is passed on has that value alone too")
    func chosenDurationOfSubFlow() throws {
        let whole = Self.whole("100ms...10s = 100ms")
        let flow = try House.machine(whole, others: ["Doubting": Self.doubting])
        func verdict(_ chosen: [Int: Value]) throws -> FlowExploration.Verdict? {
            try explore(flow, choosing: chosen, against: [model(Self.bouncing)]).verdict(on: "30.v")
        }
        #expect(try verdict([:]) == .broken)
        #expect(try verdict([0: .duration(400)]) == .proved)
        let fixed = whole.changing("param pause: duration 100ms...10s = 100ms\n", to: "")
            .changing("patience: pause", to: "patience: 400ms")
        let constant = try House.machine(fixed, others: ["Doubting": Self.doubting])
        #expect(try explore(constant, against: [model(Self.bouncing)]).verdict(on: "30.v") == .proved)
    }

    /// The flow `doubting` where nothing but a duration between the ends of its range ends the run: it is over after `silence`, and before
    /// the state `second` is left.
    private static let doubtingTwice = doubting.changing(
        "timer silence\n  enter { set silence 500ms }\n  on silence -> failed",
        to: "timer silence\n  timer long\n  enter { set silence 500ms; set long patience }"
    ).changing(
        "state doubting { after patience -> asking  ignore bounced }",
        to: """
            state doubting { on long -> asking  on silence -> second  ignore bounced }
              state second { on long -> failed  after 300ms -> asking  ignore bounced }
            """)

    @Test("Each value of a duration counts, also between the ends of its range")
    func durationBetweenTheEnds() throws {
        #expect(try verdictOnOldWords(Self.doubtingTwice, choosing: [0: .duration(700)]) == .broken)
        #expect(try verdictOnOldWords(Self.doubtingTwice) == .broken)
        for range in ["100ms...499ms = 100ms", "801ms...10s = 801ms"] {
            let flow = Self.doubtingTwice.changing("100ms...10s = 100ms", to: range)
            #expect(try verdictOnOldWords(flow) == .proved)
        }
    }

    @Test("Either of two durations may be the shorter, where their ranges allow it")
    func racingDurations() throws {
        let two = Self.doubtingTwice.changing(
            "command start", to: "param quiet: duration 200ms...900ms = 500ms\ncommand start"
        )
        .changing("set silence 500ms", to: "set silence quiet")
        #expect(try verdictOnOldWords(two.changing("100ms...10s = 100ms", to: "600ms...700ms = 600ms")) == .broken)
        let apart = two.changing("100ms...10s", to: "100ms...199ms")
        #expect(try verdictOnOldWords(apart) == .proved)
    }

    /// The flow `doubting` without its timer, so that it fails once `patience` is over.
    private static let impatient = doubting.changing("  enter { set silence 500ms }\n", to: "")
        .changing("  timer silence\n", to: "").changing("  on silence -> failed\n", to: "")
        .changing("after patience -> asking", to: "after patience -> failed")

    @Test("A sub-flow's duration has the range of the parent's parameter that it gets")
    func narrowerParent() throws {
        func explored(_ range: String) throws -> FlowExploration {
            let machine = try House.machine(Self.whole(range), others: ["Doubting": Self.impatient])
            return try explore(machine, against: [model(Self.bouncing)])
        }
        let long = try explored("2s...5s = 5s")
        #expect(long.verdict(on: "30.v") == .proved)
        #expect(long.reached.shortestWait == 2_000)
        #expect(
            try explored("500ms...5s = 5s").sentences(about: "30.v").keys.allSatisfy { $0.contains("500 ms later") })
    }

    @Test("A sub-flow's duration that the parent does not give is its default, which nobody can change")
    func durationOfNobody() throws {
        func explored(_ first: String) throws -> FlowExploration {
            let whole = Self.whole("100ms...5s = 5s").changing("Doubting(patience: pause)", to: "Doubting")
            let part = Self.impatient.changing("100ms...10s = 100ms", to: "100ms...10s = \(first)")
            return try explore(House.machine(whole, others: ["Doubting": part]), against: [model(Self.bouncing)])
        }
        let long = try explored("2s")
        #expect(long.verdict(on: "30.v") == .proved)
        #expect(long.reached.shortestWait == 2_000)
        #expect(try explored("500ms").verdict(on: "30.v") == .broken)
    }

    @Test("A duration in a variable that no row changes has its first value alone")
    func unchangedVariable() throws {
        func flow(_ first: String, _ more: String = "") -> String {
            Self.impatient.changing(
                "param patience: duration 100ms...10s = 100ms",
                to: "context { patience: duration 100ms...10s = \(first) }"
            )
            .changing("group doubt {", to: "group doubt {\n  timer over\n  on over -> failed")
            .changing("after patience -> failed  ignore bounced", to: "enter { set over patience }  ignore bounced")
            .changing("on bounced -> doubting", to: "on bounced -> doubting\(more)")
        }
        #expect(try verdictOnOldWords(flow("5s")) == .proved)
        #expect(try verdictOnOldWords(flow("500ms")) == .broken)
        #expect(try verdictOnOldWords(flow("5s", " { patience = 100ms }")) == .broken)
    }

    @Test("Where durations allow more orders of deadlines within a second than are followed, nothing is proved")
    func tooManyOrdersOfDeadlines() throws {
        func flow(_ beat: String) -> String {
            """
            flow Doubting version 1
            param first: duration 2ms...5s = 5s
            param second: duration 1ms...5s = 5s
            command start, cancel
            callback bounced
            effect send calls Box.send
            source box = "Box" by kind singleton { BOUNCED => bounced }
            final done
            final failed
            within 20m -> failed
            on cancel -> done
            ignore unrecognised
            reject other
            state idle waits for user { on start -> sending { do send }  late bounced }
            state sending waits for user { on bounced -> doubting { set t1 first; set t2 second } }
            group perhaps {
              timer t1
              timer t2
              ignore bounced
              after 40s -> failed
              state doubting { on t1 -> late1  on t2 -> looking }
              state late1 { on t2 -> failed }
              state looking { on t1 stay {}  after \(beat) -> looking }
            }
            """
        }
        #expect(try verdictOnOldWords(flow("50ms")) == .broken)
        let exploration = try explore(machine(flow("1ms")), against: model(Self.bouncing))
        #expect(exploration.verdict(on: "30.v") == .unproved)
        #expect(exploration.reached.shortestWait == nil)
        #expect(
            exploration.sentences(about: "30.v").keys.sorted()
                == ["more may come of 'bounced' in 'sending' in less than a second than is followed"])
    }
}
