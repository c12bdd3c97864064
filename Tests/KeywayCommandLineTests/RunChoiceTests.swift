import Testing

@testable import KeywayCommandLine

@Suite("The run that a question is about")
struct RunChoiceTests {
    private let folder: TemporaryFolder
    private var log: String { folder.path(of: "log") }

    /// A log with three runs, two of which the app gave the reference `case 7`.
    init() throws {
        folder = try Door.folder()
        for (seed, reference) in [("1", "case 7"), ("2", "case 7"), ("3", "case 8")] {
            Door.run(in: folder, "--reference", reference, "--seed", seed).expectFine()
        }
    }

    private func explain(_ words: String...) -> [String] { keyway(["explain", log] + words, in: folder.path).errors }

    @Test("Of several runs with one reference the sentence counts these, and names the reference")
    func severalOfReference() {
        let named =
            "2 runs here have the reference 'case 7': name one with --run, as 'keyway runs --reference' lists them"
        #expect(explain("--reference", "case 7") == ["\(log): \(named)"])
        #expect(explain() == ["\(log): this log has 3 runs: name one with --run, as 'keyway runs' lists them"])
    }

    @Test("A run that is named and has another reference is told apart from a reference that no run has")
    func otherReference() throws {
        let listed = keyway("runs", log, "--reference", "case 8").lines
        let digits = String(try #require(listed.first { $0.contains("Door") }).prefix { $0.isHexDigit })
        #expect(explain("--run", digits, "--reference", "case 8") == [])
        #expect(
            explain("--run", digits, "--reference", "case 7")
                == ["\(log): run \(digits) does not have the reference 'case 7'"])
        #expect(explain("--reference", "case 9") == ["\(log): no run here has the reference 'case 9'"])
    }
}
