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
        let own = try SpecFile.onePerName(SpecFile.all(in: target.directoryURL))
        let others = target.recursiveTargetDependencies.flatMap { SpecFile.all(in: $0.directoryURL) }
        func calls(_ product: CompilerCall.Product, of specs: [SpecFile], in owner: any Target) -> [CompilerCall] {
            specs.map {
                CompilerCall(
                    product: product, spec: $0, neighbours: own + others, isPackable: owner.asksForPackedRuns)
            }
        }
        var all = calls(.flow, of: own, in: target)
        if target.kind == .test {
            all += calls(.tests(module: nil), of: own, in: target)
            for tested in target.dependencies.compactMap(\.module) {
                let specs = try SpecFile.onePerName(SpecFile.all(in: tested.directoryURL))
                all += calls(.tests(module: tested.moduleName), of: specs, in: tested)
            }
        }
        try all.checkOutputNames(against: target.sourceFiles(withSuffix: "swift").map(\.url))
        return all.map { $0.command(by: tool, into: context.pluginWorkDirectoryURL) }
    }
}

extension Target {
    /// Whether the target's flows are to be `PackableFlow`s as well: a target asks for this by depending on `KeywayPacked`.
    fileprivate var asksForPackedRuns: Bool { dependencies.contains { $0.name == "KeywayPacked" } }
}

extension TargetDependency {
    fileprivate var name: String {
        switch self {
        case .target(let target): target.name
        case .product(let product): product.name
        @unknown default: ""
        }
    }

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
            let specs = try SpecFile.onePerName(files.map(SpecFile.init))
            let sources = target.inputFiles.map(\.url).filter { $0.pathExtension == "swift" }
            let isPackable = target.dependencies.contains { dependency in
                if case .product(let product) = dependency { product.name == "KeywayPacked" } else { false }
            }
            let calls = specs.map {
                CompilerCall(product: .flow, spec: $0, neighbours: specs, isPackable: isPackable)
            }
            try calls.checkOutputNames(against: sources)
            return calls.map { $0.command(by: tool, into: context.pluginWorkDirectoryURL) }
        }
    }
#endif
