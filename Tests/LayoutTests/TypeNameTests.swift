import TestThreads
import Testing

@Suite("What types are called", .longComputation)
struct TypeNameTests {
    /// Names that stand in two modules on purpose, each with its reason.
    private static let exceptions: [String: String] = [
        "Body": "what a row does: as its words in the text, and with every name resolved in the machine",
        "Run": "a live run; and a way through any system, of which FlowSearch knows no more",
        "Step": "of a reducer; and of any system, of which FlowSearch knows no more",
    ]

    /// Each name that types of several modules have, with the modules.
    private func shared(among files: [String: [SwiftText]]) -> [String: [String]] {
        var modules: [String: Set<String>] = [:]
        for (module, files) in files {
            for name in files.flatMap(\.types) { modules[name, default: []].insert(module) }
        }
        return modules.filter { $0.value.count > 1 }.mapValues { $0.sorted() }
    }

    @Test("The name of a type that its whole module sees stands in one module of Sources")
    func oneModule() throws {
        var files: [String: [SwiftText]] = [:]
        for module in try Repository.folders(in: "Sources") {
            files[module] = try Repository.files(in: "Sources/\(module)")
        }
        let shared = shared(among: files)
        for (name, modules) in shared.sorted(by: { $0.key < $1.key }) {
            #expect(Self.exceptions[name] != nil, "'\(name)' stands in \(modules.joined(separator: " and "))")
        }
        for name in Self.exceptions.keys { #expect(shared[name] != nil, "'\(name)' needs no exception") }
    }

    @Test("A name in two modules is found, and one in two files of a module is not")
    func planted() {
        let files = [
            "A": [
                SwiftText(
                    path: "A/Row.swift", text: "package struct Row {\n    struct Cell {}\n}\nprivate enum Cell {}")
            ],
            "B": [
                SwiftText(path: "B/Row.swift", text: "indirect enum Row {}"),
                SwiftText(path: "B/Cell.swift", text: "struct Cell {}"),
            ],
        ]
        #expect(shared(among: files) == ["Row": ["A", "B"]])
    }
}
