import FlowFixtures
import FlowGenerator
import FlowLanguage
import FlowMachine
import FlowRules
import KeywayCore
import Testing

@Suite("The pages of the diagnostics")
struct PageTests {
    /// What the pages take for granted around their examples: a flow `Door`, whose version 1 was released, a flow `Hatch`, a flow
    /// `Cellar` that has problems, a model of `Lock`, a source `bell`, and a flow that calls `Porter`.
    private static let surroundings = SpecSurroundings(
        flows: FlowDirectory { name in
            let texts = ["Door": door, "Hatch": hatch, "Cellar": hatch + "state closed {}"]
            return texts[name].map { .text(SourceText(path: "\(name).flow", bytes: Array($0.utf8))) } ?? .nothing
        },
        releasedTable: { name, version in
            guard (name, version) == ("Door", 1), let code = DiagnosticCode.releasedTableChanged.page else {
                return nil
            }
            let text = code.example.changing("within 20m", to: "within 15m")
            return check(SourceText(path: "Door.flow", bytes: Array(text.utf8))).machine.map {
                Table(of: $0).canonicalBytes
            }
        },
        models: { provider in
            let source = SourceText(path: "Lock.provider", bytes: Array(lock.utf8))
            return provider == "Lock" ? [check(source).model].compactMap { $0 } : []
        },
        sources: { ["bell"] },
        callers: { provider in
            let source = SourceText(path: "Asking.flow", bytes: Array(asking.utf8))
            return provider == "Porter" ? [check(source).machine].compactMap { $0 } : []
        })

    private static let lock = """
        provider Lock version "1.0" for lock
        word opened = OPENED(by: "hand")
        state shut {
          call turn stay
          emit opened stay
        }
        """

    private static let door = """
        flow Door version 1
        command open, cancel
        final opened
        within 15m -> opened
        on cancel -> opened
        state closed waits for user { on open -> opened }
        """

    /// A flow that asks a provider which only answers.
    private static let asking = """
        flow Asking version 1
        command start
        effect ask calls Porter.ask replies yes, no otherwise no within 5s
        final over
        within 15m -> over
        late other
        state idle waits for user { on start -> waiting }
        state waiting {
          enter { do ask }
          on yes, no -> over
          reject start
        }
        """

    /// A flow that cannot be a child: it has no command `cancel`.
    private static let hatch = """
        flow Hatch version 1
        command open
        final opened
        within 15m -> opened
        state closed waits for user { on open -> opened }
        """

    /// Codes that no example on a page can show; other tests of this suite build the texts that the pages describe.
    private static let built: Set<DiagnosticCode> = [.notUTF8, .nestedTooDeep, .tooManyConfigurations]

    @Test(
        "An example has its problem and no other error, and its cure has neither", arguments: DiagnosticCode.allCases)
    func examples(code: DiagnosticCode) throws {
        let page = try #require(code.page)
        if Self.built.contains(code) {
            #expect(page.mended == nil)
            return
        }
        let mended = try #require(page.mended)
        // A released table stands beside the example of the page about releases alone.
        var surroundings = Self.surroundings
        if code != .releasedTableChanged { surroundings.releasedTable = { _, _ in nil } }
        surroundings.roles = { ["success", "confirmed"] }
        expect(code, in: Array(page.example.utf8), andNotIn: Array(mended.utf8), beside: surroundings)
    }

    @Test("FL001: One byte of Latin-1 in a comment")
    func latin1() {
        let text = Array(Self.door.utf8)
        expect(
            .notUTF8, in: text + Array("\n// caf".utf8) + [0xE9], andNotIn: text + Array("\n// café".utf8))
    }

    @Test("FL006: Two hundred parentheses around a condition")
    func parentheses() {
        func text(_ depth: Int) -> [UInt8] {
            let condition = String(repeating: "(", count: depth) + "locked" + String(repeating: ")", count: depth)
            return Array(
                Self.door.changing("command", to: "context { locked: bool = false }\ncommand")
                    .changing("on open ->", to: "reject open when \(condition)\non open otherwise ->").utf8)
        }
        expect(.nestedTooDeep, in: text(200), andNotIn: text(2))
    }

    @Test("FL076: Six counters, each read by a guard; the limit is lower here, so that the test is fast")
    func counters() {
        func text(_ bound: Int) -> [UInt8] {
            let numbers = 1...6
            let context = numbers.map { "n\($0): int 0...\(bound) = 0" }.joined(separator: ", ")
            let rows = numbers.map {
                "  on c\($0) when n\($0) < \(bound) stay { n\($0) += 1 }\n  on c\($0) otherwise -> opened"
            }
            return Array(
                """
                flow Door version 1
                context { \(context) }
                command \(numbers.map { "c\($0)" }.joined(separator: ", "))
                final opened
                within 15m -> opened
                state closed waits for user {
                \(rows.joined(separator: "\n"))
                }
                """.utf8)
        }
        expect(.tooManyConfigurations, in: text(20), andNotIn: text(2), limit: 2_000)
    }

    private func expect(
        _ code: DiagnosticCode, in wrong: [UInt8], andNotIn right: [UInt8],
        beside surroundings: SpecSurroundings = SpecSurroundings(), limit: Int = 1_000_000,
        location: Testing.SourceLocation = #_sourceLocation
    ) {
        func problems(of bytes: [UInt8]) -> [Diagnostic] {
            let source = SourceText(path: "page.flow", bytes: bytes)
            return check(source, beside: surroundings, for: SwiftLanguage(), limit: limit).diagnostics
        }
        func described(_ diagnostics: [Diagnostic]) -> String {
            diagnostics.map { "\($0.severity) \($0.code.name): \($0.message)" }.joined(separator: "\n")
        }
        let wrongs = problems(of: wrong)
        #expect(
            wrongs.contains { $0.code == code && $0.severity == code.severity },
            "\(code.name) is not found: \(described(wrongs))", sourceLocation: location)
        #expect(
            wrongs.allSatisfy { $0.code == code || $0.severity == .warning },
            "more is wrong than \(code.name): \(described(wrongs))", sourceLocation: location)
        let rights = problems(of: right)
        #expect(
            rights.allSatisfy { $0.code != code && $0.severity == .warning },
            "\(code.name) is not cured: \(described(rights))", sourceLocation: location)
    }
}
