import ProviderFiles

/// A naive handler (an app's sign-in code as one writes it from the provider's page) with a model of its SDK, and the shipped flow that
/// runs beside it as a shadow: hears the same, and performs nothing.
package struct ShadowedProduct: CustomStringConvertible, Sendable {
    /// The flow's name.
    package let flow: String
    /// The text of the naive handler, which is a flow too.
    private let handler: String
    /// The name of the shipped flow's file.
    private let flowFile: String
    /// The name of the file of the SDK's shipped model.
    private let modelFile: String

    package var description: String { "\(flow) beside \(modelFile)" }

    package static let all = [
        ShadowedProduct(
            flow: "OTPlessSNA", handler: NaiveHandler.otplessSNA, flowFile: "SNA.flow", modelFile: "SDK-2.3.2.provider"),
        ShadowedProduct(
            flow: "OTPlessSNA", handler: NaiveHandler.otplessSNA, flowFile: "SNA.flow", modelFile: "SDK-2.0.9.provider"),
        ShadowedProduct(
            flow: "OTPlessSmartAuth", handler: NaiveHandler.otplessSmartAuth, flowFile: "SmartAuth.flow",
            modelFile: "SDK-2.3.2.provider"),
        ShadowedProduct(
            flow: "OTPlessSmartAuth", handler: NaiveHandler.otplessSmartAuth, flowFile: "SmartAuth.flow",
            modelFile: "SDK-2.0.9.provider"),
        ShadowedProduct(
            flow: "TruecallerOTP", handler: NaiveHandler.truecallerOTP, flowFile: "OTP.flow",
            modelFile: "SDK-0.2.provider"),
    ]

    /// The names of the shipped flows, each once.
    package static let flows = Set(all.map(\.flow)).sorted()

    /// - Parameter answers: which answers of its backend the handler tells the shadow.
    /// - Throws: `UnsoundSystem` where `check` refuses the handler, the flow or the model.
    package func trial(telling answers: ToldAnswers) throws -> ShadowTrial {
        var app = SystemText(flow: handler, models: [Self.text(named: modelFile, among: ShippedFile.models)])
        app.behaviors = [.afterEnd]
        let flow = SystemText(flow: Self.text(named: flowFile, among: ShippedFile.flows))
        return try ShadowTrial(
            LoadedSystem(app), shadowedBy: LoadedSystem(flow), telling: answers, foreign: UnmodelledCallbacks.all)
    }

    private static func text(named name: String, among files: [ShippedFile]) -> String {
        guard let file = files.first(where: { $0.name == name }) else { preconditionFailure("no file \(name)") }
        return String(decoding: file.bytes, as: UTF8.self)
    }
}
