import FlowFixtures
import FlowTranscripts
import KeywayCore
import Testing

@testable import KeywayCommandLine

@Suite("keyway check --survives")
struct CheckSurvivalTests {
    @Test("Each state says what becomes of its effects")
    func text() throws {
        let folder = try Door.folder()
        let call = keyway("check", "--survives", folder.path(of: "Specs"))
        #expect(call.code == .fine)
        #expect(call.errors.isEmpty)
        #expect(
            call.lines == [
                "Door: effects in flight, after a crash", "  street: none", "  asking",
                "    ask  answered with refused: guest is personal", "  inside: none", "  outside: none",
            ])
    }

    @Test("As JSON each effect says whether it survives, and which arguments the log has not")
    func json() throws {
        let folder = try Door.folder()
        let call = keyway("check", "--survives", "--format", "json", folder.path(of: "Specs"))
        guard case .list(let flows) = try JSONReader.value(of: call.output.utf8), case .object(let flow)? = flows.first,
            case .list(let states)? = flow["states"], case .object(let asking)? = states.dropFirst().first,
            case .list(let effects)? = asking["effects"], case .object(let ask)? = effects.first
        else {
            Issue.record("no effects: \(call.output)")
            return
        }
        #expect(flow["flow"] == .text("Door"))
        #expect(asking["state"] == .text("asking"))
        #expect(ask["effect"] == .text("ask"))
        #expect(ask["survives"] == .bool(false))
        #expect(ask["missing"] == .list([.object(["argument": .text("guest"), "class": .text("personal")])]))
    }

    @Test("Where there are errors, they are what is said")
    func errors() throws {
        let folder = try TemporaryFolder()
        let path = try folder.write(Door.flow.changing("-> inside", to: "-> insid"), to: "Door.flow")
        let call = keyway("check", "--survives", path)
        #expect(call.code == .problem)
        #expect(call.output == keyway("check", path).output)
    }
}
