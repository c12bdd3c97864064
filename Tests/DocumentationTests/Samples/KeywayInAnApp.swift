import Foundation
import Keyway
import ProviderFlows

/// Makes the folder that the log's own folder stands in; call it before the log is opened.
func prepare(_ parent: URL) throws {
    try FileManager.default.createDirectory(at: parent, withIntermediateDirectories: true)
    #if canImport(Darwin)
        var excluded = URLResourceValues()
        excluded.isExcludedFromBackup = true
        var folder = parent
        try folder.setResourceValues(excluded)
    #endif
    #if os(iOS)
        try FileManager.default.setAttributes(
            [.protectionKey: FileProtectionType.completeUntilFirstUserAuthentication], ofItemAtPath: parent.path)
    #endif
}

/// Keeps one text on this device alone: in an app, in the keychain as `kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly`.
protocol MarkStore: Sendable {
    func read() throws -> String?
    func write(_ text: String) throws
}

func openLog(at folder: URL, marks: any MarkStore) throws -> FileLog {
    let expected = try marks.read().flatMap { FileLog.Mark($0) }
    // A log without a mark came from another device, or is left from before the app was installed.
    if expected == nil { try moveAway(folder) }
    let log: FileLog
    do {
        log = try FileLog(folder.path, expecting: expected, ifDamaged: .beginAnewBeside)
    } catch {
        switch error {
        // An old copy: nobody goes on with its runs, and people sign in with a new log.
        case .behind, .anotherLog: try moveAway(folder)
        default: throw error
        }
        log = try FileLog(folder.path)
    }
    try marks.write("\(log.mark)")
    return log
}

private func moveAway(_ folder: URL) throws {
    guard FileManager.default.fileExists(atPath: folder.path) else { return }
    try FileManager.default.moveItem(at: folder, to: folder.appendingPathExtension("old-\(UUID())"))
}

@MainActor
struct SignInView {
    let orchestrator: Orchestrator
    let login = RunModel<PhoneLogin>()

    func appear() async { await login.begin(in: orchestrator, reference: "sign-in") }
    var asksForCode: Bool { login.situation?[.smart]?.context.leg == .otp }
    /// How long the code in hand may still be good.
    var codeLife: Duration? { login.situation?[.smart]?.timeLeft(until: .inHand, at: orchestrator.now) }
    func submit(_ code: String) { login.send(.submitCode(code: code), to: .smart) }
    func leave() { login.send(.cancel) }
}
