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

    @Test("Past the limit the rules are named as unproved, and none is judged on a part")
    func limit() {
        let flow = checked(silentAuthentication, limit: 14)
        #expect(flow.configurations == nil)
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
