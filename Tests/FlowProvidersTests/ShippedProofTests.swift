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
    private static let offline = "CAStrongAuthentication/OfflineOTP.flow"
    private static let ca22 = "CAStrongAuthentication/Models/SDK-2.2.provider"
    private static let truecaller = "Truecaller/Models/SDK-0.2.provider"

    @Test(
        "Silent authentication holds rule 30",
        arguments: [
            Product(flow: sna, model: otpless209, configurations: 5_104, steps: 17_420),
            Product(flow: sna, model: otpless232, configurations: 7_337, steps: 25_241),
        ])
    func silentAuthentication(product: Product) throws { try expect(product) }

    @Test(
        "The larger products", .enabled(if: isOptimised),
        arguments: [
            Product(flow: sna, model: otpless209, channel: .faulty(), configurations: 9_802, steps: 59_741),
            Product(flow: sna, model: otpless232, channel: .faulty(), configurations: 18_382, steps: 120_293),
            Product(flow: sna, model: otpless209, crashes: true, configurations: 5_822, steps: 30_769),
            Product(flow: sna, model: otpless232, crashes: true, configurations: 8_406, steps: 44_879),
            Product(flow: "Truecaller/OTP.flow", model: truecaller, configurations: 952_638, steps: 3_175_824),
            Product(
                flow: "Truecaller/OTP.flow", model: truecaller, channel: .faulty(capacity: 1), configurations: 179_213,
                steps: 672_727),
            Product(
                flow: "Truecaller/OTP.flow", model: truecaller, crashes: true, configurations: 1_022_333,
                steps: 4_107_082),
            Product(flow: offline, model: ca22, configurations: 1_311_698, steps: 6_098_911),
            Product(flow: offline, model: ca22, channel: .faulty(), configurations: 1_519_982, steps: 9_830_174),
            Product(flow: offline, model: ca22, crashes: true, configurations: 1_311_804, steps: 7_322_276),
            Product(flow: "OTPless/SmartAuth.flow", model: otpless209, configurations: 3_210_986, steps: 24_177_239),
            Product(flow: "OTPless/SmartAuth.flow", model: otpless232, configurations: 4_080_375, steps: 30_552_618),
        ])
    func largerProducts(product: Product) throws { try expect(product) }

    @Test("The offline code holds rule 30 where a person refuses one PIN and makes one code")
    func offlineCodeWithSmallCounters() throws {
        let small = try Fixtures.shipped(Self.offline)
            .replacing("tries: int 0...3", with: "tries: int 0...1").replacing("tries < 3", with: "tries < 1")
            .replacing("tries == 3", with: "tries == 1")
            .replacing("codes: int 0...5", with: "codes: int 0...1").replacing("codes < 5", with: "codes < 1")
            .replacing("codes == 5", with: "codes == 1")
        let exploration = try explore(
            machine(small), against: model(Fixtures.shipped(Self.ca22)), through: Channel(capacity: 1))
        #expect(exploration.isProved, "\(exploration.requirements.filter { $0.verdict != .proved })")
        #expect(exploration.configurations == 13_952)
    }

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
