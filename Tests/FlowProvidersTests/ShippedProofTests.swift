import FlowFixtures
import FlowMachine
import FlowProviders
import TestThreads
import Testing

/// Shipped sign-in flows against versions of their providers' SDKs. The large ones are explored with small counts, or in optimised builds.
@Suite("What is proved of the shipped flows", .longComputation)
struct ShippedProofTests {
    /// An exploration of a flow against a model, and the size that it must have.
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
        #expect(exploration.isProved, "\(exploration.judgements.filter { $0.verdict != .proved })")
        #expect(exploration.configurations == product.configurations)
        #expect(exploration.steps == product.steps)
    }

    private static let sna = "OTPless/SNA.flow"
    private static let otpless209 = "OTPless/Models/SDK-2.0.9.provider"
    private static let otpless232 = "OTPless/Models/SDK-2.3.2.provider"
    private static let otpless30 = "OTPless/Models/SDK-3.0.provider"
    private static let smart = "OTPless/SmartAuth.flow"
    private static let code = "Truecaller/OTP.flow"
    private static let oneTap = "Truecaller/OneTap.flow"
    private static let offline = "CAStrongAuthentication/OfflineOTP.flow"
    private static let ca22 = "CAStrongAuthentication/Models/SDK-2.2.provider"
    private static let truecaller = "Truecaller/Models/SDK-0.2.provider"

    @Test(
        "Silent authentication holds rule 30",
        arguments: [
            Product(flow: sna, model: otpless209, configurations: 2_932, steps: 38_182),
            Product(flow: sna, model: otpless232, configurations: 4_432, steps: 57_982),
            Product(flow: sna, model: otpless30, configurations: 4_588, steps: 61_398),
        ])
    func silentAuthentication(product: Product) throws { try expect(product) }

    @Test(
        "One-tap holds rule 30, also on a bad channel, and where the app dies",
        arguments: [
            Product(flow: oneTap, model: truecaller, configurations: 20_965, steps: 161_981),
            Product(flow: oneTap, model: truecaller, channel: .faulty(), configurations: 35_537, steps: 393_128),
            Product(flow: oneTap, model: truecaller, crashes: true, configurations: 21_637, steps: 316_051),
        ])
    func tappingOnce(product: Product) throws { try expect(product) }

    /// Without faults README has the figures, which `.ci/release` compares.
    @Test(
        "The larger flows hold rule 30 also on a bad channel, and where the app dies", .enabled(if: isOptimised),
        arguments: [
            Product(flow: sna, model: otpless209, channel: .faulty(), configurations: 5_350, steps: 114_394),
            Product(flow: sna, model: otpless232, channel: .faulty(), configurations: 11_806, steps: 260_746),
            Product(flow: sna, model: otpless30, channel: .faulty(), configurations: 12_014, steps: 272_366),
            Product(flow: sna, model: otpless209, crashes: true, configurations: 6_024, steps: 325_432),
            Product(flow: sna, model: otpless232, crashes: true, configurations: 9_072, steps: 493_428),
            Product(flow: sna, model: otpless30, crashes: true, configurations: 9_384, steps: 513_940),
            Product(
                flow: code, model: truecaller, channel: .faulty(capacity: 1), configurations: 3_482_892,
                steps: 50_624_998
            ),
            Product(flow: code, model: truecaller, crashes: true, configurations: 35_088_586, steps: 642_166_796),
            Product(flow: offline, model: ca22, channel: .faulty(), configurations: 1_587_534, steps: 23_348_424),
            Product(flow: offline, model: ca22, crashes: true, configurations: 1_843_412, steps: 30_653_143),
            Product(
                flow: smart, model: otpless209, channel: .faulty(capacity: 1), configurations: 3_147_375,
                steps: 92_810_306
            ),
            Product(
                flow: smart, model: otpless232, channel: .faulty(capacity: 1), configurations: 3_297_252,
                steps: 100_330_976
            ),
            Product(
                flow: smart, model: otpless209, channel: Channel(capacity: 1), crashes: true, configurations: 8_006_586,
                steps: 467_000_860),
            Product(
                flow: smart, model: otpless232, channel: Channel(capacity: 1), crashes: true, configurations: 8_412_168,
                steps: 495_102_703),
        ])
    func largerProducts(product: Product) throws { try expect(product) }

    @Test(
        "Flows whose counters end early hold rule 30 in thousands of configurations",
        arguments: [
            (SmallProduct.offline, 8_428), (.code, 18_268), (.smart, 28_572), (.smartAgain, 71_508),
        ])
    func smallProducts(product: SmallProduct, configurations: Int) throws {
        let exploration = try product.explored()
        #expect(exploration.isProved, "\(exploration.judgements.filter { $0.verdict != .proved })")
        #expect(exploration.configurations == configurations)
    }

    @Test(
        "Two of them hold rule 30 also where words are doubled, lost and reordered, and where the app dies",
        arguments: [
            (SmallProduct.code, 22_464, 20_256), (.smart, 31_092, 70_393),
        ])
    func smallProductsWithFaults(product: SmallProduct, faulty: Int, crashing: Int) throws {
        let explorations = try [
            product.explored(through: .faulty(capacity: 1)), product.explored(crashing: true),
        ]
        for exploration in explorations {
            #expect(exploration.isProved, "\(exploration.judgements.filter { $0.verdict != .proved })")
        }
        #expect(explorations.map(\.configurations) == [faulty, crashing])
    }
}
