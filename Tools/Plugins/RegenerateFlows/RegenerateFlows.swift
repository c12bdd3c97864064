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
            return Diagnostics.error("the plugin is called as 'swift package regenerate-flows --target TARGET'")
        }
        let tool = try context.tool(named: "FlowCompiler").url
        for target in try context.package.targets(named: names) {
            let specs = try SpecFile.rejectingNamesakes((target as? any SourceModuleTarget)?.specs ?? [])
            guard let module = target as? any SourceModuleTarget, !specs.isEmpty else {
                Diagnostics.error("\(target.name) has no .flow file")
                continue
            }
            let neighbourhood = Neighbourhood(
                own: specs, importable: module.importableSpecs, elsewhere: module.specsElsewhere(in: context.package))
            let folder = module.directoryURL.appending(path: "Generated")
            for spec in specs {
                let call = neighbourhood.arguments(for: spec, isPackable: target.asksForPackedRuns)
                let compiler = try Process.run(tool, arguments: ["--into", folder.path] + call)
                compiler.waitUntilExit()
                if compiler.terminationStatus != 0 {
                    Diagnostics.error("\(spec.file.lastPathComponent) was not generated")
                }
            }
            for file in leftovers(in: folder, of: specs) {
                Diagnostics.error("\(file.path) is of a flow that no spec of \(target.name) declares: remove it")
            }
        }
    }

    /// The generated files of flows that were renamed or removed: the target would still compile them.
    private func leftovers(in folder: URL, of specs: [SpecFile]) -> [URL] {
        let made = Set(specs.map { "\($0.flow).swift" })
        let files = (try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)) ?? []
        return files.filter { $0.pathExtension == "swift" && !made.contains($0.lastPathComponent) && $0.isGenerated }
            .sorted { $0.path < $1.path }
    }
}
