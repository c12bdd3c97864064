import FlowFixtures
import FlowProviders
import Testing

/// An `only after` is not met by an effect's `otherwise`, which nobody gave, and by a stale callback only where it says `stale`.
@Suite("What `only after` does not count: an effect's own otherwise, and a stale callback")
struct OwnWordTests {
    /// A flow that orders `turn` every 30 s until `opened` comes. A stale `opened` is taken as well.
    private static func stamped(_ requirement: String) -> String {
        """
        flow Door version 1
        command open, enter, cancel
        callback opened, jammed
        effect turn once starts attempt calls Lock.turn
        source lock = "Lock" by kind stamped {
          OPENED => opened
          JAMMED => jammed
        }
        final inside success
        final failed
        require \(requirement)
        within 15m -> failed
        on cancel -> failed
        ignore unrecognised, jammed
        reject other
        late other
        state idle waits for user { on open -> turning }
        state turning {
          enter { do turn }
          on opened, stale opened -> ajar
          after 30s -> turning
        }
        state ajar waits for user {
          on enter -> inside
          ignore opened, stale opened
        }
        """
    }

    private func explored(_ flow: String, _ provider: String? = LockedDoor.model()) throws -> FlowExploration {
        try explore(machine(flow), against: provider.map { try model($0) })
    }

    @Test("30.ii: An effect whose limit is taken for the backend's word is no success", arguments: [true, false])
    func limit(besideModel: Bool) throws {
        let provider = besideModel ? LockedDoor.model() : nil
        let hanging = LockedDoor.flow().changing("otherwise denied", to: "otherwise confirmed")
        let exploration = try explored(hanging, provider)
        #expect(exploration.verdict(on: "30.ii") == .broken)
        #expect(exploration.verdict(on: "authenticated only after confirmed") == .broken)
        let run = try #require(exploration.judgements.first { $0.name == "30.ii" }?.violations.first?.run)
        #expect(
            RunWords(exploration).lines(of: run).last?.happening == "nobody answers ask in time: confirmed")
        let mended = hanging.changing("otherwise confirmed", to: "otherwise silent")
            .changing("replies confirmed, denied", to: "replies confirmed, denied, silent")
            .changing("on denied -> failed", to: "on denied, silent -> failed")
        #expect(try explored(mended, provider).verdict(on: "30.ii") == .proved)
    }

    @Test("No `only after` counts the reply of a time limit, but 'never on' and 'sometimes on' do")
    func everyRequirement() throws {
        let requirements = ["failed only after denied, on cancel, on jammed", "never on denied", "sometimes on denied"]
        let flow = LockedDoor.flow(
            requirements: requirements.map { "require \($0)" }.joined(separator: "\n"),
            turning: "on opened -> asking\n  ignore jammed\n  after 30s -> asking"
        ).changing("within 15m -> failed", to: "within 15m -> cancelled")
        let exploration = try explored(flow)
        #expect(
            exploration.judgements.filter { requirements.contains($0.name) }.map(\.verdict) == [
                .broken, .broken, .proved,
            ])
        let given = flow.changing("otherwise denied", to: "otherwise silent")
            .changing("replies confirmed, denied", to: "replies confirmed, denied, silent")
            .changing("on denied -> failed", to: "on denied -> failed\n  on silent -> cancelled")
        #expect(try explored(given).verdict(on: requirements[0]) == .proved)
    }

    @Test("A reply that a provider answers counts, and the same reply does not where nobody answered in time")
    func answers() throws {
        let flow = Porter.flow(requirements: "require shouted only after unsure")
        let answering = Porter.model(
            "answer unsure when asked == 1 -> reading\n  answer yes(mood: bad, loud: true) when asked > 1 -> reading")
        let name = "shouted only after unsure"
        #expect(try explored(flow, answering).verdict(on: name) == .broken, "nobody answers the first time")
        let counted = flow.changing("only after unsure", to: "only after do ask")
        #expect(try explored(counted, answering).verdict(on: "shouted only after do ask") == .proved)
    }

    @Test("A stale callback does not count as `x`: `stale x` is a fact of its own", arguments: [true, false])
    func stale(besideModel: Bool) throws {
        let provider = besideModel ? LockedDoor.model() : nil
        for (cause, verdict) in [
            ("opened", .broken), ("stale opened", .broken), ("opened, stale opened", .proved),
            ("on opened, on stale opened", .proved),
        ] as [(String, FlowExploration.Verdict)] {
            let exploration = try explored(Self.stamped("inside only after \(cause)"), provider)
            #expect(exploration.verdict(on: "inside only after \(cause)") == verdict, "\(cause)")
            #expect(exploration.verdict(on: "30.ii") == verdict)
        }
        let mended = Self.stamped("inside only after opened").changing(
            "on opened, stale opened -> ajar", to: "on opened -> ajar")
        #expect(try explored(mended, provider).verdict(on: "30.ii") == .proved)
    }
}
