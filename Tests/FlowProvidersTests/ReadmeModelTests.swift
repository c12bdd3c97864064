import FlowFixtures
import FlowLanguage
import FlowMachine
import FlowProviders
import FlowRules
import Foundation
import Testing

/// The first flow and the first model of `Specs/README.md`, as they stand there.
@Suite("The first model of the language's page")
struct ReadmeModelTests {
    /// The code block of the page that begins with this text.
    private func block(_ beginning: String) throws -> String {
        let page = try Fixtures.shipped("README.md")
        let start = try #require(
            page.firstRange(of: "```\n\(beginning)"), "the page has no block that begins with \(beginning)")
        let rest = page[page.index(start.lowerBound, offsetBy: 4)...]
        let end = try #require(rest.firstRange(of: "\n```"))
        return String(rest[..<end.lowerBound])
    }

    @Test("The first model is without a problem, and speaks to the first flow's source")
    func parses() throws {
        let provider = try model(block("/// What Postbox"))
        #expect(provider.title == "Postbox 1" && provider.source?.text == "postbox")
        #expect(try machine(block("/// A code by mail")).hears(provider))
    }

    @Test("Beside the first model an earlier mail's word ends the first flow, and not the one with the mended state")
    func explored() throws {
        let flow = try block("/// A code by mail")
        let provider = try model(block("/// What Postbox"))
        let exploration = try explore(machine(flow), against: provider)
        #expect(exploration.judgements.filter { $0.verdict != .proved }.map(\.name) == ["30.v"])
        let mended = try explore(
            machine(flow.changing(oldState(in: flow), to: block("state sending {"))), against: provider)
        #expect(mended.isProved, "\(mended.judgements.filter { $0.verdict != .proved })")
    }

    @Test(
        "The first flow says what a restart means, so that nothing needs an address that is gone, and it holds where the app may die"
    )
    func restarted() throws {
        let flow = try block("/// A code by mail")
        func codes(_ text: String) -> [DiagnosticCode] {
            check(SourceText(path: "mail.flow", bytes: Array(text.utf8))).diagnostics.map(\.code)
        }
        #expect(codes(flow) == [.claimsUnproved])
        let silent = try flow.changing(Regex("on restored .*\\n").dotMatchesNewlines(false), to: "")
        #expect(codes(silent).contains(.restartTakesValue))
        let mended = try flow.changing(oldState(in: flow), to: block("state sending {"))
        let exploration = try explore(machine(mended), against: [model(block("/// What Postbox"))], crashing: true)
        #expect(exploration.isProved, "\(exploration.judgements.filter { $0.verdict != .proved })")
    }

    /// The state `sending` as the first flow has it, for which the page gives a better one.
    private func oldState(in flow: String) throws -> String {
        let start = try #require(flow.firstRange(of: "state sending {"))
        let end = try #require(flow[start.lowerBound...].firstRange(of: "\n}\n"))
        return String(flow[start.lowerBound..<end.lowerBound]) + "\n}"
    }
}
