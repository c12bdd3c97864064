import FlowFixtures
import FlowLanguage
import FlowRules
import Testing

@Suite("Every run goes on, and comes to an end")
struct WaitTests {
    @Test("A state and a final that no run reaches are errors")
    func unreached() {
        let items = """
            state idle waits for user { on start -> done on cancel -> failed }
            state lost { after 5s -> done }
            """
        expect(.stateUnreachable, at: [("lost", "no run reaches the state 'lost'")], in: flow(items))
        expectNone(of: .stateUnreachable, in: flow(items.changing("on cancel -> failed", to: "on cancel -> lost")))
        expect(
            .stateUnreachable, at: [("done", "no run reaches the final 'done'")],
            in: flow("state idle waits for user { on start -> failed }"))
    }

    @Test("Guards count: a state that only an impossible value leads to is not reached")
    func unreachedByGuard() {
        let items = """
            state idle waits for user { on start when ready -> lost on start otherwise -> done }
            state lost { after 5s -> done }
            """
        expect(.stateUnreachable, at: [("lost", "")], in: flow(items, declaring: "context { ready: bool = false }"))
    }

    @Test("A state from which nothing but the session's deadline leads to an end is an error")
    func endless() {
        let items = """
            state idle waits for user { on start -> stuck on cancel -> done }
            state stuck waits for user { on cancel stay }
            """
        expect(.stateCannotEnd, at: [("stuck", "'stuck' cannot end: after 'start' no final")], in: flow(items))
        expectNone(of: .stateCannotEnd, in: flow(items.changing("on cancel stay", to: "on cancel -> failed")))
    }

    @Test("A state that only the app's death leaves cannot end: nobody should have to kill the app")
    func leftByDeath() {
        let items = """
            state idle waits for user { on start -> stuck on cancel -> done }
            state stuck waits for user { on restored -> failed ROW }
            """
        expect(
            .stateCannotEnd,
            at: [("stuck", "no final can be reached but by the session's deadline or the app's death")],
            in: flow(items.changing("ROW", to: "")))
        expectNone(of: .stateCannotEnd, in: flow(items.changing("ROW", to: "on cancel -> failed")))
    }

    @Test("Rule 28: A state that waits for nobody and has nothing running is a silent wait")
    func silent() {
        let items = """
            state idle waits for user { on start -> running }
            state running { on cancel -> done }
            """
        expect(
            .silentWait,
            at: [("running", "'running' can wait in silence: after 'start' no timer but the session's runs")],
            in: flow(items))
        expectNone(of: .silentWait, in: flow(items.changing("running {", to: "running { after 5s -> failed")))
        expectNone(of: .silentWait, in: flow(items.changing("state running", to: "state running waits for user")))
    }

    @Test("Rule 28: A held timer ends no wait, and an open effect does")
    func heldAndOpen() {
        let items = """
            state idle waits for user { on start -> running }
            group g {
              timer tick
              enter { set tick 5s }
              state running { ENTER hold tick on cancel -> next }
              state next { on tick -> done }
            }
            """
        expect(.silentWait, at: [("running", "in silence")], in: flow(items.changing("ENTER", to: "")))
        let asking = items.changing("ENTER", to: "enter { do ask } on yes -> done")
            .changing("state next {", to: "state next { on yes -> done")
        expectNone(of: .silentWait, in: flow(asking, declaring: "effect ask replies yes otherwise yes"))
    }

    @Test("Rule 28: A reply after which nothing runs is found where it leaves the run waiting in silence")
    func silentAfterReply() {
        let items = """
            state idle waits for user { on start -> asking }
            state asking { enter { do ask } on yes -> done on no stay on cancel -> failed }
            """
        expect(
            .silentWait, at: [("asking", "after 'start', 'no'")],
            in: flow(items, declaring: "effect ask replies yes, no otherwise no"))
    }

    @Test("Rule 28: A poll loop needs a deadline of its own")
    func polling() {
        let items = """
            state idle waits for user { on start -> asking }
            state asking {
              timer poll
              enter { do ask }
              on yes -> done
              on no stay { set poll 1s }
              on poll stay { do ask }
              on cancel -> failed
            }
            """
        let declarations = "effect ask replies yes, no otherwise no"
        expect(
            .pollingWithoutDeadline, at: [("asking", "in 'asking' 'no', 'poll', and again")],
            in: flow(items, declaring: declarations))
        expectNone(
            of: .pollingWithoutDeadline,
            in: flow(items.changing("timer poll", to: "timer poll\nafter 30s -> failed"), declaring: declarations))
    }

    @Test("Rule 28: A deadline that the loop sets anew does not end it, nor does one that the loop waits for")
    func deadlineWithinLoop() {
        let items = """
            state idle waits for user { on start -> first }
            state first { after 1s -> second }
            state second { after 1s -> first on cancel -> done }
            """
        expect(
            .pollingWithoutDeadline, at: [("first", "'after 1s' -> 'second', 'after 1s' -> 'first', and again")],
            in: flow(items))
        expectNone(
            of: .pollingWithoutDeadline,
            in: flow(items.changing("state second", to: "state second waits for user")))
        let bounded = """
            state idle waits for user { on start -> first }
            group g {
              after 1m -> failed
              state first { after 1s -> second }
              state second { after 1s -> first on cancel -> done }
            }
            """
        expectNone(of: .pollingWithoutDeadline, in: flow(bounded))
    }

    @Test("Rule 28: A deadline ends no loop that lies wholly in states which hold it, also inside a larger one")
    func deadlineHeldInside() {
        let items = """
            state idle waits for user { on start -> first }
            group g {
              timer limit
              enter { set limit 30s }
              on cancel -> done
              state first { hold limit enter { do ask } on more -> first on elsewhere -> second }
              state second { enter { do ask } on limit -> failed on more, elsewhere -> first }
            }
            """
        let declarations = "effect ask replies more, elsewhere otherwise elsewhere"
        expect(
            .pollingWithoutDeadline, at: [("first", "in 'first' 'more', and again")],
            in: flow(items, declaring: declarations))
        let leaving = items.changing("on more -> first on elsewhere", to: "on more, elsewhere")
        expectNone(of: .pollingWithoutDeadline, in: flow(leaving, declaring: declarations))
        let bounded = items.changing("timer limit", to: "timer limit after 1m -> failed")
        expectNone(of: .pollingWithoutDeadline, in: flow(bounded, declaring: declarations))
    }

    @Test("Rule 28: A loop that a count ends is no endless loop")
    func counted() {
        let items = """
            state idle waits for user { on start -> asking }
            state asking {
              timer poll
              enter { do ask }
              on yes -> done
              on no when checks < 3 stay { checks += 1; set poll 1s }
              on no otherwise -> failed
              on poll stay { do ask }
            }
            """
        expectNone(
            of: .pollingWithoutDeadline,
            in: flow(items, declaring: "effect ask replies yes, no otherwise no\ncontext { checks: int 0...3 = 0 }"))
    }

    @Test("Rule 15: A poll that may go round until its run has 2,000 records is warned of, by the bounds of parameters")
    func manyTurns() {
        let items = """
            state idle waits for user { on start -> asking }
            state asking {
              timer poll
              enter { do ask }
              on yes -> done
              on no stay { set poll pause }
              on poll stay { do ask }
              on cancel -> failed
              after patience -> failed
            }
            """
        func declarations(_ least: String, _ greatest: String) -> String {
            """
            param pause: duration \(least)...5s = 5s
            param patience: duration 1m...\(greatest) = 1m
            effect ask replies yes, no otherwise no
            """
        }
        // 840 seconds, two records in each half second; with a pause of 900 milliseconds, or in 8 minutes, there are fewer than 2,000.
        expect(
            .pollOutlastsRun,
            at: [("poll", "in 'asking' a run may go round by 'poll', 'no' for 14m, every 500ms: 3360 records")],
            in: flow(items, declaring: declarations("500ms", "14m")))
        for (least, greatest) in [("900ms", "14m"), ("500ms", "8m")] {
            expectNone(of: .pollOutlastsRun, in: flow(items, declaring: declarations(least, greatest)))
        }
        // Where the timer alone makes a record in each turn, there are half as many.
        let sparing = items.changing("on no stay { set poll pause }", to: "ignore no")
            .changing("on poll stay { do ask }", to: "on poll stay { do ask; set poll pause }")
            .changing("enter { do ask }", to: "enter { do ask; set poll pause }")
        expectNone(of: .pollOutlastsRun, in: flow(sparing, declaring: declarations("500ms", "14m")))
        // A person who may take as long as the run lasts ends no poll.
        let patient = items.changing("state asking {", to: "state asking waits for user {")
            .changing("after patience -> failed", to: "")
        func patientDeclarations(_ least: String) -> String {
            "param pause: duration \(least)...5s = 5s\neffect ask replies yes, no otherwise no"
        }
        expect(
            .pollOutlastsRun, at: [("poll", "for 15m, every 900ms: 2000 records")],
            in: flow(patient, declaring: patientDeclarations("900ms")))
        expectNone(of: .pollOutlastsRun, in: flow(patient, declaring: patientDeclarations("1s")))
    }

    @Test("Rule 28: Without the 'after' of 'running' silent authentication polls for ever, and with it it does not")
    func silentAuthenticationWithoutDeadline() {
        expectNone(of: .pollingWithoutDeadline, in: silentAuthentication)
        let text = silentAuthentication.changing(
            "    on legFailed -> closing\n    after 30s -> failed { why = silent }", to: "    on legFailed -> closing"
        )
        let errors = found(in: text).filter { $0.severity == .error }
        #expect(errors.map(\.code) == [.pollingWithoutDeadline])
        #expect(errors.first?.words == "running")
        #expect(errors.first?.message.contains("in 'running' 'pending', 'poll', and again") ?? false, "\(errors)")
    }
}
