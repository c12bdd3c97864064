import FlowFixtures
import FlowLanguage
import FlowMutation
import FlowTranscripts
import Testing

@Suite("What notices an edit")
struct CampaignTests {
    /// The fate of the only edit by this operator in the line whose description contains `what`.
    private func fate(
        _ kind: MutationOperator, _ line: Int, _ what: String, of subject: MutationSubject
    ) throws -> Fate {
        var campaign = try MutationCampaign(of: subject)
        let meant = Mutant.all(of: subject.source, machine: campaign.flow).filter {
            $0.kind == kind && $0.line == line && $0.what.contains(what)
        }
        try #require(meant.count == 1, "\(meant.map(\.what))")
        return campaign.fate(of: meant[0])
    }

    private func killer(_ fate: Fate) -> Killer? {
        if case .killed(let killer, _) = fate { killer } else { nil }
    }

    @Test(
        "An edit that 'check' refuses is noticed before anything is played",
        arguments: [
            (MutationOperator.drop, 21, "reject other"), (.negate, 33, "tries < 2"), (.bound, 33, "becomes 1"),
            (.keep, 24, "drop 'host'"), (.target, 18, "-> idle"), (.order, 39, "do ask"),
        ])
    func check(kind: MutationOperator, line: Int, what: String) throws {
        let fate = try fate(kind, line, what, of: GateFlow.subject([GateFlow.opening]))
        #expect(killer(fate) == .check, "\(fate)")
    }

    @Test("An edit whose text cannot be read is undecided: nothing has noticed it")
    func unreadable() throws {
        // No condition may lie deeper than in 128 parentheses, so one more negation cannot be read.
        let (open, close) = (String(repeating: "(", count: 128), String(repeating: ")", count: 128))
        let deep = "\(open)tries < 2\(close) or tries > 2"
        let text = GateFlow.text.changing("again when tries < 2", to: "again when \(deep)")
        let fate = try fate(.negate, 33, "negate", of: GateFlow.subject([GateFlow.opening], text: text))
        guard case .undecided(let why) = fate else {
            Issue.record("\(fate)")
            return
        }
        #expect(why.hasPrefix("the edited text cannot be read: parentheses are nested more than 128 deep"), "\(why)")
    }

    @Test(
        "A transcript notices an edit also where its run ends as before",
        arguments: [
            (MutationOperator.keep, 33, "keep phone"), (.swap, 30, "phone"), (.attribute, 7, "once"),
            (.attribute, 7, "starts attempt"), (.attribute, 9, "volatile"), (.attribute, 11, "retained"),
            (.order, 30, "do show"), (.order, 30, "do turn"), (.assignment, 33, "tries"), (.keeps, 14, "tries"),
            (.drop, 12, "drop 'JAMMED'"),
        ])
    func transcript(kind: MutationOperator, line: Int, what: String) throws {
        let fate = try fate(kind, line, what, of: GateFlow.subject([GateFlow.opening]))
        guard case .killed(.transcript, let how) = fate else {
            Issue.record("\(fate)")
            return
        }
        #expect(how.hasPrefix("gate-1.jsonl: '"))
    }

    @Test(
        "An edit of a row to which no transcript comes survives, until one comes there",
        arguments: [
            (MutationOperator.value, 32, "'jammed' becomes 'silent'"), (.assignment, 32, "why"), (.keeps, 15, "why"),
            (.drop, 12, "drop 'STUCK'"),
        ])
    func survivors(kind: MutationOperator, line: Int, what: String) throws {
        #expect(try fate(kind, line, what, of: GateFlow.subject([GateFlow.opening])) == .survived)
        let both = try GateFlow.subject([GateFlow.opening, GateFlow.jamming])
        #expect(killer(try fate(kind, line, what, of: both)) == .transcript)
    }

    @Test(
        "An 'otherwise' that becomes a success is noticed by a proof, and by a transcript that comes to the time limit")
    func otherwise() throws {
        let subject = try GateFlow.subject([GateFlow.opening], models: [GateFlow.model])
        #expect(killer(try fate(.otherwise, 8, "confirmed", of: subject)) == .explore)
        let hanging = GateFlow.opening.changing(
            "[\"confirmed\"]", to: #"[{"reply": "confirmed", "after": 60}]"#
        ).changing("\"authenticated\"", to: "\"failed\"").changing("{\"at\": 4}", to: "{\"at\": 40}")
        let hung = try fate(.otherwise, 8, "confirmed", of: GateFlow.subject([hanging]))
        guard case .killed(.transcript, let how) = hung else {
            Issue.record("\(hung)")
            return
        }
        #expect(
            how == "gate-1.jsonl: '8s  denied (limit) -> failed { why = denied } keeps why = denied' becomes "
                + "'8s  confirmed (limit) -> authenticated keeps tries = 1'")
        #expect(killer(try fate(.deadline, 8, "10s", of: GateFlow.subject([hanging]))) == .transcript)
    }

    @Test("A proof notices an edit that no transcript notices")
    func explore() throws {
        let subject = try GateFlow.subject([], models: [GateFlow.model])
        let target = try fate(.target, 35, "-> authenticated", of: subject)
        guard case .killed(.explore, let how) = target else {
            Issue.record("\(target)")
            return
        }
        let requirement = "authenticated only after confirmed"
        #expect(how == "\(requirement) against Lock 1.0: '\(requirement)' does not hold here", "\(how)")
        // Without the name 'late other' claims that 'jammed' cannot come in 'idle', and a word of an earlier run does.
        #expect(killer(try fate(.drop, 25, "drop 'jammed' of", of: subject)) == .explore)
        // A word of an earlier run ends the run in 'turning' with the edit and without it, so no verdict changes.
        #expect(try fate(.value, 32, "'denied'", of: subject) == .survived)
    }

    @Test("What is proved of the edited text notices nothing, also a part that was not asked of the flow")
    func proved() throws {
        let text = """
            flow Bell version 1
            command start, cancel
            callback hit, gone
            effect go starts attempt calls Bell.go
            effect ask replies yes, no otherwise no within 5s
            source bell = "Bell" by event singleton { HIT => hit  GONE => gone }
            final rung success
            final failed
            final cancelled
            require rung only after yes
            on cancel -> cancelled
            within 20m -> failed
            ignore unrecognised
            reject other
            late other
            state idle waits for user {
              on start -> waiting { do go }
              ignore hit, gone
            }
            state waiting {
              after 30s -> failed
              on hit, gone -> asking
            }
            state asking {
              enter { do ask }
              on yes -> rung
              on no -> failed
              ignore hit, gone
            }

            """
        let model = """
            provider Bell version "1.0" for bell
            word hit = HIT
            word gone = GONE
            state resting { call go -> working }
            state working {
              emit hit -> resting
              emit gone -> resting
            }
            """
        // No second attempt is begun in the flow, so 30.v is asked of the edited text alone.
        let again = try fate(.target, 21, "becomes '-> idle'", of: GateFlow.subject([], models: [model], text: text))
        #expect(again == .survived)
        // The requirement is broken in the flow, and proved of the edited text.
        let broken = GateFlow.text.changing("after 30s -> failed", to: "after 30s -> authenticated")
        let mended = try fate(
            .target, 36, "becomes '-> failed'", of: GateFlow.subject([], models: [GateFlow.model], text: broken))
        #expect(mended == .survived)
    }

    @Test("Past the limit of a proof nothing is decided, of the edit or of the flow itself")
    func undecided() throws {
        let subject = try GateFlow.subject([], models: [GateFlow.model], limit: 5)
        #expect(
            try fate(.target, 35, "-> authenticated", of: subject)
                == .undecided("the flow itself passes 5 configurations against Lock 1.0"))
    }

    @Test("Where the flow itself cannot be explored, the reason is told, and it is not the limit")
    func unexplored() throws {
        var subject = try GateFlow.subject(
            [], models: [GateFlow.model.changing("for lock", to: "for bolt")])
        if case .all(let models) = subject.models { subject.models = .named(models) }
        let fate = try fate(.target, 35, "-> authenticated", of: subject)
        guard case .undecided(let why) = fate else {
            Issue.record("\(fate)")
            return
        }
        #expect(why.hasPrefix("the flow itself cannot be explored against Lock 1.0: "), "\(why)")
        #expect(why.hasSuffix("is a model for the source 'bolt', which 'Gate' does not have"), "\(why)")
    }

    @Test("Dropping a row that only repeats one of the file makes an equivalent flow")
    func equivalent() throws {
        let subject = try GateFlow.subject([GateFlow.opening])
        #expect(try fate(.drop, 43, "drop 'on cancel -> cancelled'", of: subject) == .equivalent)
        #expect(try fate(.drop, 42, "drop 'opened'", of: subject) != .equivalent)
    }

    @Test("A transcript that does not say of which flow it is, is refused with its place")
    func headless() throws {
        let problem = #expect(throws: MutationProblem.self) {
            try MutationCampaign(of: GateFlow.subject([GateFlow.opening, "{"]))
        }
        #expect(problem?.sentences.first?.hasPrefix("gate-2.jsonl:1: ") == true, "\(problem?.sentences ?? [])")
    }

    @Test("A flow that 'check' refuses, or a transcript that does not fit, is refused with its place")
    func refused() throws {
        let broken = GateFlow.text.changing("reject other", to: "")
        let flow = #expect(throws: MutationProblem.self) {
            try MutationCampaign(of: GateFlow.subject([], text: broken))
        }
        #expect(flow?.sentences.first?.hasPrefix("Gate.flow:") == true)
        let transcript = #expect(throws: MutationProblem.self) {
            try MutationCampaign(of: GateFlow.subject([GateFlow.opening.changing("again", to: "agian")]))
        }
        #expect(transcript?.sentences == ["gate-1.jsonl:4: command 'agian' is not one of Gate's: open, again, cancel"])
    }
}
