import Foundation
import PackagePlugin

/// Makes Swift of every flow in a target's folder.
///
/// In a package a test target also gets tests (a suite and a readable `switch`) of each flow in its own folder, and in the folders of the
/// package's targets on which it depends.
@main
struct GenerateFlows: BuildToolPlugin {
    func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
        guard let target = target as? any SourceModuleTarget else { return [] }
        let tool = try context.tool(named: "FlowCompiler").url
        let own = try target.ownSpecs()
        let others = target.importableSpecs
        let tested = target.kind == .test ? target.dependencies.compactMap(\.module).filter(\.canHaveFlows) : []
        let testedSpecs = tested.flatMap { SpecFile.all(in: $0.directoryURL, of: $0.moduleName) }
        let siblings = try SpecFile.rejectingNamesakes(own + testedSpecs)
        func calls(_ product: CompilerCall.Product, of specs: [SpecFile], in owner: any Target) -> [CompilerCall] {
            specs.map {
                CompilerCall(
                    product: product, spec: $0, neighbours: own + others, siblings: siblings,
                    isPackable: owner.asksForPackedRuns)
            }
        }
        var all = calls(.flow, of: own, in: target)
        if target.kind == .test {
            all += calls(.tests(module: nil), of: own, in: target)
            for module in tested {
                let specs = siblings.filter { $0.module == module.moduleName }
                all += calls(.tests(module: module.moduleName), of: specs, in: module)
            }
        }
        try all.checkOutputNames(against: target.sourceFiles(withSuffix: "swift").map(\.url))
        try all.checkSubFlows(of: target.name) {
            // A library alone can be a dependency of each target.
            context.package.targets.compactMap { $0 as? any SourceModuleTarget }
                .filter { $0.id != target.id && $0.kind == .generic }
                .map { ($0.name, SpecFile.all(in: $0.directoryURL)) }
        }
        return try all.map { try $0.command(by: tool, into: context.pluginWorkDirectoryURL) }
    }
}

extension TargetDependency {
    /// The target of this package that is depended on; nil for a product of another package.
    fileprivate var module: (any SourceModuleTarget)? {
        guard case .target(let target) = self else { return nil }
        return target as? any SourceModuleTarget
    }
}

#if canImport(XcodeProjectPlugin)
    import XcodeProjectPlugin

    /// In an Xcode project only flows are made, with sub-flows among the target's own files: Xcode tells a plugin neither the folder of
    /// a target nor the files of the targets on which it depends, so that no tests of their flows can be made.
    extension GenerateFlows: XcodeBuildToolPlugin {
        func createBuildCommands(context: XcodePluginContext, target: XcodeTarget) throws -> [Command] {
            let tool = try context.tool(named: "FlowCompiler").url
            let files = target.inputFiles.map(\.url).filter { $0.pathExtension == "flow" }
            let specs = try SpecFile.rejectingNamesakes(files.map { SpecFile($0) })
            let sources = target.inputFiles.map(\.url).filter { $0.pathExtension == "swift" }
            let isPackable = target.dependencies.contains { dependency in
                if case .product(let product) = dependency { product.name == "KeywayPacked" } else { false }
            }
            let calls = specs.map {
                CompilerCall(
                    product: .flow, spec: $0, neighbours: specs, siblings: specs, isPackable: isPackable)
            }
            try calls.checkOutputNames(against: sources)
            return try calls.map { try $0.command(by: tool, into: context.pluginWorkDirectoryURL) }
        }
    }
#endif
