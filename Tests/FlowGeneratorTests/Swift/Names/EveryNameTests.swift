import FlowFixtures
import FlowLanguage
import FlowMachine
import FlowRules
import KeywayCore
import KeywaySuites
import TestThreads
import Testing

@testable import FlowGenerator

/// Whatever a spec calls its things, either `check` refuses the name at its place or generated Swift compiles.
@Suite("Odd names, position by position", .longComputation)
struct EveryNameTests {
    private static let directory = FlowDirectory { name in
        name == "Inner_" ? .text(SourceText(path: "Inner.flow", bytes: Array(NamePosition.inner.utf8))) : .nothing
    }

    private static let door = Result {
        try LoadedFlow(NamePosition.usingMostConstructs(named: "Door"), path: "Door.flow", among: directory)
    }

    private static let words = Result {
        OddWords.all(beside: try files(of: door.get()).values + [suite(of: "Door")])
    }

    private static let requirements = Result { FlowSuite(of: try door.get().machine).requirements }

    private static let header = GeneratedHeader(spec: "Door.flow", call: "Door")

    /// The Swift files of a flow: the one that an app gets, and the readable switch, by which tests decide without the table.
    private static func files(of flow: LoadedFlow) -> [String: String] {
        let name = flow.table.name
        return [
            "\(name).swift": SwiftFlow(flow.machine, in: flow.source, isPackable: true).text,
            "\(name)Switch.swift": SwitchSource(flow.machine, header: header, module: nil).text,
        ]
    }

    /// The generated suite of a flow, without its cells: these stand in a string, which has no names of Swift, and take long to make.
    private static func suite(of flow: String) throws -> String {
        let suite = FlowSuite(
            flow: flow, version: 1, sessionDeadline: 1, withheld: [], requirements: try requirements.get(),
            declarations: "", states: [])
        return SuiteFile(suite: suite, header: header, module: nil, isPacked: true).text
    }

    /// The words that `check` refuses as names in a position; each error must stand at such a word.
    private static func refused(_ words: [String], as position: NamePosition) -> Set<String> {
        var refused: Set<String> = []
        for (name, text) in position.flows(of: words) {
            let source = SourceText(path: "\(name).flow", bytes: Array(text.utf8))
            let problems = check(source, beside: SpecSurroundings(flows: directory), for: SwiftLanguage()).diagnostics
                .filter { $0.severity == .error }
            for problem in problems {
                let place = problem.range.lower..<problem.range.upper
                let word = String(decoding: source.bytes[place], as: UTF8.self)
                #expect(problem.code == .unusableInSwift && words.contains(word), "\(name): \(problem.message)")
                refused.insert(word)
            }
        }
        return refused
    }

    @Test(
        "In each position `check` refuses the words that the lists of `SwiftNames` forbid there, and no others",
        arguments: NamePosition.allCases)
    func refused(position: NamePosition) throws {
        let words = try Self.words.get()
        #expect(words.count > 250)
        #expect(Self.refused(words, as: position).sorted() == words.filter(position.mustRefuse).sorted())
    }

    /// The words with a capital first letter, and four of the others, drawn anew each time: to compile a flow for each word takes long.
    private static func flowNames(among words: [String]) -> [String] {
        words.filter { $0.first?.isUppercase == true }
            + words.filter { $0.first?.isUppercase != true }.shuffled().prefix(4)
    }

    @Test("No flow can be called as what its suite declares, or as a type that the suite uses")
    func suites() throws {
        let suite = try Self.suite(of: "Door")
        let declared = suite.matches(of: /\b(?:func|let|var|_) (\w+)/).map { String($0.1) }
        #expect(declared.count > 5)
        let types = OddWords.names(in: suite).filter { $0.first?.isUppercase == true && !$0.hasPrefix("Door") }
        #expect(types.count > 5)
        #expect((declared + types).filter { !NamePosition.flow.mustRefuse($0) } == [])
    }

    @Test("What check calls a word of Swift stands in backticks in generated code")
    func backticks() {
        for word in SwiftNames.keywords { #expect(SwiftIdentifier.escaped(word) == "`\(word)`") }
        #expect(SwiftIdentifier.escaped("door") == "door")
    }

    @Test(
        "Flows with names that `check` does not refuse compile, all of them in one module",
        .enabled(if: TypeChecking.isPossible, "the modules do not lie beside the tests"))
    func compiles() throws {
        let inner = try LoadedFlow(NamePosition.inner, path: "Inner.flow")
        var files = Self.files(of: inner)
        let words = try Self.words.get()
        for position in NamePosition.allCases {
            let accepted = words.filter { !position.mustRefuse($0) }
            for (name, text) in position.flows(of: position == .flow ? Self.flowNames(among: accepted) : accepted) {
                let flow = try LoadedFlow(text, path: "\(name).flow", among: Self.directory)
                files.merge(Self.files(of: flow)) { _, new in new }
            }
        }
        let errors = try TypeChecking.errors(in: files)
        #expect(errors.isEmpty, "\(errors.prefix(20).joined(separator: "\n"))")
    }
}

extension NamePosition {
    /// Whether the lists of `SwiftNames` forbid the word as a name in this position.
    fileprivate func mustRefuse(_ word: String) -> Bool {
        if SwiftNames.isBlank(word) || SwiftNames.unusable.contains(word) { return true }
        let taken: [Set<String>] =
            switch self {
            case .flow:
                [
                    SwiftNames.keywords, SwiftNames.standardTypes, SwiftNames.modules, SwiftNames.typesOfGeneratedCode,
                    SwiftNames.typesOfGeneratedTests, SwiftNames.membersOfSuites,
                    SwiftNames.wordsBeforeTypes,
                ]
            case .child: [SwiftNames.membersOfLists, SwiftNames.typesUsedByMembers, SwiftNames.membersOfSubFlows]
            case .state, .timer, .lane: [SwiftNames.membersOfLists, SwiftNames.typesUsedByMembers]
            case .command, .callback, .reply: [SwiftNames.typesUsedByMembers]
            case .field: [SwiftNames.unusableForFields]
            case .effect: [SwiftNames.membersOfHandlers, SwiftNames.typesUsedByMembers]
            case .variable, .parameter: [SwiftNames.membersOfContext, SwiftNames.typesUsedByMembers]
            case .enumeration: [SwiftNames.typesOfGeneratedCode, SwiftNames.membersOfFlow]
            case .enumerationCase: [SwiftNames.membersOfLists]
            }
        let replies = SwiftIdentifier.replyType(of: word)
        return taken.contains { $0.contains(word) }
            || self == .effect && SwiftNames.typesOfGeneratedCode.contains(replies)
    }
}
