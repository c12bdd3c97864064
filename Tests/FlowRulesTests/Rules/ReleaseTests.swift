import FlowFixtures
import FlowLanguage
import FlowMachine
import FlowRules
import KeywayCore
import Testing

@Suite("A released version keeps its table")
struct ReleaseTests {
    private static let text = flow(
        "state idle waits for user { on start -> done on cancel -> failed }", otherwise: "")

    private func bytes(of text: String) throws -> [UInt8] {
        Table(of: try #require(check(SourceText(path: "Sample.flow", bytes: Array(text.utf8))).machine)).canonicalBytes
    }

    private func problems(_ text: String, released: [UInt8], as version: Int = 1) -> [String] {
        let surroundings = SpecSurroundings(releasedTable: { name, number in
            (name, number) == ("Sample", version) ? released : nil
        })
        return check(SourceText(path: "Sample.flow", bytes: Array(text.utf8)), beside: surroundings).diagnostics.filter
        {
            $0.severity == .error
        }.map { diagnostic in
            let words = Array(text.utf8)[diagnostic.range.lower..<diagnostic.range.upper]
            return "\(diagnostic.code.name) at '\(String(decoding: words, as: UTF8.self))': \(diagnostic.message)"
        }
    }

    @Test("The same table, whatever its comments, is fine; so is another version")
    func same() throws {
        let released = try bytes(of: Self.text)
        #expect(problems(Self.text, released: released) == [])
        #expect(problems("// A comment.\n" + Self.text, released: released) == [])
        let changed = Self.text.changing("15m", to: "20m")
        #expect(problems(changed.changing("version 1", to: "version 2"), released: released) == [])
    }

    @Test("Another table is an error at the version")
    func changed() throws {
        #expect(
            problems(Self.text.changing("15m", to: "20m"), released: try bytes(of: Self.text)) == [
                "FL081 at '1': 'Sample' version 1 was released with another table, and runs in logs follow that one; write 'version 2'"
            ])
    }

    @Test("Bytes that are no table of the flow are an error, whatever they are")
    func nonsense() throws {
        let other = try bytes(of: Self.text.changing("Sample", to: "Other"))
        for released in [[], [0, 1, 2], Array(other.dropLast()), other] {
            #expect(problems(Self.text, released: released).first?.contains("is no table of it") == true)
        }
    }
}
