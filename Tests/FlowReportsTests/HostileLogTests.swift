import FlowFixtures
import FlowReports
import Foundation
import KeywayCore
import KeywayLog
import KeywayRuns
import Testing

@Suite("A log full of markup")
struct HostileLogTests {
    private static let markup =
        "</script><script>alert(1)</script><!-- \"'><img src=x onerror=alert(2)>&amp;\u{2028}\u{2029}\u{0}\u{202E}"

    private static let flow = """
        flow Hostile version 1
        type Words = text(0...200)
        context { words: Words? }
        command say(words: Words), cancel
        final done keeps words
        within 5m -> done
        on cancel -> done
        reject other
        state idle waits for user { on say -> talking { keep words } }
        state talking { on say -> done { keep words } }
        """

    /// A run of a flow whose names, texts and reference are markup.
    static func records() throws -> [Record] {
        let loaded = try LoadedFlow(flow)
        var table = loaded.table
        table.name = "Hostile \(markup)"
        for state in table.states.indices { table.states[state].name += markup }
        for event in table.events.indices { table.events[event].name += markup }
        table.variables[0].name += markup
        var run = try DrivenRun(table, annotations: loaded.annotations)
        try run.send(0, fields: [.text(markup)])
        try run.send(0, fields: [.text("twice \(markup)")])
        return run.records().repeated(as: RunID(high: 1, low: 1), reference: markup, at: 1_764_000_000_000)
    }

    @Test("The page has its own two scripts, and no tag that the log's texts bring")
    func inert() throws {
        var report = try LogReport(of: Self.markup, [Self.records()])
        report.remark(Self.markup)
        report.addUnreadable(nil, because: Self.markup)
        let page = String(decoding: report.page, as: UTF8.self)
        #expect(page.matches(of: /<script/).count == 2 && page.matches(of: /<\/script/).count == 2)
        for part in ["<img", "<!--", "alert(1)</script", "onerror=alert(2)>"] {
            #expect(page.firstRange(of: part) == nil, "\(part)")
        }
        let scalars = Set(page.unicodeScalars)
        for scalar: Unicode.Scalar in ["\u{2028}", "\u{2029}", "\u{0}", "\u{202E}"] {
            #expect(!scalars.contains(scalar), "\(scalar.value)")
        }
        // No attribute has a word of the log: a quote could end it.
        for tag in page.matches(of: /<[a-z][^>]*>/) { #expect(!tag.output.contains("alert")) }
    }

    @Test("What the script reads is what the log says, but for invisible characters")
    func kept() throws {
        let records = try Self.records()
        let read = try ReadReport(LogReport([records]))
        let shown = String(
            String.UnicodeScalarView(
                Self.markup.unicodeScalars.map {
                    ["\u{2028}", "\u{2029}", "\u{0}", "\u{202E}"].contains($0) ? "\u{FFFD}" : $0
                }))
        let references: [String] = read.runs("reference")
        #expect(references == [shown])
        #expect(read.words.contains("done\(shown)"))
    }
}
