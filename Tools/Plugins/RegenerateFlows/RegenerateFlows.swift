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
        }
    }
}
