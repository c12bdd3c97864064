import FlowFixtures
import FlowLanguage
import FlowMachine
import KeywayCore
import Testing

@testable import FlowRules

@Suite("on restored: what coming back means to a flow")
struct RestoredTests {
    /// A flow with an effect that needs a value which no log has, and with one that needs none.
    private func text(_ rows: String, inIdle idle: String = "") -> String {
        """
        flow Door version 1
        type Code = text(1...9) secret
        context { code: Code? }
        command start(code: Code)
        effect check(code: Code) replies yes, no otherwise no within 10s
        effect look replies open, shut otherwise shut within 10s
        final done
        within 20m -> done
        reject other
        late other
        state idle waits for user { on start -> trying { keep code } \(idle) }
        state trying {
          enter { do check(code); do look }
          on yes, no, open, shut -> done
          \(rows)
        }
        """
    }

    private func machine(_ text: String) throws -> Machine { try LoadedFlow(text).machine }

    @Test("A flow that never names `restored` has no such event; one that does ignores it in every other state")
    func unnamed() throws {
        #expect(try machine(text("")).restoredEvent == nil)
        let flow = try LoadedFlow(text("on restored -> done"))
        let restored = try #require(flow.table.restoredEvent)
        #expect(flow.table.verdict(of: restored, in: RunState(state: 0, values: [nil])) == .ignore)
        #expect(flow.table.verdict(of: restored, in: RunState(state: 1, values: [nil])) == .move(.state(2)))
    }

    @Test("What another process cannot perform again gets its otherwise at once, in the state that restored leads to")
    func interrupted() throws {
        let missing = found(in: text("on restored -> idle { code = nil }"))
        // Where the row for `restored` leads to a state, an earlier order is not performed again: its `otherwise` comes there at once.
        #expect(
            missing.filter { $0.severity == .error }.map(\.message).sorted().map { $0.prefix(45) }
                == [
                    "'other' claims that 'no' cannot come in 'idle'", "'other' claims that 'shut' cannot come in 'id",
                ].map { $0.prefix(45) })
        let named = found(in: text("on restored -> idle { code = nil }", inIdle: "late no, shut"))
        #expect(named.filter { $0.severity == .error }.map(\.message) == [])
        let tooMuch = found(in: text("on restored -> idle { code = nil }", inIdle: "late no, open, shut"))
        #expect(tooMuch.filter { $0.severity == .error }.map(\.code) == [.cellImpossible])
    }

    @Test("Either of two interrupted effects may get its otherwise first, whichever is declared first")
    func order() {
        for names in [["one", "two"], ["two", "one"]] {
            let effects = names.map { "effect \($0) replies \($0)Gone otherwise \($0)Gone within 10s" }
            let text = """
                flow Pair version 1
                command start
                \(effects.joined(separator: "\n"))
                final done
                within 20m -> done
                reject other
                late other
                state idle waits for user { on start -> asking }
                state asking {
                  enter { do two; do one }
                  on oneGone, twoGone -> done
                  on restored -> back
                }
                state back {
                  on oneGone -> patient
                  on twoGone -> silent
                }
                state patient { late twoGone after 1m -> done }
                state silent { late oneGone }
                """
            let errors = found(in: text).filter { $0.severity == .error }
            #expect(Set(errors.map(\.code)) == [.silentWait, .stateCannotEnd], "\(errors.map(\.message))")
            #expect(errors.allSatisfy { $0.message.contains("'silent'") })
        }
    }

    @Test("`restored` cannot be late or rejected, its guards must be complete, and nothing else may have its name")
    func mistakes() {
        #expect(found(in: text("late restored")).map(\.code).contains(.misplacedRow))
        #expect(found(in: text("reject restored")).map(\.code).contains(.misplacedRow))
        #expect(found(in: text("on restored when code present -> done")).map(\.code).contains(.guardsIncomplete))
        for declaration in ["command restored", "effect again replies restored otherwise restored"] {
            let changed = text("on restored -> done").changing("final done", to: declaration + "\nfinal done")
            #expect(found(in: changed).map(\.code).contains(.reservedName), "\(declaration)")
        }
    }
}
