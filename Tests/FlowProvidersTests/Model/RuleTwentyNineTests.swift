import FlowFixtures
import FlowLanguage
import FlowMachine
import FlowProviders
import FlowRules
import Testing

/// What a provider's model means: for each sentence of rule 29 (`Specs/README.md`) a verdict that changes once its cause is taken away.
@Suite("Rule 29, sentence by sentence")
struct RuleTwentyNineTests {
    private func verdict(
        on requirement: String, _ flow: String = LockedDoor.flow(), _ provider: String? = LockedDoor.model(),
        through channel: Channel = Channel()
    ) throws -> FlowExploration.Verdict? {
        // `explore` judges the parts of rule 30 and what begins with `every` by itself. Any other requirement is added to the flow.
        let text =
            requirement.hasPrefix("30.") || requirement.hasPrefix("every")
            ? flow : flow.changing("within 15m", to: "require \(requirement)\nwithin 15m")
        return try explore(machine(text), against: provider.map { try model($0) }, through: channel)
            .verdict(on: requirement)
    }

    @Test("29: A model speaks raw words, and what they are the flow's own decoder says")
    func decoder() throws {
        #expect(try verdict(on: "every word is read") == .proved)
        let narrow = LockedDoor.flow().changing("OPENED => opened", to: "OPENED when by == \"key\" => opened")
        #expect(try verdict(on: "every word is read", narrow) == .broken)
        let mistaken = LockedDoor.flow().changing("OPENED => opened", to: "OPENED => jammed")
        #expect(try verdict(on: "30.iii") == .proved)
        #expect(try verdict(on: "30.iii", mistaken) == .broken, "the same words, and another flow hears no success")
    }

    @Test("29a: A call changes something where a scope of the provider's state names it, and nothing elsewhere")
    func calls() throws {
        #expect(try verdict(on: "sometimes do ask") == .proved)
        let elsewhere =
            LockedDoor.model().changing("call turn stay { turned = true }", to: "")
            + "\nstate other { call turn stay { turned = true } }"
        #expect(try verdict(on: "sometimes do ask", LockedDoor.flow(), elsewhere) == .broken)
        let inner = elsewhere.changing("state any {", to: "state any { call turn stay { turned = true }")
        #expect(try verdict(on: "sometimes do ask", LockedDoor.flow(), inner) == .proved)
    }

    @Test("29a: That an order never makes its call is followed where a row says so, and named where none does")
    func callsNeverMade() throws {
        let flow = """
            flow Gate version 1
            command start
            callback closed, jammed
            effect open calls Box.open replies opened, lost otherwise lost
            effect shut calls Box.shut
            source box = "Box" by event singleton { CLOSED => closed  JAMMED => jammed }
            final done
            within 20m -> done
            ignore unrecognised
            reject other
            late other
            state idle waits for user { on start -> opening { do open } }
            state opening {
              on opened -> done
              on lost -> closing { do shut }
            }
            state closing {
              on closed -> done
              after 30s -> done
            }
            """
        let provider = """
            provider Box version "1.0" for box
            word closed = CLOSED
            word jammed = JAMMED
            state idle {
              call open -> up
              call shut -> jam
            }
            state up { call shut -> down }
            state down { emit closed -> idle }
            state jam { emit jammed -> idle }
            """
        func explored(_ provider: String) throws -> FlowExploration {
            try explore(machine(flow), against: model(provider))
        }
        let made = try explored(provider)
        #expect(made.verdict(on: "30.vi") == .proved)
        #expect(made.callsTakenAsMade == ["Box.open", "Box.shut"])
        let refused = try explored(provider.changing("  call open -> up", to: "  call open stay\n  call open -> up"))
        #expect(
            refused.sentences(about: "30.vi").keys.sorted()
                == ["'jammed' comes in 'closing', where 'other' claims that it cannot: name it"])
        #expect(refused.callsTakenAsMade == ["Box.shut"])
    }

    @Test("29a, 29h: Rows that lead to one configuration are one step, which is not counted twice")
    func meetingRows() throws {
        func steps(_ flow: String, _ provider: String) throws -> Int {
            try explore(machine(flow), against: model(provider)).steps
        }
        let context = "context { turned: bool = false, greased: bool = false }"
        let (turn, greasing) = ("call turn stay { turned = true }", "call turn stay { turned = true; greased = true }")
        func lock(_ calls: String...) -> String {
            LockedDoor.model(context: context).changing(turn, to: calls.joined(separator: "\n"))
        }
        let door = LockedDoor.flow()
        #expect(try steps(door, lock(turn, turn)) == steps(door, lock(turn)))
        #expect(try steps(door, lock(turn, greasing, turn)) == steps(door, lock(turn, greasing)))
        #expect(try steps(door, lock(turn, greasing)) > steps(door, lock(turn)), "these lead to two configurations")
        let oiled = door.changing("enter { do turn }", to: "enter { do turn; do wipe }")
            .changing("effect ask", to: "effect wipe calls Lock.wipe\neffect ask")
        let wipe = "call wipe stay { greased = false }"
        #expect(try steps(oiled, lock(turn, greasing, wipe)) == steps(oiled, lock(turn, wipe)), "two ways that meet")
        let no = "answer no -> reading"
        #expect(try steps(Porter.flow(), Porter.model("\(no)\n\(no)")) == steps(Porter.flow(), Porter.model(no)))
    }

    @Test("29a: A row may happen at any moment, or never")
    func turns() throws {
        let patient = LockedDoor.flow(turning: "on opened -> asking\n  on jammed -> failed")
        #expect(try verdict(on: "30.i", patient) == .broken, "the lock may say nothing")
        #expect(try verdict(on: "30.i") == .proved)
        let prompt =
            LockedDoor.flow(turning: "on opened -> asking\n  on jammed -> failed\n  after 30s -> impatient")
            + "\nstate impatient { on opened -> asking on jammed, confirmed, denied -> failed after 30s -> failed }"
        #expect(try verdict(on: "sometimes in impatient", prompt) == .proved, "it may speak late")
        let deaf = prompt.changing("state impatient { on opened -> asking", to: "state impatient { late opened")
        #expect(try verdict(on: "30.iii", prompt) == .proved)
        #expect(try verdict(on: "30.iii", deaf) == .broken, "and say what it would have said earlier")
    }

    @Test("29a: The rows of outer scopes may happen beside the state's own")
    func outerRows() throws {
        let inner = LockedDoor.model().changing("emit jam when turned stay { turned = false }", to: "")
        #expect(try verdict(on: "sometimes on jammed", LockedDoor.flow(), inner) == .broken)
        let outer = inner.changing("state any", to: "emit jam when turned stay\nstate any")
        #expect(try verdict(on: "sometimes on jammed", LockedDoor.flow(), outer) == .proved)
    }

    @Test("29a: The words of one row enter the channel together, or not at all")
    func together() throws {
        let both = LockedDoor.model("emit jam then open when turned stay { turned = false }")
            .changing("emit open when turned stay { turned = false }\n", to: "")
            .changing("emit jam when turned stay { turned = false }\n", to: "")
        let flow = LockedDoor.flow(turning: "on opened -> asking\n  ignore jammed\n  after 30s -> failed")
        #expect(try verdict(on: "sometimes do ask", flow, both) == .proved)
        #expect(
            try verdict(on: "sometimes do ask", flow, both, through: Channel(capacity: 1)) == .proved,
            "the words of one `emit` go into an empty channel")
        #expect(try verdict(on: "sometimes do ask", flow, through: Channel(capacity: 1)) == .proved, "one has room")
    }

    /// The codes of everything that `check` says about the model.
    private func diagnosticCodes(_ provider: String) -> [DiagnosticCode] {
        check(SourceText(path: "test.provider", bytes: Array(provider.utf8))).diagnostics.map(\.code)
    }

    @Test("29a: The bodies of a model only assign")
    func bodies() {
        #expect(diagnosticCodes(LockedDoor.model()).isEmpty)
        #expect(diagnosticCodes(LockedDoor.model("quiet stay { turned = true }")).isEmpty)
        #expect(!diagnosticCodes(LockedDoor.model("quiet stay { do ring }")).isEmpty)
        #expect(!diagnosticCodes(LockedDoor.model("timer t\n  quiet stay { set t 1s }")).isEmpty)
    }

    @Test("29b: What begins as true is a ghost: speech and silence may clear it, a call may not")
    func ghosts() {
        let clearing = "call turn stay { turned = true; old = false }"
        func provider(_ call: String, first: Bool, _ more: String = "") -> String {
            LockedDoor.model(more, context: "context { turned: bool = false, old: bool = \(first) }")
                .changing("call turn stay { turned = true }", to: call)
        }
        #expect(!diagnosticCodes(provider(clearing, first: true)).isEmpty)
        let read = "quiet when old stay { old = false }"
        #expect(
            diagnosticCodes(provider(clearing, first: false, read)).isEmpty, "then it is a variable as any other")
        for row in ["emit jam when old stay { old = false }", read] {
            #expect(diagnosticCodes(provider("call turn stay { turned = true }", first: true, row)).isEmpty)
        }
    }

    @Test("29c: The backend may give any reply that an open effect declares, and none where no effect is open")
    func replies() throws {
        for reply in ["confirmed", "denied"] { #expect(try verdict(on: "sometimes on \(reply)") == .proved) }
        let unasked = LockedDoor.flow().changing("enter { do ask }", to: "after 1m -> failed")
        for reply in ["confirmed", "denied"] {
            #expect(try verdict(on: "sometimes on \(reply)", unasked) == .broken)
        }
        let early = LockedDoor.flow().changing("enter { do turn }", to: "enter { do turn; do ask }")
            .changing(
                "on jammed -> failed",
                to: "on jammed -> failed\n  on confirmed -> authenticated\n  on denied -> failed")
        #expect(try verdict(on: "confirmed only after opened") == .proved)
        #expect(try verdict(on: "confirmed only after opened", early) == .broken, "at any moment")
    }

    @Test("29d: A timer that stays armed and is not held fires at last")
    func fairTimers() throws {
        let polling = """
            flow Poll version 1
            effect ask replies yes, no otherwise no within 5s
            final done
            group asking {
              timer patience
              enter { set patience 30s }
              on patience -> done
              state polling {
                enter { do ask }
                on no -> polling
                on yes -> done
              }
            }
            """
        #expect(try verdict(on: "30.i", polling, nil) == .proved)
        let held = polling.changing("on no -> polling", to: "on no -> polling\n    hold patience")
        #expect(try verdict(on: "30.i", held, nil) == .broken)
        let setAnew = polling.changing("enter { do ask }", to: "enter { do ask; set patience 30s }")
        #expect(try verdict(on: "30.i", setAnew, nil) == .broken)
        let cleared = polling.changing("enter { do ask }", to: "enter { do ask; clear patience }")
        #expect(try verdict(on: "30.i", cleared, nil) == .broken)
    }

    @Test("29e: A word is old that was spoken before the last attempt began, or by a row whose guard reads a ghost")
    func oldWords() throws {
        let again = LockedDoor.flow(turning: "on opened -> asking\n  on jammed -> failed\n  after 30s -> turning")
        #expect(try verdict(on: "30.v", again) == .broken)
        #expect(
            try verdict(on: "30.v", again.changing(" starts attempt", to: "")) == nil, "one attempt, its word")
        // A channel without delays delivers a word in the attempt that called for it: only a ghost's word is of an earlier attempt.
        let prompt = Channel(delays: false)
        #expect(try verdict(on: "30.v", LockedDoor.flow(), LockedDoor.haunted, through: prompt) == .broken)
        let unguarded = LockedDoor.haunted.changing("emit jam when old stay", to: "emit jam stay")
        #expect(
            try verdict(on: "30.v", LockedDoor.flow(), unguarded, through: prompt) == nil,
            "it clears the ghost and does not read it")
    }

    @Test("29f: Accepted is what is taken, and what stays with a body; what only stays is not")
    func accepted() throws {
        let noted = LockedDoor.flow(
            turning:
                "timer rest\n  on rest -> asking\n  on opened stay { set rest 1s }\n  on jammed -> failed\n  after 30s -> failed"
        )
        #expect(try verdict(on: "30.iii", noted) == .proved)
        #expect(try verdict(on: "never on opened", noted) == .broken)
        for row in ["on opened stay", "on opened stay {}", "ignore opened", "late opened"] {
            let unheard = noted.changing("on opened stay { set rest 1s }", to: row)
            #expect(try verdict(on: "30.iii", unheard) == .broken, "\(row)")
            let requirement = "never on opened"
            #expect(try verdict(on: requirement, unheard) == .proved, "\(row)")
        }
    }
}
