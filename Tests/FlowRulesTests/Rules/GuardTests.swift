import FlowFixtures
import FlowLanguage
import FlowRules
import Testing

@Suite("Guards are disjoint and complete, exactly")
struct GuardTests {
    static let context = """
        enum Way { silent, code, link }
        context { tries: int 0...5 = 0, way: Way?, ways: set of Way?, ready: bool = false, other: int 0...1000000000 = 0, limit: int 0...1000000000 = 3 }
        """

    /// A flow whose only state has these rows, for `start`, and a row for `cancel`.
    static func rows(_ rows: String) -> String {
        flow(
            """
            state idle waits for user {
              \(rows)
              on cancel -> done
            }
            """, declaring: context, otherwise: "")
    }

    @Test("Rule 6: Two guards that hold at once are shown with values for which they do")
    func overlap() {
        let text = Self.rows("on start when tries >= 3 -> done\non start when tries <= 3 -> failed")
        expect(.guardsOverlap, at: [("start", "two rows decide 'start' in 'idle': both hold when tries = 3")], in: text)
        expectNone(
            of: .guardsOverlap, in: Self.rows("on start when tries >= 3 -> done\non start when tries < 3 -> failed"))
    }

    @Test("Rule 6: A gap between guards is shown with values that fall into it")
    func gap() {
        let text = Self.rows(
            "on start when tries > 3 -> done\non start when tries < 3 and ready -> failed\non start when tries < 3 and not ready stay"
        )
        expect(.guardsIncomplete, at: [("start", "nothing decides 'start' in 'idle' when tries = 3")], in: text)
    }

    @Test("Rule 6: A comparison with an absent value is false, also '!=', so presence has to be asked")
    func absence() {
        let open = "on start when way == silent -> done\non start when way != silent -> failed"
        expect(.guardsIncomplete, at: [("start", "when way is absent")], in: Self.rows(open))
        expectNone(of: .guardsIncomplete, in: Self.rows(open + "\non start when way absent stay"))
        expectNone(
            of: .guardsIncomplete,
            in: Self.rows("on start when way == silent -> done\non start when not way == silent -> failed"))
    }

    @Test("Rule 6: Variables are compared with each other over their whole ranges, which may be wide")
    func comparedVariables() {
        expect(
            .guardsIncomplete, at: [("start", "other = ")],
            in: Self.rows("on start when other < limit -> done\non start when other > limit -> failed"))
        expectNone(
            of: .guardsIncomplete,
            in: Self.rows("on start when other < limit -> done\non start when other >= limit -> failed"))
    }

    @Test("Rule 6: Of a set only those cases are told apart that guards ask for")
    func sets() {
        expect(
            .guardsOverlap, at: [("start", "ways = {silent, code}")],
            in: Self.rows(
                "on start when silent in ways -> done\non start when code in ways -> failed\non start otherwise stay"))
    }

    @Test("Rule 6: A row without a guard overlaps with every guarded one, and the same row twice is an error")
    func twice() {
        expect(
            .guardsOverlap, at: [("start", "both hold always")], in: Self.rows("on start -> done\non start -> done"))
        expect(
            .guardsOverlap, at: [("start", "both hold when ready")],
            in: Self.rows("on start when ready -> done\non start -> failed"))
        expect(
            .otherwiseTwice, at: [("start", "has an 'otherwise' already")],
            in: Self.rows("on start when ready -> done\non start otherwise -> failed\non start otherwise -> failed"))
        expect(
            .guardsOverlap, at: [("start", "both hold when ready")],
            in: Self.rows("on start when ready -> done\non start when ready -> done\non start otherwise -> failed"))
    }

    @Test("Rule 6: A guard that holds for no value and an 'otherwise' with nothing left decide nothing")
    func dead() {
        expect(
            .rowNeverDecides, at: [("start", "its guard holds for no value")],
            in: Self.rows("on start when tries > 5 -> done\non start otherwise -> failed"))
        expect(
            .rowNeverDecides, at: [("start", "leave nothing for 'otherwise'")],
            in: Self.rows("on start when ready -> done\non start when not ready -> failed\non start otherwise stay"))
    }

    @Test("Rule 6: 'otherwise' counts for each event of its row separately")
    func otherwisePerEvent() {
        func text(_ cancel: String) -> String {
            flow(
                "state idle waits for user { on start when ready -> done \(cancel) on start, cancel otherwise -> failed }",
                declaring: "context { ready: bool = false }", otherwise: "")
        }
        // It is the rest of `ready` for `start`, and the rest of `not ready` for `cancel`.
        expectNone(of: .guardsIncomplete, in: text("on cancel when not ready stay { ready = true }"))
        expect(
            .rowNeverDecides, at: [("cancel", "this decides nothing of 'cancel' in 'idle'")],
            in: text("on cancel stay { ready = true }"))
    }

    @Test("Rule 10: A choice's guards must be disjoint and complete too")
    func choices() {
        let items = """
            state idle waits for user { on start -> fork on cancel -> done }
            choice fork { when tries < 3 -> done when tries > 3 -> failed }
            """
        expect(
            .guardsIncomplete, at: [("fork", "nothing decides choice 'fork' when tries = 3")],
            in: flow(items, declaring: Self.context, otherwise: ""))
        expect(
            .guardsOverlap, at: [("when tries > 2", "two rows decide choice 'fork'")],
            in: flow(
                items.changing("when tries > 3", to: "when tries > 2").changing("tries < 3", to: "tries <= 3"),
                declaring: Self.context, otherwise: ""))
    }

    @Test("Guards over too many values are named as unproved, not guessed at")
    func tooMany() {
        let wide = (0..<4).map { "v\($0): int 0...100 = 0" }.joined(separator: ", ")
        let guarded = (0..<4).map { index in (0..<40).map { "v\(index) == \($0 * 2)" }.joined(separator: " or ") }
        let items =
            "state idle waits for user { on start when \(guarded.map { "(\($0))" }.joined(separator: " and ")) -> done on start otherwise -> failed on cancel -> done }"
        let found = found(in: flow(items, declaring: "context { \(wide) }", otherwise: ""))
        #expect(found.contains { $0.code == .tooManyConfigurations && $0.severity == .warning }, "\(found)")
        #expect(!found.contains { $0.severity == .error }, "\(found)")
    }

    @Test("Guards that tell more than 12 cases of a set apart are named as unproved, with the set")
    func wideSet() {
        func warnings(_ count: Int) -> [String] {
            let cases = (0..<count).map { "c\($0)" }
            let guarded = cases.map { "\($0) in ways" }.joined(separator: " or ")
            let context = "enum Wide { \(cases.joined(separator: ", ")) }\ncontext { ways: set of Wide? }"
            let items =
                "state idle waits for user { on start when \(guarded) -> done on start otherwise -> failed on cancel -> done }"
            return found(in: flow(items, declaring: context, otherwise: ""))
                .filter { $0.code == .tooManyConfigurations }.map(\.message)
        }
        #expect(warnings(12) == [])
        #expect(
            warnings(13) == [
                "the guards of 'start' in 'idle' tell more than 12 cases of the set 'ways' apart, "
                    + "so whether they are disjoint and complete is not proven"
            ])
    }

    @Test("Guards over too many values are refused where no 'otherwise' says what happens when none of them holds")
    func unprovedGap() {
        let cases = (0..<13).map { "c\($0)" }
        let guarded = cases.map { "\($0) in ways" }.joined(separator: " or ")
        let context = "enum Wide { \(cases.joined(separator: ", ")) }\ncontext { ways: set of Wide? }"
        func found(_ second: String) -> [Found] {
            let rows = "on start when \(guarded) -> done \(second)"
            return FlowRulesTests.found(
                in: flow("state idle waits for user { \(rows) on cancel -> done }", declaring: context, otherwise: ""))
        }
        func errors(_ second: String) -> [DiagnosticCode] {
            found(second).filter { $0.severity == .error }.map(\.code)
        }
        #expect(errors("on start otherwise -> failed") == [])
        for second in ["", "on start when c0 in ways -> failed", "on start -> failed"] {
            #expect(errors(second) == [.guardsIncomplete], "\(found(second))")
        }
    }

    @Test("Guards of a choice over too many values are refused too without an 'otherwise'")
    func unprovedChoice() {
        let cases = (0..<13).map { "c\($0)" }
        let guarded = cases.map { "\($0) in ways" }.joined(separator: " or ")
        let items = """
            state idle waits for user { on start -> fork on cancel -> done }
            choice fork { when \(guarded) -> done when c0 in ways -> failed }
            """
        expect(
            .guardsIncomplete, at: [("fork", "tell more than 12 cases of the set 'ways' apart")],
            in: flow(
                items, declaring: "enum Wide { \(cases.joined(separator: ", ")) }\ncontext { ways: set of Wide? }",
                otherwise: ""))
    }

    @Test("Guards are judged whatever the limit of configurations: whether a flow may run does not depend on it")
    func limit() {
        let rows = Self.rows("on start when tries > 2 -> done\non start when tries <= 2 -> failed")
        #expect(!found(in: rows, limit: 1).contains { $0.severity == .error })
    }
}
