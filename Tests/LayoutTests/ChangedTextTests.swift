import Testing

/// A test that changes a text which is not there goes on with the fixture as it is, and checks something else than it says.
@Suite("The text of a fixture is changed in one way")
struct ChangedTextTests {
    /// The lines that replace text by a method that says nothing where it is not there.
    private func silentChanges(in files: [SwiftText]) -> [String] {
        let silent = /\.(?:replacing|replacingOccurrences|replace)\(/
        return files.flatMap { file in
            file.lines.enumerated().filter { _, line in
                line.firstMatch(of: silent) != nil && !line.contains("folder.replace(")
            }.map { "\(file.path):\($0.offset + 1)" }
        }
    }

    @Test("Tests use `changing`, which ends them where the text is not there")
    func tests() throws {
        // These tests read the repository's own text, and have no fixtures.
        let files =
            try Repository.files(in: "Tests").filter { !$0.path.hasPrefix("Tests/LayoutTests/") }
            + Repository.files(in: "Tools/AdapterChecks/Tests") + Repository.files(in: "Tools/SignInExample/Tests")
        #expect(files.count > 400)
        #expect(silentChanges(in: files) == [])
    }

    @Test("Each method that changes text silently is found, and `folder.replace`, which writes a file anew, is not")
    func planted() {
        let text = """
            let a = flow.replacing("on yes", with: "on no")
            let b = flow.replacingOccurrences(of: "on yes", with: "on no")
            flow.replace("on yes", with: "on no")
            try folder.replace("Door.flow", with: bytes)
            let c = flow.changing("on yes", to: "on no")
            """
        #expect(silentChanges(in: [SwiftText(path: "A.swift", text: text)]) == ["A.swift:1", "A.swift:2", "A.swift:3"])
    }
}
