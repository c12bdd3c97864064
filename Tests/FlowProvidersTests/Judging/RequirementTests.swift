import FlowFixtures
import FlowProviders
import Testing

@Suite("The requirements of a spec")
struct RequirementTests {
    private func judged(_ requirement: String, flow: String? = nil) throws -> FlowExploration.Judged {
        let text = flow ?? LockedDoor.flow(requirements: "require \(requirement)")
        let exploration = try explore(machine(text), against: model(LockedDoor.model()))
        return try #require(exploration.judgements.first { $0.name == requirement })
    }

    @Test(
        "What holds is proved",
        arguments: [
            "authenticated only after confirmed", "authenticated only after jammed, confirmed",
            "do ask only after opened", "confirmed only after do ask", "never on unrecognised",
        ])
    func proved(requirement: String) throws {
        #expect(try judged(requirement).verdict == .proved)
    }

    @Test(
        "What does not hold is broken, by a shortest run",
        arguments: [
            ("never in asking", 3), ("never do turn", 1), ("never authenticated", 4), ("always in idle", 1),
            ("authenticated only after jammed", 4), ("on confirmed only after denied", 4),
        ])
    func broken(requirement: String, steps: Int) throws {
        let judged = try judged(requirement)
        #expect(judged.verdict == .broken)
        #expect(judged.steps == steps)
        #expect(judged.violations.first?.run.count == steps)
    }

    @Test("'sometimes' has a witness, or is broken")
    func sometimes() throws {
        let seen = try judged("sometimes authenticated")
        #expect(seen.verdict == .proved)
        #expect(seen.steps == 4)
        let flow = LockedDoor.flow(
            requirements: "require sometimes do ask", turning: "on opened, jammed -> failed\n  after 30s -> failed")
        #expect(try judged("sometimes do ask", flow: flow).verdict == .broken)
    }

    @Test("'eventually' is broken by an end before it, and by a circle without it")
    func eventually() throws {
        let ended = try judged("eventually do turn")
        #expect(ended.verdict == .broken)
        #expect(ended.steps == 1, "cancel, or the session's deadline")
        let certain = LockedDoor.flow(requirements: "require eventually do turn")
            .changing("on cancel -> cancelled", to: "ignore cancel").changing("within 15m -> failed\n", to: "")
            .changing(
                "state idle waits for user { on open -> turning }",
                to: "state idle { on open -> turning after 1m -> turning }")
        #expect(try judged("eventually do turn", flow: certain).verdict == .proved)
        let round = certain.changing("eventually do turn", to: "eventually do ask")
            .changing("after 30s -> failed", to: "after 30s -> turning")
            .changing("on jammed -> failed", to: "on jammed -> turning")
        let endless = try judged("eventually do ask", flow: round)
        #expect(endless.verdict == .broken)
        #expect(endless.violations.contains { !$0.cycle.isEmpty })
    }

    @Test("A condition counts, though no guard reads its variable")
    func conditions() throws {
        let flow = LockedDoor.flow(
            requirements: "context { tries: int 0...3 = 0 }\nrequire always tries < 2",
            turning: "on opened -> asking { tries = 2 }\n  on jammed -> failed\n  after 30s -> failed")
        let judged = try judged("always tries < 2", flow: flow)
        #expect(judged.verdict == .broken)
        #expect(judged.steps == 3)
        let held = flow.changing("{ tries = 2 }", to: "{ tries = 1 }")
        #expect(try self.judged("always tries < 2", flow: held).verdict == .proved)
    }
}
