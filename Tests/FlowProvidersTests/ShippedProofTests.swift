import FlowMachine
import FlowProviders
import Testing

/// Every shipped sign-in flow against every version of its provider's SDK.
@Suite("What is proved of the shipped flows")
struct ShippedProofTests {
    struct Product: CustomTestStringConvertible, Sendable {
        var flow: String
        var model: String
        var channel = Channel()
        var crashes = false
        var configurations: Int
        var steps: Int

        var testDescription: String {
            "\(flow) against \(model), channel of \(channel.capacity)"
                + (channel.doubles ? ", words doubled, lost and reordered" : "") + (crashes ? ", with crashes" : "")
        }
    }

    private func expect(_ product: Product) throws {
        let exploration = try explore(
            machine(Fixtures.shipped(product.flow)), against: model(Fixtures.shipped(product.model)),
            through: product.channel, crashing: product.crashes)
        #expect(exploration.isProved, "\(exploration.requirements.filter { $0.verdict != .proved })")
        #expect(exploration.configurations == product.configurations)
        #expect(exploration.steps == product.steps)
    }

    private static let sna = "OTPless/SNA.flow"
    private static let otpless209 = "OTPless/Models/SDK-2.0.9.provider"
    private static let otpless232 = "OTPless/Models/SDK-2.3.2.provider"
    private static let smart = "OTPless/SmartAuth.flow"
    private static let code = "Truecaller/OTP.flow"
    private static let offline = "CAStrongAuthentication/OfflineOTP.flow"
    private static let ca22 = "CAStrongAuthentication/Models/SDK-2.2.provider"
    private static let truecaller = "Truecaller/Models/SDK-0.2.provider"

    @Test(
        "Silent authentication holds rule 30",
        arguments: [
            Product(flow: sna, model: otpless209, configurations: 2_074, steps: 21_808),
            Product(flow: sna, model: otpless232, configurations: 3_116, steps: 33_590),
        ])
    func silentAuthentication(product: Product) throws { try expect(product) }

    /// Without faults README has the figures, which `.ci/release` compares.
    @Test(
        "The larger products hold it also on a bad channel, and where the app dies", .enabled(if: isOptimised),
        arguments: [
            Product(flow: sna, model: otpless209, channel: .faulty(), configurations: 3_582, steps: 60_638),
            Product(flow: sna, model: otpless232, channel: .faulty(), configurations: 7_946, steps: 146_498),
            Product(flow: sna, model: otpless209, crashes: true, configurations: 4_158, steps: 65_486),
            Product(flow: sna, model: otpless232, crashes: true, configurations: 6_242, steps: 100_066),
            Product(
                flow: code, model: truecaller, channel: .faulty(capacity: 1), configurations: 129_348, steps: 1_195_384),
            Product(flow: code, model: truecaller, crashes: true, configurations: 1_517_610, steps: 13_219_436),
            Product(flow: offline, model: ca22, channel: .faulty(), configurations: 1_419_564, steps: 16_701_028),
            Product(flow: offline, model: ca22, crashes: true, configurations: 2_460_948, steps: 29_576_312),
            Product(
                flow: smart, model: otpless209, channel: .faulty(capacity: 1), configurations: 664_890,
                steps: 13_388_672
            ),
            Product(
                flow: smart, model: otpless232, channel: .faulty(capacity: 1), configurations: 767_754,
                steps: 17_695_848
            ),
            Product(
                flow: smart, model: otpless209, channel: Channel(capacity: 1), crashes: true, configurations: 793_696,
                steps: 17_848_309),
            Product(
                flow: smart, model: otpless232, channel: Channel(capacity: 1), crashes: true, configurations: 950_293,
                steps: 23_317_773),
        ])
    func largerProducts(product: Product) throws { try expect(product) }

    @Test(
        "Those of a few thousand configurations, where counters end early",
        arguments: [
            (SmallProduct.offline, 10_754), (.code, 4_103), (.smart, 19_443), (.smartAgain, 43_681),
        ])
    func smallProducts(product: SmallProduct, configurations: Int) throws {
        let exploration = try product.explored()
        #expect(exploration.isProved, "\(exploration.requirements.filter { $0.verdict != .proved })")
        #expect(exploration.configurations == configurations)
    }

    @Test(
        "These hold it also where words are doubled, lost and reordered, and where the app dies and comes back",
        arguments: [
            (SmallProduct.code, 4_822, 4_192), (.smart, 21_602, 20_059),
        ])
    func smallProductsWithFaults(product: SmallProduct, faulty: Int, crashing: Int) throws {
        let explorations = try [
            product.explored(through: .faulty(capacity: 1)), product.explored(crashing: true),
        ]
        for exploration in explorations {
            #expect(exploration.isProved, "\(exploration.requirements.filter { $0.verdict != .proved })")
        }
        #expect(explorations.map(\.configurations) == [faulty, crashing])
    }
}
