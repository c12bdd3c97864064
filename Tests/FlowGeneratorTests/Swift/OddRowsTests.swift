import FlowFixtures
import FlowGenerator
import TestThreads
import Testing

/// Rows that `check` passes and that few flows have: the generated code of each compiles, without a warning.
@Suite("Rare rows in generated Swift", .longComputation)
struct OddRowsTests {
    /// A flow by its name, and what its rows have.
    private static let flows: [(name: String, text: String)] = [
        ("Exchanges", exchanges)
    ]

    /// A row, a branch of the choice behind it and an `enter` body that each exchange two variables.
    private static let exchanges = """
        flow Exchanges version 1
        context { first: int 0...3 = 0, second: int 0...3 = 1 }
        command go, cancel
        final done keeps first, second
        within 15m -> done
        on cancel -> done
        state idle waits for user { on go -> sorting { first = second; second = first } }
        choice sorting {
          when first == 0 -> idle
          otherwise -> last { first = second; second = first }
        }
        state last waits for user {
          enter { first = second; second = first }
          on go stay { first = second; second = first }
        }
        """

    private static func files() throws -> [String: String] {
        var files: [String: String] = [:]
        for (name, text) in flows {
            let flow = try LoadedFlow(text, path: "\(name).flow")
            let tests = FlowTests(of: flow.machine, in: flow.source, testing: nil, isPackable: true)
            files[SwiftFlow.fileName(of: name)] = SwiftFlow(flow.machine, in: flow.source, isPackable: true).text
            files[tests.readableSwitch.name] = tests.readableSwitch.text
        }
        return files
    }

    @Test(
        "All of them compile in one module",
        .enabled(if: TypeChecking.isPossible, "the modules do not lie beside the tests"))
    func compiles() throws {
        let errors = try TypeChecking.errors(in: Self.files(), countingWarnings: true)
        #expect(errors.isEmpty, "\(errors.prefix(20).joined(separator: "\n"))")
    }

    @Test("Each copy of the variables has a block of its own")
    func copies() throws {
        let text = try #require(try Self.files()["ExchangesSwitch.swift"])
        #expect(text.contains(/do \{\s+let before = context\s+context.first = before.second\s/))
        #expect(text.matches(of: /let before/).count == text.matches(of: /do \{/).count)
    }
}
