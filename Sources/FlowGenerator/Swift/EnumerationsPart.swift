import FlowMachine
import KeywayCore
import KeywaySuites

/// The enums of the spec; those of sub-flows' flows are types of these.
struct EnumerationsPart: SwiftPart {
    let flow: PlannedFlow

    var isEmpty: Bool { flow.machine.enumerations.allSatisfy(\.isForeign) }

    func write(to writer: inout SourceWriter) {
        // Those of the spec come before the others.
        for (place, enumeration) in flow.machine.enumerations.enumerated() where !enumeration.isForeign {
            if place > 0 { writer.line() }
            let own = flow.machine.enumerationDocumentation[place]
            writer.documentation(own.isEmpty ? [documentation(of: place)] : own)
            let width = enumeration.cases.count <= 256 ? 8 : 16
            writer.block("public enum \(SwiftIdentifier.type(enumeration.name)): UInt\(width), FlowEnumeration") {
                writer in
                if enumeration.cases.allSatisfy({ $0.foreignCodes.isEmpty }) {
                    writer.patterns(enumeration.cases.map { SwiftIdentifier.escaped($0.name) }, "")
                } else {
                    for declared in enumeration.cases {
                        writer.documentation(words(for: declared.foreignCodes))
                        writer.line("case \(SwiftIdentifier.escaped(declared.name))")
                    }
                }
            }
        }
    }

    /// What it is for, where the spec does not say what it is.
    private func documentation(of enumeration: Int) -> String {
        let kinds: [Kind] = [.enumCase(of: enumeration), .set(of: enumeration)]
        func isOfIt(_ field: Field) -> Bool { kinds.contains(field.kind) }
        let variables = flow.machine.variables.map(\.field).filter(isOfIt).map(\.name)
        let fields = flow.machine.events.flatMap { event in
            event.signature.origin.isStale
                ? [] : event.signature.fields.filter(isOfIt).map { "\(event.name).\($0.name)" }
        }
        let users = (variables + fields).map { "`\($0)`" }
        return users.isEmpty ? "Values that only effects carry." : "What \(users.joined(separator: ", ")) can be."
    }

    /// `The provider's 9, 11 to 14.`
    private func words(for codes: [Enumeration.Code]) -> [String] {
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

extension Enumeration.Case {
    /// The codes that are not just its own name.
    fileprivate var foreignCodes: [Enumeration.Code] { codes.filter { $0 != .spelling(name) } }
}
