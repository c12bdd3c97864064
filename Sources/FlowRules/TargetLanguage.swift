public import FlowLanguage
public import FlowMachine

/// A programming language in which a generator writes flows, as far as `check` asks it what no spec may contain.
///
/// A flow means the same in every language, but which names it may use depends on the language.
public protocol TargetLanguage: Sendable {
    /// A diagnostic for each place in the spec that could not be written in the language, such as a reserved name.
    ///
    /// - Parameters:
    ///   - machine: the flow that the spec declares, with its names resolved.
    ///   - spec: what the file declares, each name with its place.
    ///   - flows: finds the flows that code is generated of beside this one.
    func problems(in machine: Machine, declaredBy spec: FlowSpec, among flows: FlowDirectory) -> [Diagnostic]
}
