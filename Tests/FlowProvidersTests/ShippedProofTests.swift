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

    @Test(
        "The larger products", .enabled(if: isOptimised),
        arguments: [
            Product(flow: sna, model: otpless209, channel: .faulty(), configurations: 19_621, steps: 120_293),
            Product(flow: sna, model: otpless232, channel: .faulty(), configurations: 27_476, steps: 189_865),
            Product(flow: sna, model: otpless209, crashes: true, configurations: 24_496, steps: 165_698),
            Product(flow: sna, model: otpless232, crashes: true, configurations: 27_256, steps: 192_442),
            Product(flow: code, model: truecaller, configurations: 1_413_655, steps: 7_462_593),
            Product(
                flow: code, model: truecaller, channel: .faulty(capacity: 1), configurations: 154_651, steps: 829_015),
            Product(flow: code, model: truecaller, crashes: true, configurations: 1_505_082, steps: 10_282_680),
            Product(flow: offline, model: ca22, configurations: 1_694_039, steps: 7_939_051),
            Product(flow: offline, model: ca22, channel: .faulty(), configurations: 1_947_746, steps: 12_739_511),
            Product(flow: offline, model: ca22, crashes: true, configurations: 2_820_396, steps: 20_144_814),
            Product(flow: smart, model: otpless209, configurations: 7_296_902, steps: 55_326_431),
            Product(flow: smart, model: otpless232, configurations: 8_226_513, steps: 63_214_652),
            Product(
                flow: smart, model: otpless209, channel: .faulty(capacity: 1), configurations: 564_791, steps: 5_014_791
            ),
            Product(
                flow: smart, model: otpless232, channel: .faulty(capacity: 1), configurations: 629_984, steps: 5_766_543
            ),
            Product(
                flow: smart, model: otpless209, channel: Channel(capacity: 1), crashes: true, configurations: 500_289,
                steps: 6_860_949),
            Product(
                flow: smart, model: otpless232, channel: Channel(capacity: 1), crashes: true, configurations: 531_266,
                steps: 7_333_119),
        ])
    func largerProducts(product: Product) throws { try expect(product) }

    @Test(
        "Those of a few thousand configurations, where counters end early",
        arguments: [
            (SmallProduct.offline, 10_754), (.code, 3_492), (.smart, 19_443), (.smartAgain, 43_681),
        ])
    func smallProducts(product: SmallProduct, configurations: Int) throws {
        let exploration = try product.explored()
        #expect(exploration.isProved, "\(exploration.requirements.filter { $0.verdict != .proved })")
        #expect(exploration.configurations == configurations)
    }

    @Test(
        "These hold it also where words are doubled, lost and reordered, and where the app dies and comes back",
        arguments: [
            (SmallProduct.code, 4_211, 3_581), (.smart, 21_602, 20_059),
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
