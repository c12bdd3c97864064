import Testing

/// Whoever reads a source finds its tests under the same names: those of `Sources/FlowRules/Rules` in `Tests/FlowRulesTests/Rules`.
/// Tests of a module as a whole lie at the top of their target.
@Suite("Where tests lie")
struct TestFolderTests {
    /// Inner folders with tests whose sources have no such folder, each with its reason.
    private static let exceptions: [String: String] = [
        "DocumentationTests/Samples": "the code that articles show, one of which shows a test",
        "FlowMachineTests/Semantics": "the language's rules by number, over resolver, interpreter and table at once",
        "FlowProvidersTests/Deletions": "shipped flows with rows that are gone or mistaken, over the whole exploration",
        "FlowProvidersTests/Holes": "flows as providers' pages suggest them, over the whole exploration",
        "FlowProvidersTests/Treatment": "shipped flows that treat a person badly, over the whole exploration",
        "FlowReportsTests/Browser": "the page as a whole in a browser, with what drives the browser",
        "KeywayOrchestratorTests/BadInput": "what comes from outside and is wrong, wherever it comes in",
        "KeywayOrchestratorTests/Durability": "what is told only once it is durable, by whatever tells it",
        "KeywayOrchestratorTests/Secrecy": "what no part may write, with the search for it",
        "KeywayOrchestratorTests/Storms": "everything at once, with the judge of what came of it",
        "KeywayPostgresTests/Server": "the server that the tests make, and the suite that holds all tests over it",
        "ProviderFlowsTests/Corpus": "the conformance corpus of all shipped flows",
    ]

    /// Where the sources of a test target lie that has another name than their folder.
    private static let places = [
        "KeywayCommandLineTests": "Tools/CommandLine", "ProviderFilesTests": "Specs", "ProviderFlowsTests": "Specs",
    ]

    /// The inner folders of test targets that hold tests, and that the sources of their target do not have.
    private func foreignFolders(of files: [SwiftText], where has: (String) -> Bool) -> [String] {
        var foreign: Set<String> = []
        for file in files where file.lines.contains(where: { $0.contains("@Test") }) {
            let parts = file.path.split(separator: "/")
            // Tests, the target, the inner folders, the file.
            let (target, folders) = (String(parts[1]), parts[2...].dropLast())
            guard !folders.isEmpty else { continue }
            let module = target.hasSuffix("Tests") ? String(target.dropLast("Tests".count)) : target
            let places = Self.places[target].map { [$0] } ?? ["Sources/\(module)", "Tools/\(module)"]
            let inner = folders.joined(separator: "/")
            if !places.contains(where: { has("\($0)/\(inner)") }) { foreign.insert("\(target)/\(inner)") }
        }
        return foreign.sorted()
    }

    @Test("An inner folder with tests has the name of one of its sources, or stands in the list with a reason")
    func sameFolders() throws {
        let files = try Repository.files(in: "Tests")
        #expect(files.count > 400)
        let foreign = foreignFolders(of: files, where: Repository.has)
        for folder in foreign {
            #expect(
                Self.exceptions[folder] != nil,
                "The sources have no folder like Tests/\(folder): name it after the folder of what its tests test")
        }
        for folder in Self.exceptions.keys { #expect(foreign.contains(folder), "'\(folder)' needs no exception") }
    }

    @Test("A folder with tests that the sources do not have is found, and one without tests is not")
    func planted() {
        let sources: Set = ["Sources/FlowRules/Rules", "Sources/FlowGenerator/Swift/Names", "Tools/CommandLine/Output"]
        let test = "@Test(\"A sentence\")\nfunc law() {}"
        let files = [
            SwiftText(path: "Tests/FlowRulesTests/SizeTests.swift", text: test),
            SwiftText(path: "Tests/FlowRulesTests/Rules/CellTests.swift", text: test),
            SwiftText(path: "Tests/FlowRulesTests/Cells/CellTests.swift", text: test),
            SwiftText(path: "Tests/FlowRulesTests/Fixtures/DoorFlow.swift", text: "enum DoorFlow {}"),
            SwiftText(path: "Tests/FlowGeneratorTests/Swift/Names/WordTests.swift", text: test),
            SwiftText(path: "Tests/FlowGeneratorTests/Names/WordTests.swift", text: test),
            SwiftText(path: "Tests/KeywayCommandLineTests/Output/JSONTests.swift", text: test),
            SwiftText(path: "Tests/KeywayCommandLineTests/Input/JSONTests.swift", text: test),
        ]
        #expect(
            foreignFolders(of: files, where: sources.contains) == [
                "FlowGeneratorTests/Names", "FlowRulesTests/Cells", "KeywayCommandLineTests/Input",
            ])
    }
}
