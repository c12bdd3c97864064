import FlowFixtures
import FlowLanguage
import FlowMachine
import FlowProviders
import KeywayCore
import Testing

/// Clauses that a flow with sub-flows does not keep alone, where its sub-flows may end at any moment, are asked of it beside models.
@Suite("Rule 33g: profiles and flows with sub-flows")
struct ProfileOfParentTests {
    /// A door that turns its lock again as often as its parameter says, and keeps in `failed` how often the lock jammed.
    ///
    /// - Parameters:
    ///   - sends: the range of that parameter.
    ///   - codes: the range of another one, which only says whether the door waits before it turns its lock.
    private static func door(_ sends: String, _ codes: String) -> String {
        House.door(
            turning: """
                on opened -> asking
                  ignore ready
                  on jammed when left > 1 and jams < 5 -> turning { left -= 1; jams += 1 }
                  on jammed when left > 1 and jams == 5 -> turning { left -= 1 }
                  on jammed otherwise -> failed
                """
        )
        .changing(
            "context {",
            to: "param sends: int \(sends) = 1\nparam code: int \(codes) = 1\n"
                + "context { left: int 0...5 = sends, jams: int 0...5 = 0,"
        )
        .changing(
            "on open when isReady -> turning",
            to: "on open when isReady and code != 2 -> turning\n  on open when isReady and code == 2 -> waiting"
        )
        .changing("final failed\n", to: "final failed keeps jams\n")
    }

    /// The house, whoever begins it choosing how often each of its doors turns the lock; its front door may fail after three jams.
    private static func house(_ sends: String, _ codes: String) throws -> Machine {
        let flow = House.flow(
            frontRows: """
                on first.authenticated -> authenticated
                  on first.failed when jams == 3 -> thrice
                  on first.failed otherwise -> back
                  on first.cancelled, next -> back
                """
        )
        .changing("child first = Door", to: "child first = Door(sends: front, code: frontCode)")
        .changing("child second = Door", to: "child second = Door(sends: rear, code: rearCode)")
        .changing(
            "command start, next, cancel",
            to: "param front: int \(sends) = 1\nparam rear: int \(sends) = 1\nparam frontCode: int \(codes) = 1\n"
                + "param rearCode: int \(codes) = 1\ncommand start, next, cancel"
        )
        .changing(
            "final failed\n",
            to: "final failed\nfinal thrice\nrole jammed = in thrice\nrole success = in authenticated\n"
                + "role begun = on start\nrole rear = on second.authenticated\n")
        return try House.machine(flow, door: door(sends, codes))
    }

    /// The verdict on a profile's only clause, asked of the house beside its lock that may jam again and again.
    private func judged(
        _ clause: String, sends: String, codes: String = "1...2"
    ) throws -> ProfileJudgement.Verdict {
        let source = SourceText(
            path: "Test.profile", bytes: Array("profile \"Test\"\nclause \"1\" {\n  \(clause)\n}\n".utf8))
        let lock = House.lock.changing("emit jam when turned stay { turned = false }", to: "emit jam when turned stay")
        let judgement = try judge(
            try Self.house(sends, codes), by: try #require(parseProfile(source).profile), in: source,
            against: [[try model(lock)]])
        return try #require(judgement.verdicts.first)
    }

    @Test("Where parameters can be chosen in too many ways beside models, the flow has its own values there")
    func manyChoices() throws {
        let verdict = try judged("require success only after rear", sends: "1...4", codes: "1...100")
        guard case .refuted(let refutation) = verdict else {
            Issue.record("\(verdict)")
            return
        }
        #expect(refutation.exploration.models.map(\.title) == ["Lock 1.0"])
        #expect(refutation.breaking.isEmpty)
    }

    @Test("What holds with a flow's own values is not proved of other values: each parameter's are asked by themselves")
    func otherValues() throws {
        let verdict = try judged("require never jammed", sends: "1...4")
        guard case .refuted(let refutation) = verdict else {
            Issue.record("\(verdict)")
            return
        }
        #expect(refutation.breaking.map(\.parameter) == [0])
        #expect(refutation.breaking.first?.values == [.integer(4)])
        #expect(refutation.holdsUnchosen)
        let narrower = try judged("require never jammed", sends: "1...3")
        guard case .open = narrower else {
            Issue.record("\(narrower)")
            return
        }
    }

    @Test("Models that cannot be explored leave a clause unjudged that needs them, and no other clause")
    func unsearchable() throws {
        let text = """
            profile "Test"
            clause "1" {
              require jammed only after begun
            }
            clause "2" {
              require never jammed
            }
            """ + "\n"
        let source = SourceText(path: "Test.profile", bytes: Array(text.utf8))
        let bolt = try model(House.lock.changing("for lock", to: "for bolt"))
        let judgement = try judge(
            try Self.house("1...4", "1...2"), by: try #require(parseProfile(source).profile), in: source,
            against: [[bolt]])
        guard case .proved = judgement.verdicts[0], case .unsearchable(let found) = judgement.verdicts[1] else {
            Issue.record("\(judgement.verdicts)")
            return
        }
        #expect(found.problem.sentence.contains("without a model for the source 'lock'"))
        #expect(found.models.map(\.title) == ["Lock 1.0"])
    }
}
