import FlowFixtures
import FlowMachine
import FlowProviders
import KeywayCore
import TestThreads
import Testing

/// How much larger the proof of a shipped flow is because it holds for every value of a parameter.
@Suite("A parameter costs the proof of a shipped flow little", .longComputation)
struct ParameterGrowthTests {
    /// A flow, and the model beside which it is explored; without one any event may come at any moment.
    struct Product: CustomTestStringConvertible, Sendable {
        var flow: String
        var model: String?

        var testDescription: String { flow + (model.map { " against \($0)" } ?? " alone") }
    }

    private static let powerAuth = "PowerAuth/Models/SDK-2.provider"

    /// The flows with a parameter that is a bool, an int or an enum, where they are explored in seconds. A flow that counts tries up to
    /// such a parameter, in place of down from it, has each value apart and fails. So does PhoneLogin, which is not among them: each order
    /// of its ways is searched by itself, so that each of the four parameters that name the order costs four times.
    @Test(
        "With a parameter free at most three times as much is explored as with its greatest value alone",
        arguments: [
            Product(flow: "OfflineOTP"), Product(flow: "TruecallerOTP"),
            Product(flow: "PowerAuthBiometry"), Product(flow: "PowerAuthBiometry", model: powerAuth),
            Product(flow: "PowerAuthOffline"), Product(flow: "PowerAuthOffline", model: powerAuth),
            Product(flow: "PowerAuthTokenRemoval"), Product(flow: "PowerAuthTokenRemoval", model: powerAuth),
        ])
    func growth(product: Product) throws {
        let machine = try ShippedFlows.named(product.flow).machine
        let models = try product.model.map { [try model(Fixtures.shipped($0))] } ?? []
        let free = try explore(machine, against: models)
        #expect(free.isComplete)
        #expect(!machine.parameterValues.isEmpty)
        for (parameter, values) in machine.parameterValues {
            let greatest = try #require(values.last)
            let fixed = try explore(machine, choosing: [parameter: greatest], against: models)
            let (name, all, alone) = (
                machine.variables[parameter].field.name, free.configurations, fixed.configurations
            )
            #expect(fixed.isComplete && all <= 3 * alone, "\(name): \(all), and \(alone) with \(greatest)")
        }
    }
}
