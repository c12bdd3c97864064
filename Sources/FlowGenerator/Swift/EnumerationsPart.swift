import FlowMachine
import Keyway

/// The enums of the spec.
struct EnumerationsPart: SwiftPart {
    let flow: PlannedFlow

    var isEmpty: Bool { flow.machine.enumerations.isEmpty }

    func write(to writer: inout SourceWriter) {
        for (place, enumeration) in flow.machine.enumerations.enumerated() {
            if place > 0 { writer.line() }
            writer.documentation(flow.machine.enumerationDocumentation[place])
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
