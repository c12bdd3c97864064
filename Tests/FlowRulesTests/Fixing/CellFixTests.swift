import FlowFixtures
import FlowLanguage
import FlowMachine
import FlowRules
import Testing

@Suite("Rows for undecided cells, as choices to review")
struct CellFixTests {
    private func fix(
        _ text: String, beside flows: [String: String] = [:], limit: Int = 1_000_000
    ) -> (text: String, rows: [String], obstacles: [DiagnosticCode]) {
        let directory = FlowDirectory { name in
            flows[name].map { .text(SourceText(path: name, bytes: Array($0.utf8))) } ?? .nothing
        }
        let fix = decidingEveryCell(
            of: SourceText(path: "test.flow", bytes: Array(text.utf8)), beside: SpecSurroundings(flows: directory),
            limit: limit)
        let rows = fix.insertions.map { "\($0.line): \($0.row) in \($0.state ?? "the file")" }
        return (String(decoding: fix.bytes, as: UTF8.self), rows, fix.obstacles.map(\.code))
    }

    private let small = """
        flow Door version 1
        command open, cancel
        callback rang
        effect ask replies yes, no otherwise no
        source bell = "Bell" by kind singleton { RING => rang }
        final opened
        within 15m -> opened

        /// Nobody is here.
        // Or so it seems.
        state closed waits for user { on open -> asking }
        state asking {   // one question
          timer bored
          enter { do ask; set bored 5s }
          on yes -> opened
        }

        """

    @Test("Each inserted row stands at the end of its state, and the text is formatted")
    func rows() {
        let (text, rows, obstacles) = fix(small)
        #expect(obstacles == [])
        #expect(
            text == """
                flow Door version 1
                command open, cancel
                callback rang
                effect ask replies yes, no otherwise no
                source bell = "Bell" by kind singleton {
                  RING => rang
                }
                final opened
                within 15m -> opened

                ignore unrecognised  // decide: harmless in every state, or a row where it is not?

                /// Nobody is here.
                // Or so it seems.
                state closed waits for user {
                  on open -> asking
                  reject cancel  // decide: not allowed here, or a row of its own?
                  late rang      // decide: harmless, late or a row of its own?
                  late other     // decide: no effect that gives yes, no can be open here, or can it?
                }
                state asking {   // one question
                  timer bored
                  enter { do ask; set bored 5s }
                  on yes -> opened
                  reject open    // decide: not allowed here, or a row of its own?
                  reject cancel  // decide: not allowed here, or a row of its own?
                  late rang      // decide: harmless, late or a row of its own?
                  late no        // decide: harmless, late or a row of its own?
                  ignore bored   // decide: nothing to do, let it wait (hold), or a row of its own?
                }

                """)
        #expect(
            rows == [
                "11: ignore unrecognised in the file", "17: reject cancel in closed", "18: late rang in closed",
                "19: late other in closed", "25: reject open in asking", "26: reject cancel in asking",
                "27: late rang in asking", "28: late no in asking", "29: ignore bored in asking",
            ])
    }

    @Test(
        "Without the inserted rows the fixed text is the old one, formatted, and a second time nothing is inserted",
        arguments: [false, true])
    func onlyInserts(isDOS: Bool) throws {
        for old in [small, naiveSilentAuthentication, small.changing("\n}", to: " }")] {
            let text = isDOS ? old.changing("\n", to: "\r\n") : old
            let fixed = fix(text)
            #expect(!fixed.rows.isEmpty)
            #expect(try formatted(fixed.text) == fixed.text)
            let rows = fixed.text.split(whereSeparator: \.isNewline).filter { !$0.contains("// decide: ") }
            #expect(
                try rows.map(\.trimmed)
                    == formatted(text).split(whereSeparator: \.isNewline).map(\.trimmed))
            let again = fix(fixed.text)
            #expect(again.rows == [])
            #expect(again.text == fixed.text)
        }
    }

    private func formatted(_ text: String) throws -> String {
        try #require(format(SourceText(path: "test.flow", bytes: Array(text.utf8))).text)
    }

    @Test("Each inserted row is told with its line, beside '// decide' questions of an earlier call and moved lines")
    func lines() {
        let open = small.changing("callback rang", to: "callback rang  // decide: once?")
            .changing("state closed", to: "reject open, cancel  // decide: ever?\n\n\n\nstate closed")
        let fixed = fix(open)
        let lines = fixed.text.split(separator: "\n", omittingEmptySubsequences: false)
        #expect(fixed.rows.count > 4)
        for row in fixed.rows {
            // `9: reject cancel in closed`
            let words = row.split { $0 == " " || $0 == ":" }
            let line = Int(words[0]).map { lines[$0 - 1].drop { $0 == " " } } ?? ""
            #expect(line.hasPrefix("\(words[1]) \(words[2]) "), "\(row)")
        }
    }

    @Test("A '// decide' whose words were deleted is still a question, with blanks behind its colon and without")
    func emptiedQuestions() {
        for end in [": ", ":", ":   "] {
            let open = small.changing(
                "on open -> asking }", to: "on open -> asking\n  reject cancel  // decide\(end)\n}")
            let fixed = fix(open)
            #expect(
                fixed.rows == [
                    "11: ignore unrecognised in the file", "18: late rang in closed", "19: late other in closed",
                    "25: reject open in asking", "26: reject cancel in asking", "27: late rang in asking",
                    "28: late no in asking", "29: ignore bored in asking",
                ])
            #expect(fixed.text.contains("  reject cancel  // decide:\n"))
        }
    }

    @Test(
        "A flow written from the provider's page alone has every cell decided afterwards, and no impossible row")
    func naive() {
        #expect(found(in: naiveSilentAuthentication).contains { $0.code == .cellUndecided })
        let (text, rows, _) = fix(naiveSilentAuthentication)
        #expect(rows.count == 19)
        let left = Set(found(in: text).filter { $0.severity == .error }.map(\.code))
        #expect(left == [.noSessionDeadline, .silentWait, .valueMayBeAbsent], "\(found(in: text))")
    }

    @Test("A reply that can come, though 'other' claims that it cannot, is named")
    func falseClaims() {
        let text = flow(
            """
            state idle waits for user { on start -> asking { do ask } on cancel -> done }
            state asking { on yes -> done on cancel -> resting }
            state resting waits for user { on cancel -> failed }
            """, declaring: "effect ask replies yes otherwise yes")
        let (fixed, rows, _) = fix(text)
        #expect(rows.map { $0.split(separator: " ").dropFirst().joined(separator: " ") } == ["late yes in resting"])
        #expect(!found(in: fixed).contains { $0.severity == .error })
    }

    @Test("The grant of a lane and a sub-flow's final get a row as well")
    func lanesAndSubFlows() {
        let text = flow(
            """
            state idle waits for user { on start -> waiting }
            on cancel -> failed
            group posting {
              lane queue of Mail
              state waiting { enter { take queue } on start -> inside after 5m -> failed }
              state inside { child door = Door
                enter { run door.open } ignore queue on door.opened -> done after 5m -> failed
              }
            }
            """)
        let (fixed, rows, _) = fix(text, beside: ["Door": doorFlow])
        #expect(
            rows.map { $0.split(separator: " ").dropFirst().joined(separator: " ") } == [
                "ignore queue in waiting", "ignore door.shut in inside",
            ])
        #expect(!found(in: fixed, among: ["Door": doorFlow]).contains { $0.code == .cellUndecided }, "\(fixed)")
    }

    @Test("Guards are judged whatever the limit of configurations: a timer's cell gets the same row with a low limit")
    func limit() {
        // There are at most 8 configurations, but 100 combinations of `a` and `b`, which the limit does not count. Past the limit the
        // timer's cell would get no row.
        let text = flow(
            """
            state idle waits for user { timer tick enter { set tick 5s }
              on start when a < b -> done on start otherwise -> failed on cancel -> failed }
            """, declaring: "context { a: int 0...9 = 1, b: int 0...9 = 2 }")
        #expect(fix(text, limit: 8).rows.count == 1)
        #expect(fix(text, limit: 8).rows == fix(text).rows)
    }

    @Test(
        "Beside other errors, which may hide cells, no row is inserted",
        arguments: ["-> insid", "when locked -> opened", "-> opened)"])
    func obstacles(wrong: String) {
        let text = small.changing("on yes -> opened", to: "on yes \(wrong)")
        let result = fix(text)
        #expect(result.text == text)
        #expect(result.rows == [])
        #expect(!result.obstacles.isEmpty && !result.obstacles.contains(.cellUndecided))
    }

    @Test("A flow without undecided cells is left alone, whatever else is wrong")
    func nothingToDo() {
        let text = flow("state idle waits for user { on start -> done on cancel -> nowhere }", otherwise: "")
        #expect(fix(text).text == text)
        #expect(fix(text).obstacles == [])
    }
}

extension Substring {
    fileprivate var trimmed: String { filter { $0 != " " }.description }
}
