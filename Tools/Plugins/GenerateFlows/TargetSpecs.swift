import Foundation
import PackagePlugin

extension SourceModuleTarget {
    /// The specs in the target's folder.
    var specs: [SpecFile] { SpecFile.all(in: directoryURL, of: moduleName) }

    /// The specs of the targets on which this one depends, those of other packages too: generated code imports their flows.
    var importableSpecs: [SpecFile] { seenModules.flatMap(\.specs) }

    /// The specs of the package's other libraries that can have flows and on which this target does not depend, with the targets' names. A
    /// library that depends on this target is left out: the target cannot depend on it.
    func specsElsewhere(in package: Package) -> [(target: String, file: URL)] {
        let known = Set(seenModules.map(\.id) + [id])
        return package.targets.compactMap { $0 as? any SourceModuleTarget }
            .filter { $0.kind == .generic && $0.canHaveFlows && !known.contains($0.id) }
            .filter { other in !other.recursiveTargetDependencies.contains { $0.id == id } }
            .flatMap { target in target.specs.map { (target.name, $0.file) } }
    }

    /// The targets that can have flows and on which this one depends, directly or through others.
    private var seenModules: [any SourceModuleTarget] {
        recursiveTargetDependencies.compactMap { $0 as? any SourceModuleTarget }.filter(\.canHaveFlows)
    }

    /// Whether generated code compiles in the target, because the target depends on `KeywayCore`. Other targets may have specs in their
    /// folders too, for which no code is generated.
    var canHaveFlows: Bool { recursiveTargetDependencies.contains { $0.name == "KeywayCore" } }
}

extension Target {
    /// Whether the target's flows are to be `PackableFlow`s as well: a target asks for this by depending on `KeywayPacked`.
    var asksForPackedRuns: Bool { dependencies.contains { $0.name == "KeywayPacked" } }
}

extension TargetDependency {
    fileprivate var name: String {
        switch self {
        case .target(let target): target.name
        case .product(let product): product.name
        @unknown default: ""
        }
    }
}
