import Foundation
import PackagePlugin

/// Writes a target's flows as Swift into the target's folder `Generated`, for teams that keep generated code in their repository.
///
///     swift package regenerate-flows --target SignIn
@main
struct RegenerateFlows: CommandPlugin {
    func performCommand(context: PluginContext, arguments: [String]) throws {
        var extractor = ArgumentExtractor(arguments)
        let names = extractor.extractOption(named: "target")
        guard !names.isEmpty, extractor.remainingArguments.isEmpty else {
            return Diagnostics.error("it is called as 'swift package regenerate-flows --target TARGET'")
        }
        let tool = try context.tool(named: "FlowCompiler").url
        for target in try context.package.targets(named: names) {
            let specs = Self.specs(in: target.directoryURL)
            if specs.isEmpty { Diagnostics.error("\(target.name) has no .flow file") }
            for spec in specs {
                let folder = target.directoryURL.appending(path: "Generated")
                // The compiler looks up the flows of sub-flows in the other specs.
                let others = specs.filter { $0 != spec }.flatMap { ["--beside", $0.path] }
                let compiler = try Process.run(tool, arguments: ["--into", folder.path] + others + [spec.path])
                compiler.waitUntilExit()
                if compiler.terminationStatus != 0 {
                    Diagnostics.error("\(spec.lastPathComponent) was not generated")
                }
            }
        }
    }

    /// The specs below the folder, in the order of their paths.
    private static func specs(in folder: URL) -> [URL] {
        let found = FileManager.default.enumerator(
            at: folder, includingPropertiesForKeys: nil, options: .skipsHiddenFiles)
        let files = (found?.allObjects ?? []).compactMap { $0 as? URL }.filter { $0.pathExtension == "flow" }
        return files.sorted { $0.path < $1.path }
    }
}
