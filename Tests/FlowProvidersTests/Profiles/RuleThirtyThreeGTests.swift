import FlowFixtures
import FlowLanguage
import FlowMachine
import FlowProviders
import FlowRules
import KeywayCore
import Testing

/// Clauses of a profile are asked of the flows that have their roles.
@Suite("Rule 33g: profiles")
struct RuleThirtyThreeGTests {
    /// A flow in which a code is sent, typed and judged; `wrong` is what a wrong code leads to.
    private static func flow(wrong: String = "holding", roles: String) -> String {
        """
        flow Guess version 1
        context { left: int 0...2 = 2 }
        command send, guess, cancel
        effect deliver
        effect judge replies right, refused otherwise refused within 5s
        final done success
        final failed
        final cancelled
        require done only after right
        \(roles)
        within 15m -> failed
        on cancel -> cancelled
        reject other
        late other
        state idle waits for user { on send -> holding { do deliver } }
        group inHand {
          timer life
          enter { set life 5m }
          state holding waits for user {
            on guess when left > 0 -> judging { do judge }
            on guess when left == 0 -> failed
            on send -> holding { do deliver }
            on life -> idle
          }
          state judging {
            on right -> done
            on refused when left > 0 -> \(wrong) { left -= 1 }
            on refused when left == 0 -> failed
            hold life
          }
        }
        """
    }

    private static let roles = """
        role success = done
        role newCode = do deliver
        role verify = do judge
        role denied = on refused
        role confirmed = on right
        role agreed = on guess or on send
        role newest = on send
        role asked = on guess
        role leave = on cancel
        role typing = in holding
        role life = timer life
        """

    private func profile(_ clause: String) -> SourceText {
        SourceText(path: "Test.profile", bytes: Array("profile \"Test\"\nclause \"1\" {\n  \(clause)\n}\n".utf8))
    }

    /// The verdict on a profile's only clause, asked of a flow alone.
    private func judged(
        _ clause: String, _ text: String = flow(roles: roles), limit: Int = FlowExploration.usualLimit
    ) throws -> ProfileJudgement.Verdict {
        let source = profile(clause)
        let checked = check(source)
        #expect(checked.diagnostics.isEmpty, "\(checked.diagnostics)")
        let judgement = try judge(
            try machine(text), by: try #require(checked.profile), in: source, against: [], limit: limit)
        return try #require(judgement.verdicts.first)
    }

    @Test(
        "What the flow keeps is proved, in every form that a clause can have",
        arguments: [
            "require success only after confirmed", "require verify only after newCode since newest",
            "require success never after denied until confirmed", "require verify never after verify until agreed",
            "require at most 3 denied", "require verify only while life", "require always possible leave in typing",
            "require never success and denied", "require success only after confirmed and not denied",
        ])
    func proved(clause: String) throws {
        guard case .proved = try judged(clause) else {
            Issue.record("\(try judged(clause))")
            return
        }
    }

    @Test(
        "What a run breaks is refuted, with the run",
        arguments: [
            "require success never after denied", "require at most 1 denied", "require leave only while life",
            "require verify only after newCode since asked", "require never denied",
        ])
    func refuted(clause: String) throws {
        guard case .refuted(let refutation) = try judged(clause) else {
            Issue.record("\(try judged(clause))")
            return
        }
        #expect(!refutation.violation.run.isEmpty)
    }

    @Test("Of two requirements of a clause the worst counts")
    func worst() throws {
        let verdict = try judged("require success only after confirmed\n  require never denied")
        guard case .refuted = verdict else {
            Issue.record("\(verdict)")
            return
        }
    }

    @Test("A clause is not about a flow that lacks one of its roles; a role that only 'for' names counts as well")
    func scope() throws {
        let few = Self.flow(roles: "role success = done\nrole confirmed = on right")
        guard case .notAbout = try judged("require success only after denied", few) else {
            Issue.record("the flow has no 'denied'")
            return
        }
        let source = SourceText(
            path: "Test.profile",
            bytes: Array(
                "profile \"T\"\nclause \"1\" for newCode {\n  require success only after confirmed\n}\n".utf8))
        let profile = try #require(parseProfile(source).profile)
        guard case .notAbout = try judge(try machine(few), by: profile, in: source, against: []).verdicts[0] else {
            Issue.record("the flow sends no code")
            return
        }
    }

    @Test("What nothing brings about is untried, and what a stopped search did not find is open")
    func unknown() throws {
        let text = Self.flow(roles: Self.roles + "\nrole nothing = in failed and in done")
        guard case .untried = try judged("require nothing only after confirmed", text) else {
            Issue.record("\(try judged("require nothing only after confirmed", text))")
            return
        }
        let source = profile("require success only after confirmed")
        let stopped = try judge(
            try machine(Self.flow(roles: Self.roles)), by: try #require(parseProfile(source).profile), in: source,
            against: [], limit: 2)
        guard case .open = stopped.verdicts[0] else {
            Issue.record("\(stopped.verdicts)")
            return
        }
    }

    @Test("Each requirement of a clause has a search of its own, which the observer hears of as it begins")
    func searches() throws {
        let source = profile("require success only after confirmed\n  require at most 3 denied")
        var begun = 0
        _ = try judge(
            try machine(Self.flow(roles: Self.roles)), by: try #require(parseProfile(source).profile), in: source,
            against: [],
            reporting: {
                begun += 1
                return { _ in true }
            })
        #expect(begun == 2)
    }

    @Test(
        "A role that cannot stand where its clause puts it is told with the flow",
        arguments: [
            ("require verify only while success", "needs a timer"),
            ("require life only after confirmed", "a timer can stand only behind 'only while'"),
            ("require verify only after newCode since agreed", "one event"),
            ("require at most 2 typing", "role 'typing' of Guess does not fit: 'at most' counts what happens"),
            ("require at most 2 typing or success", "what Guess has for these roles lasts"),
            ("require always possible verify in typing", "one event"),
            ("require always possible leave in success", "states that are not finals"),
        ])
    func misfits(clause: String, words: String) throws {
        let source = profile(clause)
        let profile = try #require(check(source).profile)
        let error = #expect(throws: ClauseBinding.Misfit.self) {
            try judge(try machine(Self.flow(roles: Self.roles)), by: profile, in: source, against: [])
        }
        #expect(error?.sentence.contains(words) ?? false, "\(error?.sentence ?? "")")
        #expect(error.map { source.place(of: $0.range.lower).line } == 3)
    }

    @Test(
        "Text that is no clause is an error",
        arguments: [
            ("require in holding only after confirmed", "FL110"), ("require on right only after confirmed", "FL110"),
            ("require success only after left == 2", "FL110"), ("require left falls only on denied", "FL110"),
            ("require do judge(a) with the latest a", "FL110"), ("require at most 99 denied", "FL110"),
            ("require success only after silent.done", "FL110"), ("require at most many denied", "FL110"),
            ("require sometimes denied", "FL110"), ("require eventually success", "FL110"),
            ("require never denied\n  require never denied", "FL021"), ("demand success", "FL005"),
            ("server 5", "FL005"), ("", "FL110"),
            ("require succes only after confirmed", "FL039"),
        ])
    func wrongClauses(clause: String, code: String) throws {
        var surroundings = SpecSurroundings()
        surroundings.roles = { ["success", "confirmed", "denied"] }
        let source = profile(clause)
        let found = check(source, beside: surroundings).diagnostics
        #expect(found.first?.code.name == code, "\(found)")
        #expect(found.first.map { [2, 3, 4].contains(source.place(of: $0.range.lower).line) } ?? false)
    }

    @Test("Two clauses of one number, and a role that a flow has twice or that is nothing there, are errors")
    func duplicates() throws {
        let text = "profile \"T\"\nclause \"1\" { server \"x\" }\nclause \"1\" { server \"y\" }\n"
        let found = check(SourceText(path: "T.profile", bytes: Array(text.utf8))).diagnostics
        #expect(found.map(\.code) == [.duplicateName])
        for (roles, code) in [
            ("role success = done\nrole success = failed", DiagnosticCode.duplicateName),
            ("role success = dnoe", .unknownEvent), ("role life = timer lief", .unknownTimer),
            ("role verify = do jduge", .unknownEffect), ("role typing = in hloding", .unknownTarget),
        ] {
            let flow = SourceText(path: "T.flow", bytes: Array(Self.flow(roles: roles).utf8))
            #expect(check(flow).diagnostics.filter { $0.severity == .error }.map(\.code) == [code], "\(roles)")
        }
    }

    @Test("The formatter writes profiles and roles in one layout")
    func formatting() {
        let written = """
            // A comment.
            profile   "T"

            /// Ours.
            clause "1"  for a,b {
              // Another.
              require a   only after b
              server "x" }
            """
        let source = SourceText(path: "T.profile", bytes: Array(written.utf8))
        #expect(
            format(source).text == """
                // A comment.
                profile "T"

                /// Ours.
                clause "1" for a, b {
                  // Another.
                  require a only after b
                  server "x"
                }

                """)
        let flow = SourceText(
            path: "T.flow", bytes: Array("flow A version 1\nrole  a=( on b  or on c )\nrole t =timer x\n".utf8))
        #expect(format(flow).text == "flow A version 1\nrole a = on b or on c\nrole t = timer x\n")
    }

    /// The flow with parameters: whoever begins a run chooses how many wrong guesses it takes and how many codes it sends again.
    private static let choosing = flow(roles: roles)
        .changing(
            "context { left: int 0...2 = 2 }",
            to: "param tries: int 1...5 = 2\nparam sends: int 1...5 = 3\n"
                + "context { left: int 0...5 = tries, codes: int 0...5 = sends }"
        )
        .changing(
            "    on send -> holding { do deliver }",
            to: "    on send when codes > 0 -> holding { codes -= 1; do deliver }")

    private func refutation(of requirement: String, limit: Int) throws -> ProfileJudgement.Refutation {
        guard case .refuted(let found) = try judged(requirement, Self.choosing, limit: limit) else {
            throw NotRefuted(requirement: requirement)
        }
        return found
    }

    private struct NotRefuted: Error {
        let requirement: String
    }

    @Test(
        "A refutation lists the values of each parameter that break the clause, also where searching all is too large",
        arguments: [100, 10_000])
    func brokenByChoice(limit: Int) throws {
        let found = try refutation(of: "require at most 3 denied", limit: limit)
        #expect(found.breaking.map(\.parameter) == [0])
        #expect(found.breaking.first?.values == [.integer(4), .integer(5)])
        #expect(found.holdsUnchosen)
        #expect(
            found.violation.run.prefix(2).map(\.kind) == [
                .chosen(parameter: 0, .integer(4)), .chosen(parameter: 1, .integer(1)),
            ])
    }

    @Test(
        "A refutation of a clause that the flow's own values break lists no values of parameters",
        arguments: [100, 10_000])
    func brokenUnchosen(limit: Int) throws {
        let found = try refutation(of: "require at most 1 denied", limit: limit)
        #expect(found.breaking.isEmpty && !found.holdsUnchosen)
    }
}
