import FlowFixtures
import FlowMachine
import FlowProviders
import Testing

@Suite("Rule 30.iv: A later word ends no run that accepted a success, whichever leg hears the word")
struct LaterWordTests {
    /// A bell that rings once.
    private static let bell = """
        provider Bell version "1.0" for bell
        word ring = RUNG
        context { rung: bool = false }
        state any { emit ring when not rung stay { rung = true } }
        """

    /// The house with a bell of its own. `rung`: the row for the bell's callback while the front door's leg runs.
    private static func belled(_ rung: String) -> String {
        House.flow(
            frontRows: """
                on first.authenticated -> authenticated
                  on first.failed, first.cancelled, next -> back
                  \(rung)
                """
        )
        .changing(
            "command start",
            to: "callback rung\nsource bell = \"Bell\" by event singleton { RUNG => rung }\ncommand start"
        )
        .changing("require auth", to: "ignore unrecognised, rung\nrequire auth")
    }

    private func explored(
        _ flow: String, others: [String: String] = [:], beside more: [String] = [LaterWordTests.bell],
        crashing: Bool = false
    ) throws -> FlowExploration {
        let models = try ([House.lock] + more).map { try model($0) }
        return try explore(House.machine(flow, others: others), against: models, crashing: crashing)
    }

    @Test("A parent that ends by its own word undoes the success that its sub-flow has accepted")
    func parent() throws {
        let ending = try explored(Self.belled("on rung -> failed"))
        #expect(
            ending.sentences(about: "30.iv").keys.sorted()
                == ["after an accepted success, 'rung' in 'front' ends the run without it"])
        let waiting = "\nstate waiting { ignore start\n after WAIT -> failed }"
        let soon = try explored(Self.belled("on rung -> waiting") + waiting.changing("WAIT", to: "500ms"))
        #expect(
            soon.sentences(about: "30.iv").keys.sorted()
                == [
                    "after an accepted success, 'rung' in 'front' ends the run without it, 500 ms later, if nothing else comes"
                ])
        let late = try explored(Self.belled("on rung -> waiting") + waiting.changing("WAIT", to: "2s"))
        #expect(late.verdict(on: "30.iv") == .proved)
        let patient = try explored(Self.belled("ignore rung"))
        #expect(patient.isProved, "\(patient.judgements.filter { $0.verdict != .proved })")
    }

    @Test("The parent undoes that success also where no model speaks of the bell")
    func withoutModel() throws {
        #expect(try explored(Self.belled("on rung -> failed"), beside: []).verdict(on: "30.iv") == .broken)
        #expect(try explored(Self.belled("ignore rung"), beside: []).verdict(on: "30.iv") == .proved)
    }

    /// A flow that ends some time after the bell.
    ///
    /// - Parameter rung: what it does when the bell rings.
    private static func listener(_ rung: String) -> String {
        """
        flow Listener version 1
        command listen, cancel
        callback rung
        source bell = "Bell" by event singleton { RUNG => rung }
        final over
        within 15m -> over
        on cancel -> over
        ignore unrecognised
        reject other
        state idle waits for user { on listen -> listening\n ignore rung }
        state listening waits for user { \(rung) }
        state closing {
          ignore rung
          after 500ms -> over
        }
        """
    }

    /// The house where the end of a listener at the front door ends all.
    private static let listening = House.flow(
        frontRows: """
            child other = Listener
              on first.authenticated -> authenticated
              on first.failed, first.cancelled, next -> back
              on other.over -> failed
            """
    ).changing("enter { run first.open }", to: "enter { run first.open; run other.listen }")

    @Test("A word undoes it that ends another sub-flow, at once or by a deadline, and thereby the parent")
    func otherSubFlow() throws {
        let atOnce = try explored(Self.listening, others: ["Listener": Self.listener("on rung -> over")])
        #expect(
            atOnce.sentences(about: "30.iv").keys.sorted()
                == ["after an accepted success, 'other.over' in 'front' ends the run without it"])
        let soon = try explored(Self.listening, others: ["Listener": Self.listener("on rung -> closing")])
        #expect(
            soon.sentences(about: "30.iv").keys.sorted() == [
                "after an accepted success, 'other.over' in 'front' ends the run without it, 500 ms later, if nothing else comes"
            ])
        let late = Self.listener("on rung -> closing").changing("500ms", to: "2s")
        #expect(try explored(Self.listening, others: ["Listener": late]).verdict(on: "30.iv") == .proved)
        let deaf = Self.listening.changing("on other.over -> failed", to: "on other.over stay { }")
        let ignored = try explored(deaf, others: ["Listener": Self.listener("on rung -> over")])
        #expect(ignored.verdict(on: "30.iv") == .proved)
    }

    @Test("A word undoes it that ends a sub-flow of another sub-flow, which then ends by a deadline")
    func subFlowOfOther() throws {
        func middle(_ wait: String) -> String {
            """
            flow Middle version 1
            command listen, cancel
            final over
            within 15m -> over
            on cancel -> over
            reject other
            state idle waits for user { on listen -> listening }
            state listening {
              child low = Listener
              enter { run low.listen }
              on low.over -> closing
            }
            state closing { after \(wait) -> over }
            """
        }
        let house = Self.listening.changing("other = Listener", to: "other = Middle")
        func explored(_ wait: String) throws -> FlowExploration {
            try self.explored(
                house, others: ["Middle": middle(wait), "Listener": Self.listener("on rung -> over")])
        }
        #expect(
            try explored("300ms").sentences(about: "30.iv").keys.sorted() == [
                "after an accepted success, 'other.over' in 'front' ends the run without it, 300 ms later, if nothing else comes"
            ])
        #expect(try explored("2s").verdict(on: "30.iv") == .proved)
    }

    @Test("A word undoes it that ends another sub-flow by an order whose value a restart took away")
    func goneValue() throws {
        let named = "type Name = text(1...9) personal\ncontext { name: Name? }\ncommand"
        let house = Self.listening
            .changing("command start", to: "\(named) start(name: Name)")
            .changing("on start -> front", to: "on start -> front { keep name }")
            .changing("run other.listen", to: "run other.listen(name)")
        let listener = Self.listener("on rung -> closing\n late other")
            .changing("command listen", to: "\(named) listen(name: Name)")
            .changing("callback", to: "effect ask(name: Name) replies yes, no otherwise no within 30s\ncallback")
            .changing("on listen -> listening", to: "on listen -> listening { keep name }\n late yes, no")
            .changing("after 500ms -> over", to: "enter { do ask(name) }\n on yes -> listening\n on no -> over")
        func explored(_ class: String) throws -> FlowExploration {
            try self.explored(
                house.changing(" personal", to: `class`),
                others: ["Listener": listener.changing(" personal", to: `class`)], crashing: true)
        }
        #expect(try explored(" personal").verdict(on: "30.iv") == .broken)
        #expect(try explored("").verdict(on: "30.iv") == .proved)
    }

    @Test("No later word may undo an old success that a row takes, but the attempt's own is still to be accepted")
    func staleSuccess() throws {
        func explored(_ doubting: String) throws -> FlowExploration {
            let turning =
                "on again -> turning\n  on opened -> asking\n  on stale opened -> doubting\n  after 30s -> failed"
            let flow = LockedDoor.flow(turning: turning)
                .changing("command open", to: "command open, again").changing("singleton", to: "stamped")
            let state = """

                state doubting {
                  enter { do ask }
                  on confirmed -> authenticated
                  on denied -> failed
                  late stale opened
                  \(doubting)
                }
                """
            return try explore(machine(flow + state), against: model(LockedDoor.model()))
        }
        let undone = try explored("on opened -> asking\n  on jammed -> failed")
        #expect(
            undone.sentences(about: "30.iv").keys.sorted()
                == ["after an accepted success, 'jammed' in 'doubting' ends the run without it"])
        let sound = try explored("on opened -> asking\n  late jammed")
        #expect(sound.verdict(on: "30.iv") == .proved)
        #expect(sound.verdict(on: "30.iii") == .proved)
        // The success of the attempt itself is still to be accepted.
        #expect(try explored("late opened, jammed").verdict(on: "30.iii") == .broken)
    }
}
