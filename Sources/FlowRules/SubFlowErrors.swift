import FlowLanguage
import FlowMachine

/// Finds the first error of the flow of each sub-flow, of the sub-flow's own sub-flows too.
///
/// It asks only the rules that read a flow without its runs. Rules about configurations, and scenarios, take longer: they are asked only
/// when the flow's own file is checked.
struct SubFlowErrors {
    private let surroundings: SpecSurroundings
    /// The language in which the flows are to be generated; nil where they are played from their tables.
    private let language: (any TargetLanguage)?
    /// What was found for the flows that were looked into, by their names; nil for a flow without an error, or one that is not known.
    private var known: [String: String?] = [:]

    init(among surroundings: SpecSurroundings, for language: (any TargetLanguage)?) {
        self.surroundings = surroundings
        self.language = language
    }

    /// The first error of each sub-flow that has one, with its place, as one sentence; by the positions of the sub-flows.
    mutating func sentences(of machine: Machine) -> [Int: String] {
        var sentences: [Int: String] = [:]
        for (position, child) in machine.children.enumerated() {
            sentences[position] = sentence(of: child.flowName.text, read: child.flow)
        }
        return sentences
    }

    /// The first error of the flow of this name; `flow`: the flow as it was resolved for the parent, nil where it could not be.
    private mutating func sentence(of name: String, read flow: Machine.Child.Flow?) -> String? {
        if let found = known[name] { return found }
        // This stands before the flow's own sub-flows are looked into: so a flow that is a sub-flow of itself is looked into once.
        known[name] = .some(nil)
        guard let source = flow?.source ?? surroundings.flows.text(of: name) else { return nil }
        let parsed = parse(source)
        var found = parsed.diagnostics
        if let spec = parsed.spec, !found.contains(where: { $0.severity == .error }) {
            if let machine = flow?.machine {
                found += machine.diagnosticsOfRules(readFrom: spec, isWhollyRead: true, GuardSurvey(of: machine))
                found += language?.problems(in: machine, declaredBy: spec, among: surroundings.flows) ?? []
            } else {
                found += resolve(spec, in: source, among: surroundings.flows).diagnostics
            }
        }
        let first = found.filter { $0.severity == .error }.orderedByPlace().first
        let sentence =
            first?.sentence(in: source) ?? flow.flatMap { sentences(of: $0.machine).min { $0.key < $1.key }?.value }
        known[name] = sentence
        return sentence
    }
}
