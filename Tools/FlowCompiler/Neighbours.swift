import FlowGenerator
import FlowLanguage

/// The specs beside the one of a call, read from the disk; those that cannot be read are left out, and reported by their own calls.
struct Neighbours {
    /// The other specs of the spec's module.
    let own: [ModuleSpec]
    /// The specs of modules that generated code can import.
    private let importable: [ModuleSpec]
    /// The specs whose tests lie in one module with the tests of the spec, if they have any.
    private let tested: [ModuleSpec]
    /// The specs of targets that the spec's target does not see, by the names of these targets; read where a flow is found nowhere else.
    private let elsewhere: [(target: String, path: String)]

    init(of call: Call) {
        own = call.neighbours.compactMap { ModuleSpec(readFrom: $0) }
        importable = call.importable.compactMap { ModuleSpec(readFrom: $0.path, in: $0.module) }
        tested = own + call.tested.compactMap { ModuleSpec(readFrom: $0) }
        elsewhere = call.elsewhere
    }

    /// The specs of the spec's sub-flows, of theirs, and so on.
    func family(of spec: ModuleSpec) throws(SpecFamily.DeclaredTwice) -> SpecFamily {
        try SpecFamily(of: spec, among: own + importable)
    }

    /// The text of the flow, if its tests get a type that is called like the other flow; nil where they do not, or no spec has the flow.
    func text(of flow: String, hiddenIfTestedBy other: String) -> SourceText? {
        guard FlowTests.endings.contains(where: { flow + $0 == other }) else { return nil }
        return tested.first { $0.flow == flow }?.source
    }

    /// Where a flow was looked for that no spec of the module and of those that can be imported declares, and which target has it.
    func absence(of flow: String) -> String {
        let searched = "among the specs of this target and of those on which it depends"
        let owner = elsewhere.first { ModuleSpec(readFrom: $0.path)?.flow == flow }?.target
        return searched + (owner.map { "; \($0) has it, so add \($0) to the target's dependencies" } ?? "")
    }
}

extension ModuleSpec {
    fileprivate init?(readFrom path: String, in module: String? = nil) {
        guard let source = try? SourceText(readFrom: path) else { return nil }
        self.init(source, in: module)
    }
}
