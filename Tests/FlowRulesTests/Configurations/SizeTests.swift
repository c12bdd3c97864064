import FlowLanguage
import Testing

@testable import FlowRules

@Suite("The configurations of a flow by itself")
struct SizeTests {
    private func checked(_ text: String, limit: Int = 1_000_000) -> CheckedFlow {
        check(SourceText(path: "test.flow", bytes: Array(text.utf8)), limit: limit)
    }

    @Test("Rule 7a: Silent authentication has 15 configurations and 109 steps, and no error")
    func silentAuthenticationSize() {
        let flow = checked(silentAuthentication)
        #expect(!flow.hasErrors)
        #expect(flow.configurations == 15)
        #expect(flow.steps == 109)
    }

    @Test("A variable that no guard reads is no part of a configuration, and one that counts is")
    func trackedVariables() {
        let items =
            "state idle waits for user { on start otherwise -> failed on start when n < 3 stay { n += 1 } on cancel -> done { kept = n } }"
        let flow = checked(
            flow(items, declaring: "context { n: int 0...3 = 0, kept: int 0...3 = 0 }", otherwise: ""))
        // idle with n of 0 to 3; done with each; failed with each by the deadline, or by start where n is 3.
        #expect(flow.configurations == 12)
    }

    @Test("Past the limit the rules are named as unproved, and what never happens is not judged on a part")
    func limit() {
        let flow = checked(silentAuthentication, limit: 14)
        #expect(flow.configurations == nil)
        #expect(!flow.hasErrors)
        let warnings = flow.diagnostics.filter { $0.code == .tooManyConfigurations }
        #expect(warnings.map(\.severity) == [.warning])
        #expect(warnings.first?.message.contains("more than 14 configurations") ?? false)
        #expect(checked(silentAuthentication, limit: 15).configurations == 15)
    }

    @Test("Where what an event can carry is too much to go through, that is named, and not a number of configurations")
    func wideEvent() {
        func warnings(_ count: Int) -> [Diagnostic] {
            let cases = (0..<count).map { "c\($0)" }.joined(separator: ", ")
            let text = """
                flow Sample version 1
                enum Wide { \(cases) }
                context { ways: set of Wide? }
                command start(ways: set of Wide), cancel
                final done
                final failed
                within 15m -> failed
                reject other
                state idle waits for user { on start -> next { keep ways } on cancel -> done }
                state next waits for user { on cancel when c0 in ways -> done on cancel otherwise -> failed }
                """
            return checked(text).diagnostics.filter { $0.code == .tooManyConfigurations }
        }
        #expect(warnings(3).isEmpty)
        #expect(warnings(13).count == 1)
        #expect(warnings(13).first?.message.hasPrefix("the values that 'start' can carry are too many to go") ?? false)
    }

    @Test("Where events with many values come in many configurations, the search ends, and that is named")
    func wideEventsInManyConfigurations() {
        // Each of 128 subsets may be kept, and in each such configuration each may come.
        func warnings(limit: Int) -> [Diagnostic] {
            let text = """
                flow Sample version 1
                enum Wide { c0, c1, c2, c3, c4, c5, c6 }
                context { ways: set of Wide? }
                command start(ways: set of Wide), cancel
                final done
                final failed
                within 15m -> failed
                reject other
                state idle waits for user {
                  on start stay { keep ways }
                  on cancel when c0 in ways -> done
                  on cancel otherwise -> failed
                }
                """
            return checked(text, limit: limit).diagnostics.filter { $0.code == .tooManyConfigurations }
        }
        #expect(warnings(limit: 1_000).isEmpty)
        let warning = warnings(limit: 400)
        #expect(warning.count == 1)
        #expect(warning.first?.message.hasPrefix("more than 12800 events can come in the configurations") ?? false)
    }

    /// What is wrong in a flow with three faults, beside a command with a field `k` of this greatest value and other items.
    private func faults(
        upTo greatest: Int = 3, beside items: String = "", declaring declarations: String = "", limit: Int = 1_000_000
    ) -> (errors: [DiagnosticCode], isProved: Bool) {
        let text = flow(
            """
            state idle waits for user {
              on give stay { n += k }
              on start -> stuck { do show(token) }
              on cancel -> done
              \(items)
            }
            state stuck { on cancel -> done }
            """,
            declaring: """
                context { n: int 0...3 = 0, token: int 0...9? }
                command give(k: int 0...\(greatest))
                effect show(token: int 0...9)
                \(declarations)
                """, otherwise: "reject other")
        let found = found(in: text, limit: limit)
        return (
            found.filter { $0.severity == .error }.map(\.code).sorted { $0.rawValue < $1.rawValue },
            !found.contains { $0.code == .tooManyConfigurations }
        )
    }

    private let three: [DiagnosticCode] = [.valueMayBeAbsent, .valueMayLeaveRange, .silentWait]

    @Test("What an event with too many values does is found by some of them, as where all are gone through")
    func faultsOfWideEvent() {
        #expect(faults(upTo: 4000) == (three, true))
        #expect(faults(upTo: 5000) == (three, false))
    }

    @Test("A value that a guard asks for later is among those of a field that are tried")
    func laterGuard() {
        let items = "on put stay { m = k }\non ask when m == 2500 -> stuck\non ask otherwise -> done"
        let declarations = "context { m: int 0...5000 = 0 }\ncommand put(k: int 0...5000), ask"
        let text = flow(
            "state idle waits for user { \(items)\non start, cancel -> done }\nstate stuck { on cancel -> done }",
            declaring: declarations, otherwise: "reject other")
        #expect(found(in: text).contains { $0.code == .silentWait && $0.message.contains("after 'put', 'ask'") })
    }

    @Test("What is wrong before the limit is an error past it too, and so beside too many parameters and guards")
    func faultsBesideObstacles() {
        let counter = "on more when big < 900000 stay { big += 1 }\non more otherwise -> done"
        #expect(
            faults(beside: counter, declaring: "context { big: int 0...900000 = 0 }\ncommand more", limit: 2_000)
                == (three, false))
        let parameter = "on more when big < 9 -> done\non more otherwise -> failed"
        #expect(
            faults(beside: parameter, declaring: "param big: int 0...900000 = 0\ncommand more") == (three, false))
        let cases = (0..<13).map { "c\($0)" }
        let asked = cases.map { "\($0) in ways" }.joined(separator: " or ")
        let guarded = "on more when \(asked) -> done\non more otherwise -> failed"
        let ways = "enum Wide { \(cases.joined(separator: ", ")) }\ncontext { ways: set of Wide? }\ncommand more"
        #expect(faults(beside: guarded, declaring: ways) == (three, false))
    }

    @Test("A flow written from the provider's page alone leaves 25 cells of 36 undecided, and no session deadline")
    func naive() {
        let errors = found(in: naiveSilentAuthentication).filter { $0.severity == .error }
        #expect(errors.count { $0.code == .cellUndecided } == 25)
        #expect(errors.count { $0.code == .noSessionDeadline } == 1)
        #expect(errors.count == 26)
    }

    @Test("Any text is checked without a trap: cuts of a flow at every place")
    func cuts() {
        let bytes = Array(silentAuthentication.utf8)
        for length in stride(from: 0, to: bytes.count, by: 37) {
            _ = check(SourceText(path: "test.flow", bytes: Array(bytes[..<length])))
        }
    }
}
