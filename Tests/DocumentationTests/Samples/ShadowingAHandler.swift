import Keyway
import ProviderFlows

final class SilentSignIn: Sendable {
    let shadow: Shadow<OTPlessSNA>

    init(_ log: FileLog) { shadow = Shadow(of: OTPlessSNA.self, in: log) }

    func begin(_ requestId: String) {
        shadow.asked(.start(requestId: requestId), reference: "sign-in 17")
        // The handler's own call of the SDK.
    }

    func onResponse(_ response: RawValue) {
        shadow.heard(response)
        // What the handler makes of it.
    }

    func giveUp() {
        shadow.ended(.failed("timeout"))
        // What the person sees.
    }
}
