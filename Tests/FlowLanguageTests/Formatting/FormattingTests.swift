import FlowFixtures
import FlowLanguage
import Foundation
import KeywayCore
import TestThreads
import Testing

@Suite("Formatting", .longComputation)
struct FormattingTests {
    @Test("The shipped specs are formatted")
    func shippedSpecs() throws {
        for flow in try ShippedFlows.all() {
            let content = String(decoding: flow.source.bytes, as: UTF8.self)
            #expect(try formatted(content) == content, "run 'keyway fmt Specs'")
            try expectFormattingKeepsMeaning(of: content, flow.source.path)
        }
    }

    @Test("A shipped spec whose spaces and newlines are spoiled comes back with the same table")
    func spoiledSpecs() throws {
        for flow in try ShippedFlows.all() {
            let content = String(decoding: flow.source.bytes, as: UTF8.self)
            let lines = content.split(separator: "\n", omittingEmptySubsequences: false)
            let spoiled = lines.map { "\t" + $0.drop { $0 == " " } + "  \r" }.joined(separator: "\n")
            #expect(try formatted(spoiled) == content)
            let again = try LoadedFlow(
                try formatted(spoiled), path: flow.source.path, among: ShippedFlows.directory())
            #expect(again.table.canonicalBytes == flow.table.canonicalBytes)
        }
    }

    /// `width`: about how wide the line of the case `big` would be in one piece; the comma behind it must have room, too.
    @Test("A line that can be broken is never wider than the format allows", arguments: 100...140)
    func width(ofLine width: Int) throws {
        let half = String(repeating: "A", count: (width - "  big = \"\" | \"\"".count) / 2)
        let content = "flow Wide version 1\nenum Size { big = \"\(half)\" | \"\(half)B\", small = * }\n"
        let lines = try formatted(content).split(separator: "\n")
        #expect(lines.map(\.count).max() ?? 0 <= 120, "\(lines)")
    }

    @Test("The shipped models are formatted", arguments: ShippedFlows.models)
    func shippedModels(path: String) throws {
        let content = String(decoding: try ShippedFlows.bytes(at: path), as: UTF8.self)
        #expect(try formatted(content) == content, "run 'keyway fmt Specs'")
        try expectFormattingKeepsMeaning(of: content, path)
    }

    @Test("Formatting keeps the meaning and the table of the specs that tests keep in files", arguments: specsOfTests)
    func specFiles(path: String) throws {
        let content = String(decoding: try Data(contentsOf: Self.folder.appending(path: path)), as: UTF8.self)
        try expectFormattingKeepsMeaning(of: content, path)
        // The flows in `Naive` lack a session deadline. That is an error, so they have no table.
        guard path.hasSuffix(".flow"), !path.contains("/Naive/") else { return }
        let flow = try LoadedFlow(content)
        #expect(try LoadedFlow(formatted(content)).table.canonicalBytes == flow.table.canonicalBytes)
    }

    @Test("There are shipped models, and flows and models of tests")
    func filesAreFound() {
        #expect(ShippedFlows.models.count >= 4)
        for ending in [".flow", ".provider"] { #expect(Self.specsOfTests.contains { $0.hasSuffix(ending) }) }
    }

    @Test("Formatting keeps the meaning of every spec in the code of tests, and the table where it has one")
    func fixtures() throws {
        var tables: [[UInt8]] = []
        for (origin, content) in try Self.textsOfTests() {
            try expectFormattingKeepsMeaning(of: content, origin)
            if let flow = try? LoadedFlow(content) {
                let again = try LoadedFlow(try formatted(content))
                #expect(again.table.canonicalBytes == flow.table.canonicalBytes, "\(origin)\n\(content)")
                tables.append(flow.table.canonicalBytes)
            }
        }
        // The search must have found at least the flow that stands in this very file.
        #expect(tables.contains(try LoadedFlow(Self.flowToBeFound).table.canonicalBytes))
    }

    /// A flow that no other text has.
    private static let flowToBeFound = """
        flow ToBeFound version 1
        command start, cancel
        final heard
        within 1m -> heard
        on cancel -> heard
        reject other
        state idle waits for user { on start -> heard }
        """

    @Test("Formatting keeps the meaning of the examples on the diagnostics' pages", arguments: DiagnosticCode.pages)
    func pages(page: DiagnosticPage) throws {
        // Some pages have no whole spec.
        guard let mended = page.mended else { return }
        try expectFormattingKeepsMeaning(of: mended, page.code.name)
        // Some pages are about an example that cannot be read.
        guard format(text(page.example)).text != nil else { return }
        try expectFormattingKeepsMeaning(of: page.example, page.code.name)
    }

    @Test(
        "Formatting keeps the meaning and every comment of random specs with comments everywhere",
        arguments: 0..<200 as Range<UInt64>)
    func randomSpecs(seed: UInt64) throws {
        let content = RandomSpecText(seed: seed).text(.commented, seed: seed &+ 1)
        try expectFormattingKeepsMeaning(of: content, "seed \(seed)")
    }

    /// `bare` texts have no comments and empty lines; `terse` ones also lack the tokens that change nothing. The last seed draws the spaces
    /// and newlines.
    @Test("Spaces, newlines and tokens that change nothing leave no trace", arguments: 0..<200 as Range<UInt64>)
    func oneTextForOneMeaning(seed: UInt64) throws {
        let spec = RandomSpecText(seed: seed)
        let result = try formatted(spec.text(.terse, seed: 0))
        #expect(try formatted(spec.text(.terse, seed: 1)) == result, "seed \(seed)")
        #expect(try formatted(spec.text(.bare, seed: 2)) == result, "seed \(seed)")
    }

    @Test("A text that cannot be read is refused with what is wrong in it")
    func unreadable() {
        let refused = format(text("flow A version 1\nstate {"))
        #expect(refused.text == nil)
        #expect(!refused.diagnostics.isEmpty)
        #expect(format(text("")).text == nil)
        #expect(format(SourceText(path: "x", bytes: [0xFF, 0xFE])).text == nil)
    }

    @Test("A text that a rule refuses is formatted all the same")
    func refusedByARule() throws {
        #expect(try formatted("flow A version 1 state idle{on x->nowhere}").hasSuffix("  on x -> nowhere\n}\n"))
    }

    /// The folder of all tests.
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    /// The paths of the files in it, relative to it.
    private static let files: [String] = {
        let names = FileManager.default.enumerator(atPath: folder.resolvingSymlinksInPath().path)?.allObjects ?? []
        return names.compactMap { $0 as? String }.sorted()
    }()

    private static let specsOfTests = files.filter { $0.hasSuffix(".flow") || $0.hasSuffix(".provider") }

    /// Every multi-line string of the tests that can be read as a spec, by itself or below the header of a flow, each with its file.
    private static func textsOfTests() throws -> [(origin: String, content: String)] {
        try files.filter { $0.hasSuffix(".swift") }.flatMap { name in
            let code = String(decoding: try Data(contentsOf: folder.appending(path: name)), as: UTF8.self)
            let parts = code.components(separatedBy: #"""""#)
            return stride(from: 1, to: parts.count, by: 2).flatMap { index -> [(String, String)] in
                let literal = parts[index].changingIfPresent(#"\\"#, to: #"\"#)
                // The parser decides which strings are specs. `format` cannot: the test must see if it refuses one.
                return [literal, "flow A version 1\n" + literal].filter(\.canBeRead).map { (name, $0) }
            }
        }
    }
}

extension String {
    /// Whether it is a whole flow or model, without an error.
    fileprivate var canBeRead: Bool {
        let parsed = parse(text(self))
        return parsed.spec != nil && parsed.diagnostics.allSatisfy { $0.severity != .error }
    }
}
