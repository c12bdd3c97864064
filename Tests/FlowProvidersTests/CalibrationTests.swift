import FlowFixtures
import FlowProviders
import Testing

/// Explorations of the flows and models in `Page`, which the first published page of the flow language had, with their sizes.
///
/// A size is a number of configurations and of steps. The sizes are the page's; where they are not, a comment says why.
@Suite("Calibration with the first page's sizes")
struct CalibrationTests {
    /// One exploration, and the size that it must have.
    struct Size: CustomTestStringConvertible, Sendable {
        var flow: String
        var model: String
        var channel = Channel()
        var configurations: Int
        var steps: Int

        var testDescription: String { "\(flow) against \(model), channel of \(channel.capacity)" }
    }

    private func expect(_ size: Size) throws {
        let exploration = try explore(
            machine(Fixtures.firstPage(size.flow)), against: model(Fixtures.firstPage(size.model)),
            through: size.channel)
        #expect(exploration.configurations == size.configurations)
        #expect(exploration.steps == size.steps)
        #expect(exploration.isProved, "\(exploration.judgements.filter { $0.verdict != .proved })")
    }

    /// The page has 2,036, 2,505, 3,494 and 5,895 configurations: it tells runs that have ended apart by the effects that were open when
    /// they ended. The steps are the page's.
    @Test(
        "Silent authentication against each SDK has the expected size, and is proved",
        arguments: [
            Size(flow: "OTPlessSNA.flow", model: "OTPless-2.0.9.provider", configurations: 1_613, steps: 8_419),
            Size(flow: "OTPlessSNA.flow", model: "OTPless-2.3.2.provider", configurations: 1_984, steps: 10_475),
            Size(
                flow: "OTPlessSNA.flow", model: "OTPless-2.0.9.provider", channel: .faulty(), configurations: 2_796,
                steps: 21_556),
            Size(
                flow: "OTPlessSNA.flow", model: "OTPless-2.3.2.provider", channel: .faulty(), configurations: 4_717,
                steps: 37_934),
        ])
    func silentAuthentication(size: Size) throws { try expect(size) }

    /// The page has 550,203 and 95,617 configurations for Truecaller: it tells runs that have ended apart by the effects that were open when
    /// they ended, and by whether the variable `token` is present, because a guard reads an event's field of that name. No guard reads the
    /// variable. The page's steps, 1,787,046 and 371,743, are fewer: an exploration now follows more than the page says can happen.
    @Test(
        "Truecaller's code and SmartAuth beside their SDKs have the expected size, and are proved",
        .enabled(if: isOptimised),
        arguments: [
            Size(
                flow: "TruecallerOTP.flow", model: "Truecaller-0.2.provider", configurations: 413_542, steps: 1_957_414),
            Size(
                flow: "TruecallerOTP.flow", model: "Truecaller-0.2.provider", channel: .faulty(capacity: 1),
                configurations: 71_794, steps: 402_203),
            Size(
                flow: "OTPlessSmartAuth.flow", model: "OTPless-2.0.9.provider", configurations: 845_895,
                steps: 8_142_569),
            Size(
                flow: "OTPlessSmartAuth.flow", model: "OTPless-2.3.2.provider", configurations: 807_060,
                steps: 7_743_215),
        ])
    func largeProducts(size: Size) throws { try expect(size) }

    /// The page has 15 configurations for silent authentication, and 571 configurations and 4,518 steps for Truecaller: it tells ended runs
    /// apart as above, and counts each callback with every value of its fields, also of those that no guard reads.
    @Test(
        "A flow that is explored without a model has the expected size, and is proved",
        arguments: [("OTPlessSNA.flow", 13, 109), ("TruecallerOTP.flow", 409, 3_019)])
    func alone(flow: String, configurations: Int, steps: Int) throws {
        let exploration = try explore(machine(Fixtures.firstPage(flow)))
        #expect(exploration.configurations == configurations)
        #expect(exploration.steps == steps)
        #expect(exploration.isProved)
    }
}
