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
    let expected = try marks.read().flatMap { LogMark($0) }
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
final class SignInModel {
    private(set) var state: OTPlessSNA.State?
    private let orchestrator: Orchestrator

    init(_ orchestrator: Orchestrator) { self.orchestrator = orchestrator }

    /// The run that goes on, perhaps from an earlier process, or else a new one.
    func run(for reference: String) async throws -> Run<OTPlessSNA> {
        let running = orchestrator.runs(of: OTPlessSNA.self, reference: reference)
        if let first = running.first { return first }
        return try await orchestrator.begin(OTPlessSNA.self, reference: reference)
    }

    /// The body of a view's `.task`. It ends with the view, and the run does not.
    func follow(_ run: Run<OTPlessSNA>) async throws {
        for try await situation in run.situations { state = situation.state }
    }

    /// What the button does that leaves the login.
    func leave(_ run: Run<OTPlessSNA>) async throws {
        try await run.send(.cancel)
    }
}
