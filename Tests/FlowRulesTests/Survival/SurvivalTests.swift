import FlowLanguage
import FlowMachine
import FlowRules
import KeywayCore
import Testing

@Suite("What survives a crash")
struct SurvivalTests {
    private static let flow = """
        flow Crash version 1
        type Phone = text(1...9) personal
        type Code = text(1...9) transient
        type Token = text(1...9) secret
        context { phone: Phone?, token: Token?, n: int 0...3 = 0 }
        command start(phone: Phone), type(code: Code), leave
        effect count(n: int 0...3)
        effect ring once
        effect show volatile
        effect dial(phone: Phone) once
        effect poll replies ready(token: Token), none otherwise none within 5s
        effect check(code: Code) replies right, wrong otherwise wrong within 5s
        effect pay once replies paid, unpaid otherwise unpaid within 5s
        effect stop
        final done
        final failed keeps phone, token
        within 20m -> failed
        reject other
        late other
        state idle waits for user {
          on start -> waiting { keep phone; do dial(phone) }
          on leave -> done
          late ready, none
        }
        group live {
          enter { do poll }
          on leave -> failed { do stop }
          state waiting waits for user {
            enter { do count(n); do ring; do show }
            on ready stay { keep token }
            late none
            on type -> checking { do check(code) }
          }
          state checking {
            late ready, none
            on right -> paying
            on wrong -> waiting
          }
          state paying {
            enter { do pay }
            late ready, none
            on paid -> again
            on unpaid -> waiting
          }
        }
        choice again { when n < 3 -> idle { n += 1; do count(n) }  when n == 3 -> done }
        """

    private func survival(of text: String) throws -> Survival {
        let source = SourceText(path: "crash.flow", bytes: Array(text.utf8))
        let checked = check(source)
        #expect(
            !checked.diagnostics.contains { $0.severity == .error }, "\(checked.diagnostics.map(\.message))")
        let machine = try #require(checked.machine)
        return try #require(Survival(of: machine))
    }

    @Test("Each state has the effects that a crash there can find in flight")
    func flights() throws {
        let survival = try survival(of: Self.flow)
        let names = Dictionary(
            uniqueKeysWithValues: survival.states.map { ($0.name, $0.effects.map(\.name)) })
        // `poll` and `pay` stay open when the run leaves the group before they answer.
        #expect(names["idle"] == ["count", "poll"])
        #expect(names["waiting"] == ["count", "ring", "show", "dial", "poll"])
        #expect(names["checking"] == ["poll", "check"])
        #expect(names["paying"] == ["poll", "pay"])
        // The end cancels what was open, so only what the step into the final orders is in flight behind it.
        #expect(names["failed"] == ["stop"])
        #expect(names["done"] == [])
    }

    @Test("A plain effect is performed again, one whose values are gone is answered or interrupted")
    func fates() throws {
        let effects = try survival(of: Self.flow).states.flatMap(\.effects)
        func fate(_ name: String) -> Survival.Fate? { effects.first { $0.name == name }?.fate }
        #expect(fate("count") == .performed)
        #expect(fate("stop") == .performed)
        #expect(fate("poll") == .performed)
        #expect(fate("ring") == .interrupted)
        #expect(fate("pay") == .answered(with: "unpaid"))
        #expect(fate("show") == .forgotten)
        #expect(fate("dial") == .interrupted)
        #expect(fate("check") == .answered(with: "wrong"))
        #expect(effects.first { $0.name == "dial" }?.missing.map(\.name) == ["phone"])
    }

    @Test("Of the shipped flows, every effect in flight is told, and none with a classified argument survives")
    func shipped() throws {
        var classified = 0
        for spec in try shippedSpecs() {
            let survival = try survival(of: spec.text)
            for effect in survival.states.flatMap(\.effects) where !effect.missing.isEmpty {
                classified += 1
                #expect(!effect.fate.survives, "\(spec): \(effect)")
            }
            #expect(survival.states.contains { !$0.effects.isEmpty })
        }
        #expect(classified > 0)
    }

    @Test("Past the limit of configurations nothing is said")
    func limit() throws {
        let machine = try #require(check(SourceText(path: "crash.flow", bytes: Array(Self.flow.utf8))).machine)
        #expect(Survival(of: machine, limit: 2) == nil)
    }
}
