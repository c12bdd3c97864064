import FlowFixtures
import FlowMachine
import FlowProviders
import Testing

@Suite("Rule 30: What a word begins in a sub-flow is the word's doing")
struct SilentSubFlowTests {
    /// The door, which has its lock mended where the lock jams.
    ///
    /// - Parameters:
    ///   - turning: what a jam does before the lock has opened.
    ///   - asking: what it does after that.
    ///   - rows: the rows of the state in which the lock is mended.
    ///   - wait: after how long the timer `tired` fires, which that state sets; nil for no such timer.
    ///   - state: one more state of the group in which the lock is mended, with its rows.
    private static func flow(
        turning: String = "on jammed -> mending", asking: String = "ignore jammed",
        rows: String = "on fix.bad -> failed", tiredAfter wait: String? = nil, andState state: String? = nil
    ) -> String {
        LockedDoor.flow(turning: "on opened -> asking\n  \(turning)\n  after 30s -> failed")
            .changing("{ on open -> turning }", to: "{ on open -> turning\n late jammed }")
            .changing("ignore opened, jammed", to: "ignore opened\n  \(asking)")
                + """

                group mend {
                  \(wait == nil ? "" : "timer tired")
                  child fix = Fixer
                  on opened -> asking
                  ignore jammed
                  late confirmed, denied
                  after 1m -> failed
                  \(state.map { "state \($0)" } ?? "")
                  state mending {
                    enter { run fix.start\(wait.map { "; set tired \($0)" } ?? "") }
                    \(rows)
                  }
                }
                """
    }

    /// - Parameter rows: what the mender does once it has begun, and its states.
    private static func fixer(_ rows: String, parameter: String = "") -> String {
        """
        flow Fixer version 1
        \(parameter)
        command start, cancel
        final bad
        within 15m -> bad
        on cancel -> bad
        reject other
        state idle waits for user { on start -> \(rows)
        """
    }

    /// A mender that fails as it begins.
    private static let atOnce = fixer("bad }")
    /// A mender that fails this long after it began.
    private static func after(_ wait: String) -> String { fixer("working }\nstate working { after \(wait) -> bad }") }

    /// A lock that may jam right after it has opened.
    private static let talkative = LockedDoor.model("emit open then jam when turned stay { turned = false }")

    private func explored(
        _ flow: String, _ fixer: String, _ lock: String = LockedDoor.haunted
    ) throws -> FlowExploration {
        try explore(House.machine(flow, others: ["Fixer": fixer]), against: [model(lock)])
    }

    @Test("A sub-flow that ends as it begins, and the run with it, is the old word's doing")
    func oldWord() throws {
        let sentence = "'jammed' of an earlier attempt or run ends the run in 'turning'"
        let atOnce = try explored(Self.flow(), Self.atOnce)
        #expect(atOnce.sentences(about: "30.v").keys.sorted() == [sentence])
        let soon = try explored(Self.flow(), Self.after("500ms"))
        #expect(soon.sentences(about: "30.v").keys.sorted() == ["\(sentence), 500 ms later, if nothing else comes"])
        let late = try explored(Self.flow(), Self.after("2s"))
        #expect(late.verdict(on: "30.v") == .proved)
        #expect(late.reached.shortestWait == 2_000)
        let further = Self.flow(rows: "on fix.bad -> resting", andState: "resting { after 300ms -> failed }")
        #expect(
            try explored(further, Self.after("500ms")).sentences(about: "30.v").keys.sorted()
                == ["\(sentence), 800 ms later, if nothing else comes"])
        #expect(try explored(further, Self.after("900ms")).verdict(on: "30.v") == .proved)
    }

    @Test("A timer that the word has set goes on where the sub-flow has ended")
    func timerBeside() throws {
        let flow = Self.flow(
            rows: "on fix.bad -> resting\n    on tired stay { }", tiredAfter: "500ms",
            andState: "resting { on tired -> failed }")
        #expect(
            try explored(flow, Self.atOnce).sentences(about: "30.v").keys.sorted() == [
                "'jammed' of an earlier attempt or run ends the run in 'turning', 500 ms later, if nothing else comes"
            ])
        #expect(try explored(flow, Self.after("600ms")).verdict(on: "30.v") == .proved)
    }

    @Test("Of deadlines of a flow and its sub-flow at one instant that one comes first which was set first")
    func oneInstant() throws {
        let early = Self.flow(rows: "on fix.bad -> failed\n    after 500ms -> turning")
        #expect(try explored(early, Self.after("500ms")).verdict(on: "30.v") == .proved)
        let late = Self.flow(
            rows: "on fix.bad -> failed\n    after 200ms -> resting",
            andState: "resting { on fix.bad -> failed\n after 300ms -> turning }")
        #expect(try explored(late, Self.after("500ms")).verdict(on: "30.v") == .broken)
        // Both are set at one instant, 200 ms after the word.
        let inSteps = Self.fixer(
            "working }\nstate working { after 200ms -> trying }\nstate trying { after 300ms -> bad }")
        #expect(try explored(late, inSteps).verdict(on: "30.v") == .unproved)
    }

    @Test("A sub-flow that a later word begins undoes an accepted success where it ends the run within a second")
    func laterWord() throws {
        let flow = Self.flow(asking: "on jammed -> mending")
        #expect(
            try explored(flow, Self.atOnce, Self.talkative).sentences(about: "30.iv").keys.sorted()
                == ["after an accepted success, 'jammed' in 'asking' ends the run without it"])
        #expect(try explored(flow, Self.after("500ms"), Self.talkative).verdict(on: "30.iv") == .broken)
        #expect(try explored(flow, Self.after("2s"), Self.talkative).verdict(on: "30.iv") == .proved)
    }

    @Test("What a sub-flow's sub-flow does counts as well")
    func nested() throws {
        let outer = Self.fixer(
            """
            working }
            state working {
              child inner = Inner
              enter { run inner.start }
              on inner.bad -> bad
              after 1m -> bad
            }
            """)
        func explored(_ inner: String) throws -> FlowExploration {
            let flows = ["Fixer": outer, "Inner": inner.changing("flow Fixer", to: "flow Inner")]
            return try explore(House.machine(Self.flow(), others: flows), against: [model(LockedDoor.haunted)])
        }
        #expect(try explored(Self.after("500ms")).verdict(on: "30.v") == .broken)
        #expect(try explored(Self.after("2s")).verdict(on: "30.v") == .proved)
    }

    @Test("Where a sub-flow's duration is open and one length alone is followed, nothing is proved")
    func openDuration() throws {
        let flow = Self.flow(
            rows: "on fix.bad -> turning\n    on tired -> waiting", tiredAfter: "300ms",
            andState: "waiting { on fix.bad -> failed }")
        func explored(_ range: String) throws -> FlowExploration {
            let parameter = "param pause: duration \(range)"
            let fixer = Self.fixer("working }\nstate working { after pause -> bad }", parameter: parameter)
            let parent = flow.changing("command open", to: "\(parameter)\ncommand open")
                .changing("child fix = Fixer", to: "child fix = Fixer(pause: pause)")
            return try self.explored(parent, fixer)
        }
        let open = try explored("100ms...5s = 5s")
        #expect(open.verdict(on: "30.v") == .unproved)
        #expect(open.reached.shortestWait == nil)
        #expect(!open.isProved)
        #expect(try explored("100ms...100ms = 100ms").verdict(on: "30.v") == .proved)
        #expect(try explored("400ms...400ms = 400ms").verdict(on: "30.v") == .broken)
    }
}
