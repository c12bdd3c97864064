import FlowFixtures
import FlowLanguage
import FlowProviders
import Testing

/// Requirements of rules 33b to 33f, which depend on earlier steps, counts and comparisons, and facts joined by `and`, `or` and `not`.
@Suite("Rule 33: requirements of several steps")
struct RuleThirtyThreeFormsTests {
    private static func flow(_ requirements: String...) -> String {
        """
        flow Guess version 1
        param most: int 1...3 = 2
        context { tries: int 0...3 = 0, sent: bool = false }
        command guess, renew, cancel
        effect check replies right, wrong otherwise wrong within 5s
        effect send
        effect oil
        final done success
        final failed
        final cancelled
        require done only after right
        \(requirements.map { "require \($0)" }.joined(separator: "\n"))
        within 15m -> failed
        on cancel -> cancelled
        reject other
        late other
        state idle waits for user { on renew -> holding { sent = true; do send } }
        group inHand {
          timer life
          enter { set life 5m }
          state holding waits for user {
            on guess when tries < most -> checking { tries += 1; do check }
            on guess when tries >= most -> failed
            on renew -> holding { tries = 0; do send }
            on life -> idle
          }
          state checking {
            on right -> done
            on wrong -> holding
            hold life
          }
        }
        """
    }

    private func verdict(on requirement: String) throws -> FlowExploration.Verdict? {
        try explore(machine(Self.flow(requirement)), against: nil).verdict(on: requirement)
    }

    @Test(
        "What holds in every run is proved",
        arguments: [
            // The event of a step comes before what it brings about: `on renew` allows the `do send` of its own step.
            "do send never after do check until on renew", "on right never after on wrong until on guess",
            "in done never after wrong until guess", "on guess never after right",
            "do check never after in holding and tries == 3 until renew", "on guess never after in done or in failed",
            // Counts up to a literal, and up to a parameter that is chosen when a run begins.
            "at most 3 do check until do send", "at most most do check until on renew",
            "at most most on wrong until on renew", "at most 1 in done and right",
            "tries falls only on renew", "tries falls only on guess, on renew",
            "do check only while life", "on guess only while life", "in done only while life",
            "in holding only while life",
            "always possible guess in holding", "always possible cancel in idle, inHand",
            // Facts that are joined.
            "never on guess and in idle", "always in idle or in cancelled or in failed or sent",
            "always not (in done and not right)",
            "sometimes guess and in failed", "on right only after do check and sent",
            "in failed only after sent or not sent",
        ])
    func holds(requirement: String) throws {
        #expect(try verdict(on: requirement) == .proved)
    }

    @Test(
        "What some run breaks is broken",
        arguments: [
            "do send never after do check", "on right never after on wrong", "in done never after right",
            "do check never after sent", "on guess never after do check until do check",
            "at most 2 do check until do send", "at most 3 do check", "at most 0 do send", "at most most do check",
            "at most 2 do send until do check", "tries falls only on guess", "tries falls only on cancel, right",
            "in failed only while life", "on renew only while life", "in idle only while life",
            "on life only while life", "always possible renew in inHand", "always possible guess in idle",
            "always on guess or not in failed", "never sent and right", "done only after right and tries == 3",
            "on guess only after right or wrong",
        ])
    func breaks(requirement: String) throws {
        #expect(try verdict(on: requirement) == .broken)
    }

    @Test(
        "What never comes about is untried",
        arguments: [
            "do oil never after right", "at most 1 do oil", "do oil only while life", "most falls only on cancel",
            "always possible guess in done2", "on right and in idle only while life",
        ])
    func untried(requirement: String) throws {
        let flow = Self.flow(requirement) + "\ngroup apart { state done2 waits for user { on guess -> failed } }\n"
        #expect(try explore(machine(flow), against: nil).verdict(on: requirement) == .untried)
    }

    @Test("What comes about as a run begins is tried")
    func atTheBeginning() throws {
        let flow = """
            flow Ping version 1
            command cancel
            effect ping replies pong otherwise pong within 10s
            final done
            require at most 1 do ping
            within 15m -> done
            on cancel -> done
            reject other
            state idle waits for user { enter { do ping } on pong -> done }
            """
        let judged = try explore(machine(flow), against: nil).judgements.first { $0.name == "at most 1 do ping" }
        #expect(judged?.verdict == .proved && judged?.occasions == 1)
    }

    @Test("The shortest run that breaks a count has one too many, and a parameter's says what was chosen")
    func shortest() throws {
        let counted = try explore(machine(Self.flow("at most 1 do check")), against: nil)
        #expect(counted.judgements.first { $0.name == "at most 1 do check" }?.steps == 4)
        let chosen = try explore(machine(Self.flow("at most 2 do check until do send")), against: nil)
        let run = try #require(chosen.judgements.first { $0.verdict == .broken }?.violations.first?.run)
        #expect(run.contains { if case .chosen = $0.kind { true } else { false } }, "only three tries break it")
    }
}
