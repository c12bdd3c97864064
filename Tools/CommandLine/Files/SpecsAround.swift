import FlowLanguage
import FlowMachine
import FlowRules
import KeywayFileLog

extension SpecSurroundings {
    /// What rules may read beside a spec: other flows and models, first among the given specs and then in the `Specs` folder nearest to
    /// the file, and the tables of the spec's released versions, in the folder `Released` beside the file.
    static func onDisk(around path: String, given: [SourceText] = []) -> SpecSurroundings {
        let folder = FileAccess.realFolder(of: path)
        let directory = FlowDirectory { name in
            guard let source = given.first(where: { $0.declaredFlow == name }) ?? flow(name, near: folder) else {
                return .nothing
            }
            return .text(source)
        }
        /// The flows that the rule asks for, with their sub-flows, whose types they may use; nil where there is no flow at all.
        @Sendable func machines(where isMeant: (FlowSpec) -> Bool) -> [Machine]? {
            let flows = specs(".flow", among: given, near: folder)
            guard !flows.isEmpty else { return nil }
            return flows.filter { isMeant($0.spec) }.compactMap { source, spec in
                resolve(spec, in: source, among: directory).machine
            }
        }
        var surroundings = SpecSurroundings(
            flows: directory,
            releasedTable: { name, version in
                let file = folder.appending(component: "Released/\(name)-\(version).table")
                guard (try? FileAccess.kind(of: file)) == .file else { return nil }
                // For a file that cannot be read no bytes are returned, so that the rule reports that the file is no table.
                return (try? FileAccess.bytes(of: file, as: "a table")) ?? []
            },
            models: { provider in
                specs(".provider", among: given, near: folder).compactMap { source, spec in
                    spec.name.text == provider ? resolveModel(spec, in: source).model : nil
                }
            },
            sources: {
                let flows = specs(".flow", among: given, near: folder)
                return flows.isEmpty ? nil : Set(flows.flatMap(\.spec.sourceNames))
            },
            callers: { provider in machines { $0.calledProviders.contains(provider) } })
        surroundings.listeners = { source in machines { $0.sourceNames.contains(source) } }
        surroundings.roles = {
            let flows = specs(".flow", among: given, near: folder)
            return flows.isEmpty ? nil : Set(flows.flatMap(\.spec.roleNames))
        }
        return surroundings
    }

    /// The given specs of a kind, and those in the nearest `Specs`, each read once; what cannot be read is left out.
    ///
    /// Whether a given text is a flow or a provider's model is read from the text: standard input has no file name with an ending.
    private static func specs(
        _ ending: String, among given: [SourceText], near folder: String
    ) -> [(source: SourceText, spec: FlowSpec)] {
        func ofKind(_ sources: [SourceText]) -> [(source: SourceText, spec: FlowSpec)] {
            sources.compactMap { source in
                guard !source.isProfile, let spec = parse(source).spec, spec.isProvider == (ending == ".provider")
                else {
                    return nil
                }
                return (source, spec)
            }
        }
        let own = ofKind(given)
        let known = Set(given.map { FileAccess.identity(of: $0.path) })
        guard let specs = try? SpecFolder.nearest(above: folder),
            let paths = try? FileAccess.files(in: specs, endingIn: [ending])
        else { return own }
        let others = paths.filter { !known.contains(FileAccess.identity(of: $0)) }.compactMap { path in
            (try? FileAccess.bytes(of: path, as: "a spec")).map { SourceText(path: path, bytes: $0) }
        }
        return own + ofKind(others)
    }

    /// The text of the flow of this name in the nearest `Specs`; nil where there is none, or it cannot be read.
    private static func flow(_ name: String, near folder: String) -> SourceText? {
        guard let specs = try? SpecFolder.nearest(above: folder),
            let paths = try? FileAccess.files(in: specs, endingIn: [".flow"])
        else { return nil }
        for path in paths {
            guard let bytes = try? FileAccess.bytes(of: path, as: "a flow") else { continue }
            let source = SourceText(path: path, bytes: bytes)
            if source.declaredFlow == name { return source }
        }
        return nil
    }
}

extension FlowSpec {
    /// The roles that the flow declares, to which the clauses of profiles refer.
    fileprivate var roleNames: [String] {
        elements.compactMap { if case .declaration(.role(let role)) = $0 { role.name.text } else { nil } }
    }

    /// The providers that effects of the flow name behind `calls`.
    fileprivate var calledProviders: [String] {
        elements.compactMap {
            if case .declaration(.effect(let effect)) = $0 { effect.calls?.provider.text } else { nil }
        }
    }

    /// The sources that the flow declares.
    fileprivate var sourceNames: [String] {
        elements.compactMap { if case .declaration(.source(let source)) = $0 { source.name.text } else { nil } }
    }
}

extension FlowDirectory {
    /// Knows the flows that these texts declare.
    static func these(_ sources: [SourceText]) -> FlowDirectory {
        FlowDirectory { name in sources.first { $0.declaredFlow == name }.map { .text($0) } ?? .nothing }
    }
}
