public import FlowLanguage
public import FlowMachine

/// A language that flows are written in by a generator, as far as it says what a spec may not.
///
/// What a flow means is the same in every language; what its names become is a matter of each.
public protocol TargetLanguage: Sendable {
    /// What stands in a spec and could not be written in the language, each at its place.
    func problems(in machine: Machine, declaredBy spec: FlowSpec) -> [Diagnostic]
}
