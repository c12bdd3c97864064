import FlowMachine
import KeywayCore

extension FlowModel {
    /// An enum with what it is for, and what the provider calls each of its cases.
    struct DocumentedEnumeration {
        /// The enum; the name of one that a sub-flow's flow declares begins with that flow's name, `Flow.Enum`.
        var declared: Enumeration
        /// The `///` lines of the spec or, where it has none, a sentence about whose values are of the enum.
        var documentation: [String]

        /// Whether it is a type of a sub-flow's flow.
        var isForeign: Bool { declared.isForeign }

        /// The documentation of a case: the provider's codes for it.
        ///
        /// The case's own name is left out: the spec need not write it as a code.
        static func documentation(of declared: Enumeration.Case) -> [String] {
            let codes = declared.codes.filter { $0 != .spelling(declared.name) }
            if codes.isEmpty { return [] }
            if codes == [.rest] { return ["Any other code of the provider."] }
            let words = codes.map { code in
                switch code {
                case .spelling(let spelling): spelling
                case .range(let bounds): "\(bounds.lowerBound) to \(bounds.upperBound)"
                case .rest: "anything else"
                }
            }
            return ["The provider's \(words.joined(separator: ", "))."]
        }
    }
}

extension FlowModel.DocumentedEnumeration {
    init(_ position: Int, of machine: Machine) {
        let own = machine.enumerationDocumentation[position]
        self.init(
            declared: machine.enumerations[position],
            documentation: own.isEmpty ? [Self.purpose(of: position, in: machine)] : own)
    }

    /// Documentation for an enum that has none in the spec: which variables and event fields have its type.
    private static func purpose(of enumeration: Int, in machine: Machine) -> String {
        let kinds: [Kind] = [.enumCase(of: enumeration), .set(of: enumeration)]
        func isOfIt(_ field: Field) -> Bool { kinds.contains(field.kind) }
        let variables = machine.variables.map(\.field).filter(isOfIt).map(\.name)
        let fields = machine.events.flatMap { event -> [String] in
            if case .stale = event.signature.origin { return [] }
            return event.signature.fields.filter(isOfIt).map { "\(event.name).\($0.name)" }
        }
        let users = (variables + fields).map { "`\($0)`" }
        return users.isEmpty ? "Values that only effects carry." : "What \(users.joined(separator: ", ")) can be."
    }
}
