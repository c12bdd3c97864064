import Foundation
import Keyway

/// A visitor mistypes the code and the app is closed; the app's next start goes on with the same visit, and the code is right.
@main
enum Example {
    static func main() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "SignInExample").path
        for code in ["1234", "2718"] {
            let app = try await App(keepingIn: folder)
            try await enter(code, in: app.visit("front door"))
            try await app.orchestrator.shutDown()
        }
    }

    /// Shows each screen of a visit, types the code once, and leaves when the visit ends or the code was wrong.
    static func enter(_ code: String, in visit: Run<Visit>) async throws {
        var hasTyped = false
        for try await situation in visit.situations {
            let door = situation[.code]
            print(situation.state, door.map { "\($0.state), \($0.context.tries) wrong" } ?? "")
            switch (situation.state, door?.state) {
            case (.outside, _): tell(try await visit.send(.useCode))
            case (.typing, .waiting) where hasTyped: return
            case (.typing, .waiting):
                hasTyped = true
                tell(try await visit.send(.submit(code: code), to: .code))
            default: break
            }
        }
    }

    /// Says so where the flow refuses a command: the visit has gone on in the meantime.
    private static func tell(_ answer: CommandAnswer) {
        if answer != .accepted { print(answer) }
    }
}
