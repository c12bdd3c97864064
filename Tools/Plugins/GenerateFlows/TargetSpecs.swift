import PackagePlugin

extension SourceModuleTarget {
    /// The specs in the target's folder; throws where two of them declare one flow.
    ///
    /// - Parameter module: the module that has their generated flows; nil for the one that is being made.
    func ownSpecs(of module: String? = nil) throws -> [SpecFile] {
        try SpecFile.onePerName(SpecFile.all(in: directoryURL, of: module))
    }

    /// The specs of the targets on which this one depends, those of other packages too: generated code imports their flows.
    ///
    /// A target without `KeywayCore` is left out: it has no generated flow, though its folder may hold specs.
    var importableSpecs: [SpecFile] {
        recursiveTargetDependencies.flatMap { target -> [SpecFile] in
            guard let target = target as? any SourceModuleTarget,
                target.recursiveTargetDependencies.contains(where: { $0.name == "KeywayCore" })
            else { return [] }
            return SpecFile.all(in: target.directoryURL, of: target.moduleName)
        }
    }
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
