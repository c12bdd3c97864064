import FlowFixtures
import FlowSearch
import KeywayCore
import Testing

@testable import FlowProviders

@Suite("The app dies and comes back")
struct CrashTests {
    /// What the search finds wrong with the door flow beside its lock.
    ///
    /// - Parameter recovery: what a new process does with the orders that were open; nil where the app never dies.
    private func findings(_ flow: String, recovery: Recovery?) throws -> Set<Finding.Content> {
        let product = Product(try machine(flow), against: [try model(LockedDoor.model())], recovery: recovery)
        let exploration = try #require(Explorer.explore(product).exploration)
        return Set(exploration.system.findings.order.map(\.content))
    }

    @Test("A sound recovery begins no `once` effect a second time")
    func once() throws {
        #expect(try findings(LockedDoor.flow(), recovery: .sound).isEmpty)
    }

    @Test("A recovery that begins `once` effects again is found")
    func twice() throws {
        #expect(
            try findings(LockedDoor.flow(), recovery: Recovery(planted: .repeatsOnce)).contains(.begunTwice(effect: 0)))
        let often = LockedDoor.flow().changing("effect turn once", to: "effect turn")
        #expect(
            try findings(often, recovery: Recovery(planted: .repeatsOnce)).isEmpty,
            "an effect that is not `once` may be begun twice")
    }

    @Test("After a crash the SDK is new: words on their way never come, and only a deadline leads the flow on")
    func silence() throws {
        let flow = try machine(LockedDoor.flow())
        let provider = try model(LockedDoor.model())
        let steady = try explore(flow, against: provider)
        let crashing = try explore(flow, against: provider, crashing: true)
        #expect(crashing.isProved)
        #expect(crashing.steps > steady.steps)
        let impatient = LockedDoor.flow(turning: "on opened -> asking\n  on jammed -> failed")
        #expect(try explore(machine(impatient), against: provider, crashing: true).verdict(on: "30.i") == .broken)
    }

    @Test("A run that orders something anew each time that it comes back has finitely many configurations")
    func orderedAnew() throws {
        let flow = LockedDoor.flow(rows: "ignore unrecognised\nreject other\nlate other\non restored -> turning")
        for turn in ["effect turn once starts attempt", "effect turn starts attempt"] {
            let text = flow.changing("effect turn once starts attempt", to: turn)
            let exploration = try explore(
                machine(text), against: model(LockedDoor.model()), crashing: true, limit: 20_000)
            #expect(exploration.isComplete, "\(turn): \(exploration.configurations)")
        }
    }

    @Test("After a restart calls are made again in any order, whichever effect is declared first")
    func orderOfCalls() throws {
        let box = """
            provider Box version "1" for box
            word bad = BAD
            state closed { call open -> opened  call shut stay }
            state opened { call open stay  call shut -> broken }
            state broken { emit bad stay }
            """
        for effects in [["open", "shut"], ["shut", "open"]] {
            let lines = effects.map { "effect \($0) replies \($0)Done otherwise \($0)Done within 10s calls Box.\($0)" }
            let flow = """
                flow Opening version 1
                command start, cancel
                callback bad
                \(lines.joined(separator: "\n"))
                source box = "Box" by kind singleton { BAD => bad }
                final done
                require never on bad
                within 20m -> done
                on cancel -> done
                ignore unrecognised
                reject other
                late other
                state idle waits for user { on start -> opening  ignore bad }
                state opening {
                  enter { do open; do shut }
                  on openDone, shutDone, bad -> done
                }
                """
            let exploration = try explore(machine(flow), against: model(box), crashing: true)
            #expect(exploration.verdict(on: "never on bad") == .broken)
            #expect(exploration.configurations == 12)
        }
    }

    @Test("A call whose time was up before the app came back is not made again, so the next call meets a new SDK")
    func overdueCall() throws {
        let box = """
            provider Box version "1" for box
            word bad = BAD
            state cold { call warm -> ready  call open -> broken }
            state ready { call open stay }
            state broken { emit bad stay }
            """
        let flow = try machine(
            """
            flow Warming version 1
            command start, cancel
            callback bad
            effect warm replies warmDone, warmLate otherwise warmLate within 10s calls Box.warm
            effect open once replies openDone otherwise openDone within 10s calls Box.open
            source box = "Box" by kind singleton { BAD => bad }
            final done
            require never on bad
            within 20m -> done
            on cancel, bad -> done
            ignore unrecognised
            reject other
            late other
            state idle waits for user { on start -> warming }
            state warming {
              enter { do warm }
              on warmDone -> done
              on warmLate -> opening
            }
            state opening {
              enter { do open }
              on openDone -> done
            }
            """)
        let exploration = try explore(flow, against: model(box), crashing: true)
        let judged = try #require(exploration.judgements.first { $0.name == "never on bad" })
        let run = try #require(judged.violations.first?.run)
        #expect(run.map(\.kind).prefix(3) == [.command, .crash, .limit(effect: 0)])
        #expect(try explore(flow, against: model(box)).verdict(on: judged.name) == .proved)
    }

    /// A flow that calls a box as it begins, and again where the app dies before the box has answered.
    private static let calling = """
        flow Calling version 1
        command cancel
        callback ready
        effect open replies opened, lost otherwise lost within 10s calls Box.open
        source box = "Box" by kind singleton { READY => ready }
        final done
        within 20m -> done
        on cancel -> done
        ignore unrecognised, ready
        reject other
        late other
        state opening {
          enter { do open }
          on opened, lost -> done
        }
        """

    @Test("A server may go on by itself while the app is dead, before the call of the next process")
    func serverGoesOn() throws {
        let box = try model(
            """
            provider Box version "1"
            context { isKnown: bool = false }
            require never in harmed
            state first {
              call open -> asked { isKnown = true }
              quiet when isKnown -> locked
            }
            state asked { answer opened -> gone }
            state gone { call open stay }
            state locked { call open -> harmed }
            state harmed { call open stay }
            """)
        let flow = try machine(
            Self.calling.changing("callback ready\n", to: "").changing(", ready", to: "")
                .changing(Regex("source.*\n").dotMatchesNewlines(false), to: ""))
        let name = "Box 1: never in harmed"
        #expect(try explore(flow, against: box).verdict(on: name) == .proved)
        #expect(try explore(flow, against: box, crashing: true).verdict(on: name) == .broken)
    }

    @Test("A new SDK may say something before the call of the next process")
    func newSDKGoesOn() throws {
        let box = try model(
            """
            provider Box version "1" for box
            word ready = READY
            require never in broken
            state cold {
              call open -> opening
              emit ready -> warm
            }
            state warm { call open -> broken }
            state opening {
              call open stay
              answer opened stay
            }
            state broken { call open stay }
            """)
        let name = "Box 1: never in broken"
        let flow = try machine(Self.calling)
        #expect(try explore(flow, against: box).verdict(on: name) == .proved)
        let exploration = try explore(flow, against: box, crashing: true)
        #expect(exploration.verdict(on: name) == .broken)
        let once = try machine(Self.calling.changing("effect open replies", to: "effect open once replies"))
        #expect(try explore(once, against: box, crashing: true).verdict(on: name) == .proved)
    }

    @Test("The app may die before it makes the first call of a run, which a server then never heard")
    func callOfBeginning() throws {
        let desk = try model(
            """
            provider Desk version "1"
            context { isKnown: bool = false }
            state idle {
              call register -> asked { isKnown = true }
              call login when isKnown -> greeting
              call login when not isKnown -> refusing
            }
            state asked { answer registered -> idle }
            state greeting { answer welcome -> idle }
            state refusing { answer unknown -> idle }
            """)
        let text = """
            flow Joining version 1
            command cancel
            effect register calls Desk.register replies registered, lost otherwise lost
            effect login calls Desk.login replies welcome, unknown, dark otherwise dark
            final done
            require never on unknown
            within 20m -> done
            on cancel -> done
            on restored -> returning
            late other
            state joining {
              enter { do register }
              on registered, lost -> done
            }
            state returning {
              enter { do login }
              late lost
              on welcome, unknown, dark -> done
            }
            """
        let exploration = try explore(machine(text), against: desk, crashing: true)
        let judged = try #require(exploration.judgements.first { $0.name == "never on unknown" })
        // The death of the app, then `restored`, the `otherwise` of the order that died with the app, and the answer to `login`.
        #expect(
            judged.violations.first?.run.map(\.kind)
                == [.crash, .restored, .limit(effect: 0), .reply(effect: 1)])
        #expect(try explore(machine(text), against: desk).verdict(on: judged.name) != .broken)
    }
}
