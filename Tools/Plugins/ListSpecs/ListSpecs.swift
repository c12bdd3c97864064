import Foundation
import PackagePlugin

/// Lists what lies in a target's folder, so that nobody keeps such a list by hand.
///
/// A target that has the target `KeywayCore` among its own dependencies has its flows generated as Swift: their list is `all`, in an
/// extension of the type that has the module's name. Any other target gets three lists of its flows, models and transcripts, with their
/// texts, in an extension of `ShippedFile`.
@main
struct ListSpecs: BuildToolPlugin {
    func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
        guard let target = target as? any SourceModuleTarget else { return [] }
        let listsFlows = target.dependencies.contains { dependency in
            if case .target(let other) = dependency { other.name == "KeywayCore" } else { false }
        }
        let endings: Set<String> = listsFlows ? ["flow"] : ["flow", "provider", "jsonl"]
        let found = FileManager.default.enumerator(
            at: target.directoryURL, includingPropertiesForKeys: nil, options: .skipsHiddenFiles)
        let files = (found?.allObjects ?? []).compactMap { $0 as? URL }
            .filter { endings.contains($0.pathExtension) }
            .sorted { $0.path < $1.path }
        let list = context.pluginWorkDirectoryURL.appending(path: "\(target.moduleName)+List.swift")
        let option = listsFlows ? ["--flows-of", target.moduleName] : ["--files"]
        return [
            .buildCommand(
                displayName: "Listing the specs of \(target.moduleName)",
                executable: try context.tool(named: "FlowCompiler").url,
                arguments: ["list"] + option + [list.path] + files.map(\.path),
                inputFiles: files, outputFiles: [list])
        ]
    }
}
