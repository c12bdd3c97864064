import FlowFixtures
import FlowLanguage
import TestThreads
import Testing

@testable import FlowGenerator

/// Whatever stands between the quotes and in the comments of a spec, generated Swift has it in comments and literals alone.
@Suite("Odd texts of a spec", .longComputation)
struct OddTextTests {
    /// Texts that would end a comment, a line or a literal, and what they would bring behind it.
    private static let odd = [
        ###"a\nlet BAD = 1"###, ###"a\u{d}let BAD = 2"###, ###"a\u{d}\nlet BAD = 3"###, ###"a\"\"\"#\nlet BAD = 4"###,
        ###"\\#(BAD)"###, ###"\\##(BAD)"###, ###"\"\"\"##"###, ###"a\u{2028}b"###, ###"a\u{0}b"###, ###"\\(BAD)"###,
    ]

    private static func flow() throws -> LoadedFlow {
        let codes = odd.map { "\"\($0)\"" }
        let cases = codes.enumerated().map { "c\($0) = \($1)" }.joined(separator: ", ")
        let variables = codes.enumerated().map { "t\($0): Text? = \($1)" }.joined(separator: ", ")
        let orders = codes.map { "do show(\($0))" }.joined(separator: "; ")
        let all = odd.joined(separator: "/")
        return try LoadedFlow(
            """
            /// A carriage return\rlet BAD = 5 ends no comment of ours.
            flow Odd version 1
            type Text = text(1...99)
            /// Words\rlet BAD = 6
            enum Word { \(cases) }
            context { word: Word?, \(variables) }
            command start, cancel
            callback said(word: Word), heard
            effect show(text: Text)
            source sdk = "\(all)" by kind singleton {
              SAID => said(word: word)
              "\(all)" => heard
            }
            final done keeps word
            within 15m -> done
            ignore unrecognised
            reject other
            /// Idle\u{B}let BAD = 7
            state idle waits for user {
              on start stay { \(orders) }
              on said -> done { keep word }
              on heard, cancel -> done
            }
            """, path: "Odd.flow")
    }

    /// What an app gets, and its tests.
    private static func files() throws -> [String: String] {
        let flow = try flow()
        let tests = FlowTests(of: flow.machine, in: flow.source, testing: nil, isPackable: true)
        return [
            "Odd.swift": SwiftFlow(flow.machine, in: flow.source, isPackable: true).text,
            tests.suite.name: tests.suite.text, tests.readableSwitch.name: tests.readableSwitch.text,
        ]
    }

    @Test("No line of what is generated is one that a text brings along")
    func lines() throws {
        for (name, text) in try Self.files() {
            #expect(
                !text.unicodeScalars.contains { $0 != "\n" && $0.properties.generalCategory == .control }, "\(name)")
            let brought = text.split(whereSeparator: \.isNewline).filter { $0.contains(/^\s*let BAD/) }
            #expect(brought == [], "\(name)")
        }
    }

    @Test(
        "What is generated compiles",
        .enabled(if: TypeChecking.isPossible, "the modules do not lie beside the tests"))
    func compiles() throws {
        // The suite imports modules that only a test target can import, so its literals alone are compiled.
        var files = try Self.files()
        let suite = try #require(files["OddTests.swift"])
        files["OddTests.swift"] = nil
        let literals = suite.matches(of: /(?s)(#+)"""\n.*?"""\1/).map { String($0.output.0) }
        #expect(literals.count > 2)
        files["Literals.swift"] = literals.enumerated().map { "let literal\($0) = \($1)\n" }.joined()
        let errors = try TypeChecking.errors(in: files)
        #expect(errors.isEmpty, "\(errors.prefix(20).joined(separator: "\n"))")
    }
}
