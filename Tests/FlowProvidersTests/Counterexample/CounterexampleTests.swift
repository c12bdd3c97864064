import FlowFixtures
import FlowSearch
import FlowTranscripts
import Testing

@testable import FlowProviders

@Suite("Explored runs as transcripts")
struct CounterexampleTests {
    @Test(
        "An explored run is played event for event, or the transcript says that no times allow it",
        arguments: [
            ("OTPless/SNA.flow", "OTPless/Models/SDK-2.0.9.provider"),
            ("OTPless/SNA.flow", "OTPless/Models/SDK-2.3.2.provider"),
            ("OTPless/SNA.flow", nil), ("Truecaller/OTP.flow", nil),
        ])
    func fidelity(path: String, provider: String?) throws {
        let flow = try machine(Fixtures.shipped(path))
        let sdk = try provider.map { [try model(Fixtures.shipped($0))] } ?? []
        var exploration = try #require(Explorer.explore(Product(flow, against: sdk)).exploration)
        var assessment = Assessment(of: exploration)
        var exact = 0
        let samples = stride(
            from: 0, to: exploration.configurationCount, by: max(1, exploration.configurationCount / 30))
        for position in samples {
            let run = exploration.shortestRun(to: exploration.configurations[position])
            let occurrences = assessment.occurrences(in: run?.moments ?? [])
            let counterexample = Counterexample(of: occurrences, in: flow, beside: sdk, about: "Here.")
            let decisions = try counterexample.played(by: flow)
            guard counterexample.obstacles.isEmpty else { continue }
            exact += 1
            #expect(decisions == occurrences.legDecisions, "\(counterexample.transcript.text)")
        }
        #expect(exact * 10 > samples.underestimatedCount * 8)
    }

    /// Plays the counterexample of each violation of the requirement `name`, and expects each to go as it was explored.
    ///
    /// - Returns: the transcripts.
    private func play(_ name: String, of exploration: FlowExploration) throws -> [Transcript] {
        let judged = exploration.judgements.filter { $0.name == name }
        return try judged.flatMap(\.violations).map { violation in
            let counterexample = exploration.counterexample(of: violation)
            let decisions = try counterexample.played(by: exploration.machine)
            #expect(decisions == violation.run.legDecisions, "\(counterexample.transcript.text)")
            return counterexample.transcript
        }
    }

    @Test("What an earlier run left is left in the played run, and not told to it")
    func left() throws {
        let flow = LockedDoor.flow(requirements: "require never on jammed")
            .changing("  JAMMED", to: "  retained JAMMED")
            .changing("state idle waits for user {", to: "state idle waits for user { on jammed -> failed\n")
        let exploration = try explore(machine(flow), against: [model(LockedDoor.model())])
        let played = try play("never on jammed", of: exploration)
        #expect(played.map(\.header?.retained.count) == [1] && played.flatMap(\.lines).isEmpty)
    }

    @Test("What an earlier run left to a sub-flow alone is nothing that its parent hears")
    func leftToSubFlow() throws {
        let parent = House.flow().changing(
            "final authenticated success",
            to: """
                callback rung
                source bell = "Bell" by event singleton { RUNG => rung }
                on unrecognised -> failed
                ignore rung
                require never on first.failed
                final authenticated success
                """)
        let door = House.door().changing("on ready stay { isReady = true }", to: "on ready -> failed")
        let exploration = try explore(House.machine(parent, door: door), against: [model(House.lock)])
        let played = try play("never on first.failed", of: exploration)
        #expect(played.map(\.header?.retained.count) == [1])
    }

    @Test(
        "What a naive handler does wrong is played as it was found",
        arguments: [
            ("OTPlessSNA.flow", "OTPless/Models/SDK-2.0.9.provider"),
            ("OTPlessSNA.flow", "OTPless/Models/SDK-2.3.2.provider"),
            ("TruecallerOTP.flow", "Truecaller/Models/SDK-0.2.provider"),
        ])
    func naive(flow: String, provider: String) throws {
        let exploration = try explore(
            machine(Fixtures.naive(flow)), against: model(Fixtures.shipped(provider)), through: Channel(capacity: 1))
        let violations = exploration.judgements.flatMap(\.violations).filter { !$0.run.isEmpty }
        #expect(!violations.isEmpty)
        for violation in violations {
            let counterexample = exploration.counterexample(of: violation)
            let decisions = try counterexample.played(by: exploration.machine)
            #expect(
                counterexample.obstacles.contains(.durations)
                    || decisions == (violation.run + violation.cycle).legDecisions,
                "\(counterexample.transcript.text)")
        }
    }
}
