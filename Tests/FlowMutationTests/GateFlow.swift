import FlowFixtures
import FlowLanguage
import FlowMachine
import FlowMutation
import FlowRules
import FlowTranscripts

/// A gate that a person opens for a host, with one row of each kind that is edited.
enum GateFlow {
    /// The flow's text, whose lines tests name by their numbers.
    static let text = """
        flow Gate version 1
        type Phone = text(3...20) personal
        enum Why { silent, jammed, denied }
        context { phone: Phone?, host: Phone?, tries: int 0...2 = 0, why: Why? }
        command open(phone: Phone, host: Phone), again(phone: Phone), cancel
        callback opened, jammed
        effect turn(to: Phone, from: Phone) once starts attempt calls Lock.turn
        effect ask(phone: Phone) replies confirmed, denied otherwise denied within 5s
        effect show volatile
        source lock = "Lock" by kind singleton {
          retained OPENED => opened
          JAMMED, STUCK when by == "hand" => jammed
        }
        final authenticated keeps tries
        final failed keeps why
        final cancelled
        require authenticated only after confirmed
        within 15m -> failed { why = silent }
        on cancel -> cancelled
        ignore unrecognised
        reject other
        late other
        state idle waits for user {
          on open -> turning { keep phone, host }
          late opened, jammed
        }
        group working {
          timer patience
          state turning {
            enter { do turn(phone, host); do show; set patience 1m }
            on opened -> asking
            on jammed -> failed { why = jammed }
            on again when tries < 2 -> turning { keep phone; tries += 1 }
            reject again when tries == 2
            on patience -> failed { why = silent }
            after 30s -> failed { why = silent }
          }
          state asking {
            enter { clear patience; do ask(phone) }
            on confirmed -> authenticated
            on denied -> failed { why = denied }
            ignore opened, jammed
            on cancel -> cancelled
          }
        }

        """

    /// The gate opens at the second attempt.
    static let opening = """
        {"transcript": 1, "flow": "Gate", "replies": {"ask": ["confirmed"]}, "expect": {"final": "authenticated"}}
        {"at": 0, "callback": {"kind": "JAMMED", "by": "hand"}}
        {"at": 1, "command": "open", "with": {"phone": "111", "host": "222"}}
        {"at": 2, "command": "again", "with": {"phone": "333"}}
        {"at": 3, "callback": {"kind": "OPENED"}}
        {"at": 4}
        """

    /// The gate jams.
    static let jamming = """
        {"transcript": 1, "flow": "Gate", "expect": {"final": "failed"}}
        {"at": 1, "command": "open", "with": {"phone": "111", "host": "222"}}
        {"at": 3, "callback": {"kind": "STUCK", "by": "hand"}}
        """

    /// A lock that says once after a call that it opened or jammed, and may say one `jam` of an earlier run.
    static let model = """
        provider Lock version "1.0" for lock
        word open = OPENED(by: "hand")
        word jam = JAMMED(by: "hand")
        success open
        context { turned: bool = false, old: bool = true }
        call turn stay { turned = true }
        state any {
          emit open when turned stay { turned = false }
          emit jam when turned stay { turned = false }
          emit jam when old stay { old = false }
        }
        """

    static func source(_ text: String = text) -> SourceText {
        SourceText(path: "Gate.flow", bytes: Array(text.utf8))
    }

    static func subject(
        _ transcripts: [String], models: [String] = [], text: String = text, limit: Int = 100_000
    ) throws -> MutationSubject {
        let models = models.map { text in
            let checked = check(SourceText(path: "Lock.provider", bytes: Array(text.utf8)))
            guard let model = checked.model else { preconditionFailure("the model of these tests is sound") }
            return model
        }
        return MutationSubject(
            source(text), beside: SpecSurroundings(),
            transcripts: transcripts.enumerated().map { .read(Array($1.utf8), path: "gate-\($0 + 1).jsonl") },
            models: .all(models), limit: limit)
    }

    /// Every mutant by one of the operators, with its fate.
    static func fates(
        of subject: MutationSubject, _ operators: [MutationOperator] = MutationOperator.allCases
    ) throws -> [(mutant: Mutant, fate: Fate)] {
        var campaign = try MutationCampaign(of: subject)
        return Mutant.all(of: subject.source, machine: campaign.flow).filter { operators.contains($0.kind) }.map {
            ($0, campaign.fate(of: $0))
        }
    }
}
