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
            let transcript = Transcript(of: occurrences, in: flow, beside: sdk, about: "Here.")
            let heard = try transcript.played(by: flow)
            guard !transcript.saysThatTimesAreImpossible else { continue }
            exact += 1
            #expect(heard == occurrences.heard, "\(transcript.text)")
        }
        #expect(exact * 10 > samples.underestimatedCount * 8)
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
        let violations = exploration.requirements.flatMap(\.violations).filter { !$0.run.isEmpty }
        #expect(!violations.isEmpty)
        for violation in violations {
            let transcript = exploration.transcript(of: violation)
            let heard = try transcript.played(by: exploration.machine)
            #expect(
                transcript.saysThatTimesAreImpossible || heard == (violation.run + violation.cycle).heard,
                "\(transcript.text)")
        }
    }
}
