import FlowFixtures
import FlowLanguage
import FlowMachine
import FlowProviders
import KeywayCore
import TestThreads
import Testing

/// The sign-in by phone, with the flows that it runs as its ways to sign in, and the SDKs that these flows call.
@Suite("What is proved of PhoneLogin with its legs", .longComputation)
struct ShippedParentTests {
    /// PhoneLogin with these ways in this order, by their names in the flow, and with its own values for what its ways are begun with.
    ///
    /// - Parameters:
    ///   - count: how many sends and tries each way has; nil for the flow's own values.
    ///   - change: what is changed in the flow's text.
    private func phoneLogin(
        _ order: [String] = ["silent", "smart", "truecaller", "offline"], counting count: Int64? = nil,
        _ change: (String) -> String = { $0 }
    ) throws -> Machine {
        let machine = try Fixtures.phoneLogin(change)
        let enumeration = try #require(machine.enumerations.first { $0.name == "Way" })
        var choice: [Int: Value] = [:]
        for parameter in machine.parameters {
            let variable = machine.variables[parameter]
            choice[parameter] = variable.initial
            if let count, case .integer = variable.field.kind { choice[parameter] = .integer(count) }
        }
        for (parameter, way) in zip(machine.parameters, order) {
            choice[parameter] = .enumCase(try #require(enumeration.cases.firstIndex { $0.name == way }))
        }
        return machine.fixing(choice)
    }

    /// An order with SmartAuth as the last way, which `withSilentWay` leaves out.
    private static let smartLast = ["silent", "truecaller", "offline", "smart"]
    /// PhoneLogin that fails where SmartAuth's turn would be, and goes to Truecaller's code in place of one tap.
    private static func withSilentWay(_ flow: String) -> String {
        flow.changing("when way == smart  -> bySmart", to: "when way == smart  -> failed")
            .changing("nonce present -> byOneTap", to: "nonce present -> byTruecaller")
    }

    @Test("PhoneLogin's silent way holds rule 30 beside the SDK, where one tap and SmartAuth are never tried")
    func silentWay() throws {
        let flow = try phoneLogin(Self.smartLast, Self.withSilentWay)
        let exploration = try explore(flow, against: Fixtures.models(["OTPless/Models/SDK-2.3.2"]))
        #expect(exploration.isProved, "\(exploration.judgements.filter { $0.verdict != .proved })")
        #expect(exploration.configurations == 32_044)
        #expect(exploration.steps == 684_875)
        #expect(exploration.unmodelledSources == ["oneTap.truecaller", "truecaller.truecaller", "offline.ca"])
    }

    @Test("Where the app may die and come back, PhoneLogin's silent way begins no `once` effect twice")
    func silentWayWithCrashes() throws {
        // After a restart the person does not begin anew with other ways. `allWaysWithCrashes` explores that, in optimised builds.
        let flow = try phoneLogin(Self.smartLast, counting: 1) {
            Self.withSilentWay($0).changing(
                "on restored when not withValues -> idle", to: "ignore restored when not withValues")
        }
        // No model speaks for the SDKs of the other ways, so any of their callbacks may come, also what `other` claims cannot.
        let exploration = try explore(flow, against: Fixtures.models(["OTPless/Models/SDK-2.3.2"]), crashing: true)
        let others = exploration.judgements.filter { $0.verdict != .proved && $0.name != "30.vi" }
        #expect(others.isEmpty, "\(others)")
        #expect(exploration.verdict(on: "nothing that is done once is begun twice") == .proved)
        #expect(exploration.configurations == 330_302)
        #expect(exploration.steps == 16_273_876)
    }

    @Test("Every order of the ways is proved with sub-flows that end at any moment")
    func everyOrder() throws {
        let exploration = try explore(Fixtures.phoneLogin())
        #expect(exploration.isProved, "\(exploration.judgements.filter { $0.verdict != .proved })")
    }

    @Test("To be proved are every order without models, and PhoneLogin's own order beside each OTPless")
    func combinations() throws {
        let models = try Fixtures.models([
            "CAStrongAuthentication/Models/SDK-2.2", "OTPless/Models/SDK-2.0.9", "OTPless/Models/SDK-2.3.2",
            "Truecaller/Models/SDK-0.2",
        ])
        let proofs = try Proof.all(of: Fixtures.phoneLogin(), among: models)
        #expect(
            proofs.map { $0.models.map(\.version.content) } == [[], ["2.2", "2.0.9", "0.2"], ["2.2", "2.3.2", "0.2"]])
        // Beside models the order and the numbers are fixed; the durations stay parameters.
        #expect(proofs.map(\.flow.parameters.count) == [17, 6, 6])
    }

    /// Without faults README has the figures, which `.ci/release` compares.
    ///
    /// Where the app came back without its values, a second one-tap may begin, and what Truecaller still tells of the first one may come
    /// before the second one is open.
    @Test(
        "All of PhoneLogin's ways, with a send and a try each, are proved where the app may die and come back",
        .enabled(if: isOptimised))
    func allWaysWithCrashes() throws {
        let exploration = try explore(
            phoneLogin(counting: 1),
            against: Fixtures.models([
                "CAStrongAuthentication/Models/SDK-2.2", "OTPless/Models/SDK-2.3.2", "Truecaller/Models/SDK-0.2",
            ]), through: Channel(capacity: 1), crashing: true)
        let others = exploration.judgements.filter { $0.verdict != .proved }
        #expect(others.isEmpty, "\(others)")
        #expect(exploration.configurations == 25_236_427)
    }
}
