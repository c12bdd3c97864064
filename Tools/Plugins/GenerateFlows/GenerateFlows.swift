import Foundation
import PackagePlugin

/// Makes Swift of every flow in a target's folder; a test target gets a suite and a readable switch of each flow in its own
/// folder and in the folders of the targets that it tests.
@main
struct GenerateFlows: BuildToolPlugin {
    func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
        guard let target = target as? any SourceModuleTarget else { return [] }
        let tool = try context.tool(named: "FlowCompiler").url
        let own = try SpecFile.onePerName(SpecFile.all(in: target.directoryURL))
        let others = target.recursiveTargetDependencies.flatMap { SpecFile.all(in: $0.directoryURL) }
        var products = own.map { (CompilerCall.Product.flow, $0) }
        if target.kind == .test {
            products += own.map { (.tests(module: nil), $0) }
            for tested in target.dependencies.compactMap(\.module) {
                products += try SpecFile.onePerName(SpecFile.all(in: tested.directoryURL)).map {
                    (.tests(module: tested.moduleName), $0)
                }
            }
        }
        return products.map { product, spec in
            CompilerCall(product: product, spec: spec, neighbours: own + others)
                .command(by: tool, into: context.pluginWorkDirectoryURL)
        }
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
            let files = target.inputFiles.map(\.url).filter { $0.pathExtension == "flow" }
            let specs = try SpecFile.onePerName(files.map(SpecFile.init))
            return specs.map {
                CompilerCall(product: .flow, spec: $0, neighbours: specs)
                    .command(by: tool, into: context.pluginWorkDirectoryURL)
            }
        }
    }
#endif
