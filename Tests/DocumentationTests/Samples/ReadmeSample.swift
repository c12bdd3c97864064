import Keyway
import ProviderFlows

struct SignIn: OTPlessSNA.Effects {
    func begin(requestId: String) async throws {}  // the SDK's start(), in a Task that `stop` can cancel
    func stop() async throws {}  // cancels that Task
    func checkStatus(requestId: String) async throws -> OTPlessSNA.CheckStatusReply {
        .confirmed  // what your backend says
    }
}

func signIn(_ requestId: String, keepingIn folder: String) async throws -> OTPlessSNA.State? {
    let log = try FileLog(folder)  // an app opens both once, for all its runs
    let orchestrator = try await Orchestrator(log, serving: [Orchestrator.Service { _, _ in SignIn() }])
    let run = try await orchestrator.begin(OTPlessSNA.self, reference: "support case 17")
    run.deliver(.object(["responseType": .text("SDK_READY")]))  // from any thread; it never waits
    guard try await run.send(.start(requestId: requestId)) == .accepted else { return nil }
    var last: OTPlessSNA.State?
    for try await situation in run.situations { last = situation.state }
    return last
}
