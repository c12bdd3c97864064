import FlowFixtures
import FlowMachine
import FlowProviders
import Testing

@Suite("What is to be proved of a flow")
struct ProofTests {
    private static let paths = [
        "CAStrongAuthentication/Models/Accounts-2.2", "CAStrongAuthentication/Models/SDK-2.2",
        "OTPless/Models/SDK-2.0.9", "OTPless/Models/SDK-2.3.2",
        "PowerAuth/Models/SDK-1.3", "PowerAuth/Models/SDK-2",
    ]

    private func titles(of flow: String) throws -> [[String]] {
        let models = try Self.paths.map { try model(Fixtures.shipped($0 + ".provider")) }
        return try Proof.all(of: machine(Fixtures.shipped(flow)), among: models).map { $0.models.map(\.title) }
    }

    @Test("A flow is proved against every version of its provider, and against no other")
    func versions() throws {
        #expect(try titles(of: "OTPless/SNA.flow") == [["OTPless 2.0.9"], ["OTPless 2.3.2"]])
        #expect(try titles(of: "CAStrongAuthentication/OfflineOTP.flow") == [["CAStrongAuthentication 2.2"]])
    }

    @Test("A flow whose provider has no model is proved alone")
    func alone() throws {
        #expect(try titles(of: "Truecaller/OTP.flow") == [[]])
    }

    @Test("A flow that hears no callback is proved against the providers that it calls")
    func called() throws {
        #expect(try titles(of: "CAStrongAuthentication/AccountDeletion.flow") == [["CAAccounts 2.2"]])
        #expect(try titles(of: "PowerAuth/Request.flow") == [["PowerAuth 1.3"], ["PowerAuth 2"]])
        #expect(try titles(of: "PowerAuth/Activation.flow") == [["PowerAuth 1.3"], ["PowerAuth 2"]])
    }

    @Test(
        "Of several providers each version stands beside the newest of the others, and the newest of all together last")
    func combinations() throws {
        func version(_ name: String, _ version: String) throws -> ProviderModel {
            try model(
                LockedDoor.model().changing(
                    "provider Lock version \"1.0\"", to: "provider \(name) version \"\(version)\"")
            )
        }
        let models = try [
            version("Lock", "1.10"), version("Gate", "2"), version("Lock", "1.9"), version("Gate", "2.0.1"),
            version("Lock", "1.2"),
        ]
        #expect(
            Proof.modelCombinations(of: models).map { $0.map(\.title) } == [
                ["Lock 1.2", "Gate 2.0.1"], ["Lock 1.9", "Gate 2.0.1"], ["Lock 1.10", "Gate 2"],
                ["Lock 1.10", "Gate 2.0.1"],
            ])
    }

    @Test("A proof explores its flow against its models")
    func explored() throws {
        let proofs = try Proof.all(
            of: machine(Fixtures.shipped("OTPless/SNA.flow")),
            among: Self.paths.map { try model(Fixtures.shipped($0 + ".provider")) })
        let explorations = try proofs.map { try $0.explored() }
        #expect(explorations.map(\.configurations) == [2_932, 4_432])
        #expect(explorations.map(\.isProved) == [true, true])
        let exact = try proofs[0].explored(limit: 2_932)
        #expect(exact.isProved)
        let stopped = try proofs[0].explored(limit: 2_931)
        #expect(!stopped.isProved && !stopped.isComplete)
    }
}
