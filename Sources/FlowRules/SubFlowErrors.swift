import FlowLanguage
import FlowMachine

/// Finds the first error of the flow of each sub-flow, of the sub-flow's own sub-flows too.
///
/// Asked are the rules that read a flow alone. Those about configurations, and scenarios, take longer, and only `check` of the flow's own
/// file asks them.
struct SubFlowErrors {
    private let surroundings: SpecSurroundings
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

    /// The first error of the flow of this name; `flow` is what the parent's resolver has read of it.
    private mutating func sentence(of name: String, read flow: Machine.Child.Flow?) -> String? {
        if let found = known[name] { return found }
        // A flow that is a part of itself is asked once.
        known[name] = .some(nil)
        guard let source = flow?.source ?? surroundings.flows.text(of: name) else { return nil }
        let parsed = parse(source)
        var found = parsed.diagnostics
        if let spec = parsed.spec, !found.contains(where: { $0.severity == .error }) {
            if let machine = flow?.machine {
                found += machine.diagnosticsOfRules(readFrom: spec, isWhole: true, GuardSurvey(of: machine))
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
