import KeywayCore
import KeywayLog
import KeywayOrchestrator
import ProviderFlows

/// Performs what `OfflineOTP` orders with the fake SDK, as an app's adapter does with the real one.
///
/// Each block, which is a closure that the SDK calls back, captures the attempt of its call, and delivers it with its report.
struct FakeAdapter: OfflineOTP.Effects {
    let sdk: FakeAuthenticationHandler
    let phone: Phone

    func readTypes(account: String) async throws -> OfflineOTP.ReadTypesReply {
        .typesRead(biometry: sdk.enabledTypes.contains(.biometric))
    }

    func generate(account: String, data: String?) async throws {
        let attempt = EffectOrder.current?.attempt
        let phone = phone
        let tell = { @Sendable (handler: String, response: FakeAuthenticationHandler.Response?) in
            var report: [String: RawValue] = ["handler": .text(handler)]
            report["status"] = response.map { .text($0.status) }
            report["otp"] = response?.otp.map { .text($0) }
            phone.deliver(.object(report), attempt: attempt)
        }
        sdk.generateOTP(
            properties: properties(data),
            FakeAuthenticationHandler.Blocks(
                success: { tell("success", $0) }, failure: { tell("failure", $0) },
                fallback: { tell("fallback", nil) }, cancel: { tell("cancel", nil) }))
    }

    func generateWithPIN(account: String, pin: String, data: String?) async throws -> OfflineOTP.GenerateWithPINReply {
        let response = sdk.generateOTP(userPIN: pin, properties: properties(data))
        guard response.status == FakeAuthenticationHandler.Response.success, let otp = response.otp else {
            return .refused(status: response.status)
        }
        return .generated(otp: otp)
    }

    func show(otp: String) async throws {
        phone.show(otp)
    }

    private func properties(_ data: String?) -> [String: String] {
        data.map { [FakeAuthenticationHandler.signingKey: $0] } ?? [:]
    }
}

/// The person's phone: the run that the app on it has begun, and the codes that its screen shows.
final class Phone: Sendable {
    private let run = Lock<Run<OfflineOTP>?>(nil)
    private let showing: AsyncStream<String>.Continuation
    /// The codes in the order in which they were shown.
    let codes: AsyncStream<String>

    init() {
        (codes, showing) = AsyncStream.makeStream()
    }

    func hold(_ run: Run<OfflineOTP>) { self.run.withLock { $0 = run } }

    /// Hands a report of the SDK to the run; before the app holds a run, it drops the report.
    func deliver(_ report: RawValue, attempt: Int?) {
        run.withLock { $0 }?.deliver(report, attempt: attempt)
    }

    func show(_ code: String) { showing.yield(code) }
}
