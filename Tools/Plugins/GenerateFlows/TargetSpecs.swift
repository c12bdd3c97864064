import PackagePlugin

extension SourceModuleTarget {
    /// The specs in the target's folder; throws where two of them declare one flow.
    func ownSpecs() throws -> [SpecFile] { try SpecFile.rejectingNamesakes(SpecFile.all(in: directoryURL)) }

    /// The specs of the targets on which this one depends, those of other packages too: generated code imports their flows.
    var importableSpecs: [SpecFile] {
        recursiveTargetDependencies.compactMap { $0 as? any SourceModuleTarget }.filter(\.canHaveFlows).flatMap {
            SpecFile.all(in: $0.directoryURL, of: $0.moduleName)
        }
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
