import FlowFixtures
import FlowTranscripts
import Testing

@testable import FlowMutation

@Suite("What two runs share of which the search follows one")
struct SituationTests {
    /// A flow that keeps a `personal` name, which a restart takes away.
    private static let text = """
        flow Note version 1
        type Name = text(1...9) personal
        context { name: Name? }
        command put(name: Name), cancel
        final done
        within 15m -> done
        on cancel -> done
        ignore unrecognised
        state idle waits for user { on put stay { keep name } }

        """

    /// The situation of a run after these lines of a transcript.
    private func situation(behind lines: String...) throws -> Situation {
        let flow = try LoadedFlow(Self.text, path: "Note.flow")
        let header = #"{"transcript": 1, "flow": "Note"}"#
        let read = Transcript.read(Array(([header] + lines).joined(separator: "\n").utf8), path: "note.jsonl")
        let bound = try read.bind(to: flow.table)
        var run = try OutlinedRun(bound, on: flow.table, annotations: flow.annotations)
        for line in bound.lines { try run.play(line) }
        return Situation(of: run, at: 0, answerable: [])
    }

    @Test("Texts are alike; a text that a restart has taken is not like one that is there, nor like none")
    func withheld() throws {
        let ada = #"{"at": 1, "command": "put", "with": {"name": "Ada"}}"#
        let eve = #"{"at": 1, "command": "put", "with": {"name": "Eve"}}"#
        let restart = #"{"at": 2, "restart": 1}"#
        #expect(try situation(behind: ada) == situation(behind: eve))
        #expect(try situation(behind: ada, restart) == situation(behind: eve, restart))
        #expect(try situation(behind: restart) == situation())
        #expect(try situation(behind: ada, restart) != situation(behind: ada))
        #expect(try situation(behind: ada, restart) != situation(behind: restart))
    }
}
