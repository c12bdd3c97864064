import Foundation

/// Asks the `swiftc` of this machine whether generated files would compile.
struct TypeChecking {
    /// The folder of the built modules, beside the executable of these tests; nil where they do not lie there.
    private static let modules: URL? = {
        let folder = Bundle.main.executableURL?.deletingLastPathComponent().appending(path: "Modules")
        return folder.flatMap {
            FileManager.default.fileExists(atPath: $0.appending(path: "Keyway.swiftmodule").path) ? $0 : nil
        }
    }()

    static var isPossible: Bool { modules != nil }

    /// The errors in a module of these files, each beginning with its file.
    ///
    /// - Parameters:
    ///   - others: other modules that the files import, a module behind those that it imports itself.
    ///   - countingWarnings: whether a warning counts as an error.
    static func errors(
        in files: [String: String], beside others: [(module: String, files: [String: String])] = [],
        countingWarnings: Bool = false
    ) throws -> [String] {
        let folder = FileManager.default.temporaryDirectory.appending(path: "odd-names-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let warnings = countingWarnings ? "-warnings-as-errors" : "-suppress-warnings"
        for other in others {
            let errors = try compile(
                other.files, called: other.module, in: folder, by: ["-emit-module", "-parse-as-library", warnings])
            if !errors.isEmpty { return errors }
        }
        return try compile(files, called: "OddNames", in: folder, by: ["-typecheck", warnings])
    }

    /// Has the compiler read the files of a module, which may import modules in the folder, and returns its errors.
    private static func compile(
        _ files: [String: String], called module: String, in folder: URL, by mode: [String]
    ) throws -> [String] {
        let sources = folder.appending(path: "Sources-\(module)")
        try FileManager.default.createDirectory(at: sources, withIntermediateDirectories: true)
        for (name, text) in files { try Data(text.utf8).write(to: sources.appending(path: name)) }
        let said = sources.appending(path: "said.txt")
        try Data().write(to: said)
        let output = try FileHandle(forWritingTo: said)
        let compiler = Process()
        compiler.executableURL = URL(filePath: "/usr/bin/env")
        compiler.currentDirectoryURL = sources
        compiler.arguments =
            ["swiftc"] + mode + [
                "-wmo", "-swift-version", "6", "-module-name", module,
                "-enable-upcoming-feature", "ExistentialAny", "-enable-upcoming-feature", "InternalImportsByDefault",
                "-enable-upcoming-feature", "MemberImportVisibility", "-I", modules?.path ?? "", "-I", folder.path,
            ] + (mode.contains("-emit-module") ? ["-o", folder.appending(path: "\(module).swiftmodule").path] : [])
            + files.keys.sorted()
        compiler.standardError = output
        compiler.standardOutput = output
        try compiler.run()
        compiler.waitUntilExit()
        let lines = String(decoding: try Data(contentsOf: said), as: UTF8.self).split(separator: "\n").map(String.init)
        let errors = lines.filter { $0.contains("error:") && !$0.hasPrefix(" ") }
        // A compiler that fails without an error line has failed as well.
        return compiler.terminationStatus == 0 || !errors.isEmpty ? errors : lines + ["error: no reason"]
    }
}
