import FlowFixtures
import FlowLanguage
import FlowRules
import Testing

@Suite("A stale success of a stamped source is decided")
struct StaleSuccessTests {
    private static func text(
        verified: String = "on verified -> checking", file: String = "", source: String = "stamped",
        proof: String = "confirmed"
    ) -> String {
        flow(
            """
            ignore unrecognised
            \(file)
            state idle waits for user { on start -> waiting late sent, verified, broke }
            state waiting {
              enter { do send }
              on sent stay
              \(verified)
              on broke -> lapsed
              after 30s -> failed
            }
            state lapsed waits for user { on start -> checking late sent, verified, broke }
            state checking { enter { do ask } on confirmed -> done on denied -> failed late sent, verified, broke }
            """,
            declaring: """
                callback sent, verified, broke
                effect send starts attempt
                effect ask replies confirmed, denied otherwise denied
                require done only after \(proof)
                source s = "S" by kind \(source) { SENT => sent VERIFIED => verified BROKE => broke }
                """, otherwise: "on cancel -> failed\nreject other\nlate other")
    }

    @Test("A callback that leads to the success, and whose stale form nothing decides, is an error at the row's event")
    func missing() {
        expect(
            .staleSuccessUndecided,
            at: [("verified", "'verified' leads towards 'done' here, and nothing decides a stale one in 'waiting'")],
            in: Self.text())
    }

    @Test("A row for the stale callback in the state or around it is enough")
    func decided() {
        expectNone(of: .staleSuccessUndecided, in: Self.text(verified: "on verified, stale verified -> checking"))
        expectNone(of: .staleSuccessUndecided, in: Self.text(file: "late stale verified"))
    }

    @Test("A requirement may speak of what is stale where a row names it, and nowhere else")
    func required() {
        expectNone(
            of: .unknownEvent,
            in: Self.text(
                verified: "on verified, stale verified -> checking", proof: "stale verified, on stale verified"))
        for proof in ["stale verified", "on stale verified"] {
            expect(
                .unknownEvent, at: [("stale verified", "no row names 'stale verified'")],
                in: Self.text(proof: proof))
        }
    }

    @Test("A singleton's callbacks are never stale, and a failure needs no decision")
    func others() {
        expectNone(of: .staleSuccessUndecided, in: Self.text(source: "singleton"))
        expectNone(of: .staleSuccessUndecided, in: Self.text(verified: "on verified -> lapsed"))
    }

    @Test("A row that stays and orders the question leads to the success as well")
    func staying() {
        let text = Self.text(verified: "on verified stay { do ask } on confirmed -> done on denied -> failed")
        expect(.staleSuccessUndecided, at: [("verified", "'waiting'")], in: text)
    }

    @Test(
        "A timer, a lane or a sub-flow that a row begins and stays leads to the success as well",
        arguments: [
            "timer soon on verified stay { set soon 1s } on soon -> done",
            "lane queue of Mail on verified stay { take queue } on queue -> checking",
            "child door = Door on verified stay { run door.open } on door.opened -> done on door.shut -> failed",
            """
            timer soon
            on verified stay { do ask } on confirmed stay { set soon 1s } on denied -> failed on soon -> done
            """,
        ])
    func beginning(verified: String) {
        let doors = ["Door": doorFlow]
        expect(.staleSuccessUndecided, at: [("verified", "'waiting'")], in: Self.text(verified: verified), among: doors)
        let failing = verified.changingIfPresent("-> done", to: "-> failed")
            .changingIfPresent("-> checking", to: "-> failed")
        // A second 'verified' would begin the lane or the sub-flow twice, which is another error.
        let others = found(in: Self.text(verified: failing), among: doors)
        #expect(!others.contains { $0.code == .staleSuccessUndecided }, "\(others)")
    }

    @Test("A variable that a row sets leads to the success where a guard of an event that comes by itself reads it")
    func noting() {
        func text(_ variable: String, _ after: String, _ target: String = "checking") -> String {
            let choice = "choice pick { when seen -> \(target) otherwise -> failed }"
            let noted = "on verified when not \(variable) stay { \(variable) = true }"
            return Self.text(verified: "\(noted)\nignore verified when \(variable)")
                .changing("after 30s -> failed", to: "after 30s -> \(after)")
                .changing("callback sent", to: "context { seen: bool = false, kept: bool = false }\ncallback sent")
                + (after == "pick" ? "\n\(choice)" : "")
        }
        expect(.staleSuccessUndecided, at: [("verified", "'waiting'")], in: text("seen", "pick"))
        expectNone(of: .staleSuccessUndecided, in: text("seen", "pick", "lapsed"))
        let unread = text("seen", "checking").changing("when not seen stay { seen", to: "stay { kept")
            .changing("ignore verified when seen", to: "")
        expectNone(of: .staleSuccessUndecided, in: unread)
    }

    @Test("A row that stays and only brings its own event again leads nowhere")
    func turning() {
        let text = Self.text(verified: "timer soon on verified stay { set soon 1s } on soon stay { set soon 1s }")
        expectNone(of: .staleSuccessUndecided, in: text)
    }

    @Test("A callback that the requirement itself names may need a person on the way")
    func named() {
        let text = Self.text(verified: "on verified -> lapsed", proof: "verified, confirmed")
        expect(.staleSuccessUndecided, at: [("verified", "'waiting'")], in: text)
    }
}
