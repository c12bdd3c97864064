import Foundation
import PackagePlugin

/// Makes Swift of every flow in a target's folder.
///
/// In a package a test target also gets tests (a suite and a readable `switch`) of each flow in its own folder, and in the folders of the
/// package's targets on which it depends directly.
@main
struct GenerateFlows: BuildToolPlugin {
    func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
        guard let target = target as? any SourceModuleTarget else { return [] }
        let tool = try context.tool(named: "FlowCompiler").url
        let tested = target.kind == .test ? target.dependencies.compactMap(\.module).filter(\.canHaveFlows) : []
        let specs = target.specs
        // The files that are made of the specs lie in one folder.
        let siblings = try SpecFile.rejectingNamesakes(specs + tested.flatMap(\.specs))
        let elsewhere = target.specsElsewhere(in: context.package)
        func calls(
            _ product: CompilerCall.Product, in owner: any SourceModuleTarget, importing importable: [SpecFile]
        ) -> [CompilerCall] {
            let own = siblings.filter { $0.module == owner.moduleName }
            let neighbourhood = Neighbourhood(
                own: own, importable: importable, tested: siblings, elsewhere: elsewhere)
            return own.map {
                CompilerCall(
                    product: product, spec: $0, neighbourhood: neighbourhood, isPackable: owner.asksForPackedRuns)
            }
        }
        var all = calls(.flow, in: target, importing: target.importableSpecs)
        if target.kind == .test {
            all += calls(.tests(module: nil), in: target, importing: target.importableSpecs)
            for module in tested {
                // A flow of the test target would hide one that the tested module imports.
                all += calls(
                    .tests(module: module.moduleName), in: module, importing: module.importableSpecs + specs)
            }
        }
        try all.checkOutputNames(against: target.sourceFiles(withSuffix: "swift").map(\.url))
        return all.map { $0.command(by: tool, into: context.pluginWorkDirectoryURL) }
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
            let specs = try SpecFile.rejectingNamesakes(files.map { SpecFile($0, of: target.displayName) })
            let sources = target.inputFiles.map(\.url).filter { $0.pathExtension == "swift" }
            let isPackable = target.dependencies.contains { dependency in
                if case .product(let product) = dependency { product.name == "KeywayPacked" } else { false }
            }
            let calls = specs.map {
                CompilerCall(
                    product: .flow, spec: $0, neighbourhood: Neighbourhood(own: specs), isPackable: isPackable)
            }
            try calls.checkOutputNames(against: sources)
            return calls.map { $0.command(by: tool, into: context.pluginWorkDirectoryURL) }
        }
    }
#endif
