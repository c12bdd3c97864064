import Foundation

@testable import TerminalSignIn

/// The program as the build has made it, beside the tests.
enum BuiltProgram {
    struct Missing: Error {}

    static func url() throws -> URL {
        let bundles = [Bundle.main.bundleURL, Bundle.main.executableURL].compactMap { $0 }
        let arguments = CommandLine.arguments.map { URL(fileURLWithPath: $0) }
        for start in bundles + arguments {
            var folder = start
            // On macOS the tests lie deeper, in a bundle.
            for _ in 0..<6 {
                let candidate = folder.appendingPathComponent("TerminalSignIn")
                var isFolder: ObjCBool = false
                if FileManager.default.fileExists(atPath: candidate.path, isDirectory: &isFolder), !isFolder.boolValue {
                    return candidate
                }
                folder = folder.deletingLastPathComponent()
            }
        }
        throw Missing()
    }

    /// A folder for a new log, which does not exist yet.
    static func freshFolder() -> SignInFolder {
        let name = "keyway-terminal-\(UUID().uuidString)"
        return SignInFolder(log: FileManager.default.temporaryDirectory.appendingPathComponent(name).path)
    }

    static func remove(_ folder: SignInFolder) {
        for path in [folder.log, folder.log + ".server"] { try? FileManager.default.removeItem(atPath: path) }
    }
}
