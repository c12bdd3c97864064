import FlowFixtures
import FlowGenerator
import TestThreads
import Testing

/// Rows that `check` passes and that few flows have: the generated code of each compiles, without a warning.
@Suite("Rare rows in generated Swift", .longComputation)
struct OddRowsTests {
    /// The flows, each with its name.
    private static let flows: [(name: String, text: String)] = [
        ("Exchanges", exchanges), ("Absences", absences), ("Sums", sums), ("Hiding", hiding),
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

    /// Guards that ask values which may be absent, some of them with names that generated code could use for variables of its own.
    private static let absences = """
        flow Absences version 1
        enum Way { near, none, far }
        context { before: int 0...3?, left: int 0...3?, way: Way?, ways: set of Way? }
        command go(left: int 0...3?, right: int 0...3?, way: Way?), turn(ways: set of Way), cancel
        final done keeps before, left, way, ways
        within 15m -> done
        on cancel -> done
        state idle waits for user {
          on go when left < right -> idle { keep left, way; before = right }
          on go when not (left < right) and (left == right or 2 >= before or before != left) -> near
          on go otherwise -> near { keep way }
          on turn when way in ways and not (none in ways) or way != none stay { keep ways }
          on turn otherwise stay
        }
        state near waits for user {
          on go when way == none or not (way in ways) or far in ways stay
          on go otherwise -> done
          on turn stay
        }
        """

    /// Sums of integers of which either may be absent.
    private static let sums = """
        flow Sums version 1
        context { sum: int 0...100?, count: int 0...9 = 0, last: int 0...9? }
        command go(step: int 1...2?), cancel
        final done keeps sum, count, last
        within 15m -> done
        on cancel -> done
        state idle waits for user { on go -> counting { sum = 50; last = step } }
        state counting waits for user {
          on go when step present and count == 0 -> done { sum += step; count += step; last = 0 }
          on go otherwise -> done { count = 0; sum -= count }
        }
        """

    /// Fields that would hide what generated code uses; beside `context` there is `contextField`, by which it could be replaced.
    private static let hiding = """
        flow Hiding version 1
        enum Way { near, none }
        context { count: int 0...3 = 0, way: Way? }
        command go(context: int 0...3, contextField: int 0...3, Hiding: Way?, PackedFields: bool, holds: int 0...3?), cancel
        final done keeps count, way
        within 15m -> done
        on cancel -> done
        state idle waits for user {
          on go when context < contextField and Hiding != none and PackedFields and holds present stay { way = Hiding; count = holds }
          on go otherwise -> done { count = context }
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
        "The generated code of all these flows compiles in one module",
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

    @Test("A comparison with what may be absent, and a question about a set, are each a call without a closure")
    func absences() throws {
        let text = try #require(try Self.files()["AbsencesSwitch.swift"])
        for call in [
            "holds(left, <, right)", "holds(2, >=, context.before)", "holds(context.before, !=, left)",
            "isElement(context.way, of: ways)", "isElement(.far, of: context.ways)",
            "holds(context.way, !=, Absences.Way.none)",
        ] {
            #expect(text.contains(call), "\(text)")
        }
    }

    @Test("A sum of values that may be absent has one 'try', before all of it")
    func sums() throws {
        let text = try #require(try Self.files()["SumsSwitch.swift"])
        #expect(text.contains("context.sum = try present(context.sum) + present(step)\n"), "\(text)")
        #expect(text.contains("context.count += try present(step)\n"), "\(text)")
        #expect(text.contains("context.sum = try present(context.sum) - before.count\n"), "\(text)")
    }

    @Test("A field that would hide a word of generated code is bound under a name that no other field has")
    func hiding() throws {
        let text = try #require(try Self.files()["HidingSwitch.swift"])
        let names = ["contextFieldField", "contextField", "HidingField", "PackedFieldsField", "holdsField"]
        let pattern = names.map { "let \($0)" }.joined(separator: ", ")
        #expect(text.contains("case .go(\(pattern)):"), "\(text)")
    }
}
