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
            "\(flow) against \(model)" + (channel == Channel() ? "" : ", words doubled, lost and reordered")
                + (crashes ? ", with crashes" : "")
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
    private static let truecaller = "Truecaller/Models/SDK-0.2.provider"

    @Test(
        "Silent authentication holds rule 30",
        arguments: [
            Product(flow: sna, model: otpless209, configurations: 4_948, steps: 16_930),
            Product(flow: sna, model: otpless232, configurations: 7_153, steps: 24_683),
        ])
    func silentAuthentication(product: Product) throws { try expect(product) }

    @Test(
        "The larger products", .enabled(if: isOptimised),
        arguments: [
            Product(flow: sna, model: otpless209, channel: .faulty(), configurations: 9_454, steps: 57_493),
            Product(flow: sna, model: otpless232, channel: .faulty(), configurations: 17_788, steps: 116_304),
            Product(flow: sna, model: otpless209, crashes: true, configurations: 5_666, steps: 30_047),
            Product(flow: sna, model: otpless232, crashes: true, configurations: 8_222, steps: 44_057),
            Product(flow: "Truecaller/OTP.flow", model: truecaller, configurations: 952_638, steps: 3_175_824),
            Product(
                flow: "Truecaller/OTP.flow", model: truecaller, channel: .faulty(capacity: 1), configurations: 179_213,
                steps: 672_727),
            Product(
                flow: "Truecaller/OTP.flow", model: truecaller, crashes: true, configurations: 1_022_333,
                steps: 4_107_082),
            Product(flow: "OTPless/SmartAuth.flow", model: otpless209, configurations: 3_170_058, steps: 23_921_901),
            Product(flow: "OTPless/SmartAuth.flow", model: otpless232, configurations: 4_033_210, steps: 30_260_934),
        ])
    func largerProducts(product: Product) throws { try expect(product) }

    @Test("The code flow holds rule 30 where a person asks for one code, types once and the backend answers at once")
    func codeFlowWithSmallCounters() throws {
        let small = try Fixtures.shipped("Truecaller/OTP.flow")
            .replacing("sends: int 0...3", with: "sends: int 0...1").replacing("sends < 3", with: "sends < 1")
            .replacing("sends == 3", with: "sends == 1")
            .replacing("tries: int 0...5", with: "tries: int 0...1").replacing("tries < 5", with: "tries < 1")
            .replacing("tries == 5", with: "tries == 1")
            .replacing("checks: int 0...3", with: "checks: int 0...1").replacing("checks < 3", with: "checks < 1")
            .replacing("checks == 3", with: "checks == 1")
        let exploration = try explore(
            machine(small), against: model(Fixtures.shipped(Self.truecaller)), through: Channel(capacity: 1))
        #expect(exploration.isProved, "\(exploration.requirements.filter { $0.verdict != .proved })")
        #expect(exploration.configurations == 1_502)
    }
}
