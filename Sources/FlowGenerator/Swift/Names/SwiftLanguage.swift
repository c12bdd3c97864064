public import FlowLanguage
public import FlowMachine
public import FlowRules

/// Swift as a language that code is generated in: says which names of a spec it cannot have.
public struct SwiftLanguage: TargetLanguage {
    public init() {}

    public func problems(
        in machine: Machine, declaredBy spec: FlowSpec, among flows: FlowDirectory
    ) -> [Diagnostic] {
        NamesFitSwift(spec: spec, flows: flows).problems(in: machine)
    }
}
