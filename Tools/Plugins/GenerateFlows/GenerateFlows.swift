import Foundation
import PackagePlugin

/// Makes Swift of every flow in a target's folder; a test target gets the readable switch of the flows that it tests.
@main
struct GenerateFlows: BuildToolPlugin {
    func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
        guard let target = target as? any SourceModuleTarget else { return [] }
        let tool = try context.tool(named: "FlowCompiler").url
        let own = try SpecFile.onePerName(SpecFile.all(in: target.directoryURL))
        var commands = own.map { $0.command(by: tool, into: context.pluginWorkDirectoryURL) }
        guard target.kind == .test else { return commands }
        for tested in target.dependencies.compactMap(\.module) {
            let specs = try SpecFile.onePerName(SpecFile.all(in: tested.directoryURL))
            commands += specs.map {
                $0.command(by: tool, into: context.pluginWorkDirectoryURL, asSwitchFor: tested.moduleName)
            }
        }
        return commands
    }
}

extension TargetDependency {
    /// The target of this package that is depended on.
    fileprivate var module: (any SourceModuleTarget)? {
        guard case .target(let target) = self else { return nil }
        return target as? any SourceModuleTarget
    }
}

#if canImport(XcodeProjectPlugin)
    import XcodeProjectPlugin

    extension GenerateFlows: XcodeBuildToolPlugin {
        func createBuildCommands(context: XcodePluginContext, target: XcodeTarget) throws -> [Command] {
            let tool = try context.tool(named: "FlowCompiler").url
            let specs = target.inputFiles.map(\.url).filter { $0.pathExtension == "flow" }.map(SpecFile.init)
            return try SpecFile.onePerName(specs).map {
                $0.command(by: tool, into: context.pluginWorkDirectoryURL)
            }
        }
    }
#endif
