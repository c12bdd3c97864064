import FlowFixtures
import FlowLanguage
import FlowMachine
import FlowMutation
import FlowRules
import FlowTranscripts
import Testing

@Suite("A flow that other flows run")
struct ParentTests {
    /// A flow that runs the gate as a sub-flow, and keeps the reason where the gate failed.
    private static let house = """
        flow House version 1
        command come(phone: Phone, host: Phone), cancel
        type Phone = text(3...20) personal
        context { phone: Phone?, host: Phone?, reason: Gate.Why? }
        final inside keeps reason
        final cancelled
        on cancel -> cancelled
        within 1h -> cancelled
        reject other
        late other
        state outside waits for user { on come -> gate { keep phone, host } }
        state gate {
          child gate = Gate
          enter { run gate.open(phone, host) }
          on gate.authenticated -> inside
          on gate.failed -> inside { reason = why }
          on gate.cancelled -> cancelled
        }
        """

    private static let jamming = """
        {"transcript": 1, "flow": "House"}
        {"at": 1, "command": "come", "with": {"phone": "111", "host": "222"}}
        {"at": 2, "callback": {"kind": "JAMMED", "by": "hand"}}
        """

    /// The gate's flow as a subject whose only transcripts are those of its parent.
    private func subject(_ house: String, _ transcripts: [String]) throws -> MutationSubject {
        var subject = try GateFlow.subject([])
        let gate = subject.source
        subject.parents = [
            ParentFlow(
                SourceText(path: "House.flow", bytes: Array(house.utf8)),
                beside: SpecSurroundings(flows: FlowDirectory { $0 == "Gate" ? .text(gate) : .nothing }),
                transcripts: transcripts.map { .read(Array($0.utf8), path: "house.jsonl") })
        ]
        return subject
    }

    private func fate(_ line: Int, _ what: String, of subject: MutationSubject) throws -> Fate {
        var campaign = try MutationCampaign(of: subject)
        let meant = Mutant.all(of: subject.source, machine: campaign.flow).filter {
            $0.line == line && $0.what == what
        }
        try #require(meant.count == 1, "\(meant.map(\.what))")
        return campaign.fate(of: meant[0])
    }

    @Test("Transcripts of parents notice what the flow's own do not")
    func told() throws {
        let edit = (line: 32, what: "'jammed' becomes 'silent'")
        #expect(try fate(edit.line, edit.what, of: GateFlow.subject([])) == .survived)
        #expect(try fate(edit.line, edit.what, of: subject(Self.house, [])) == .survived)
        let fate = try fate(edit.line, edit.what, of: subject(Self.house, [Self.jamming]))
        guard case .killed(.transcript, let how) = fate else {
            Issue.record("\(fate)")
            return
        }
        #expect(how.hasPrefix("house.jsonl: '2s  gate.jammed -> gate.failed { why = jammed }"), "\(how)")
    }

    @Test("A parent that 'check' refuses beside the edited flow notices the edit")
    func refused() throws {
        let edit = (line: 15, what: "drop 'keeps why'")
        #expect(try fate(edit.line, edit.what, of: GateFlow.subject([])) == .survived)
        let fate = try fate(edit.line, edit.what, of: subject(Self.house, []))
        guard case .killed(.check, let how) = fate else {
            Issue.record("\(fate)")
            return
        }
        #expect(how.hasPrefix("House.flow:16:"), "\(how)")
    }

    @Test("A parent with a transcript that does not fit is refused with its place")
    func unfit() throws {
        let problem = #expect(throws: MutationProblem.self) {
            try MutationCampaign(of: subject(Self.house, [Self.jamming.changing("come", to: "go")]))
        }
        #expect(problem?.sentences.first?.hasPrefix("house.jsonl:2: command 'go'") == true)
    }
}
