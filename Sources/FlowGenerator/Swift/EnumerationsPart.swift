import KeywayCore

/// The enums of the spec; those of sub-flows' flows are types of these.
struct EnumerationsPart: SwiftPart {
    let flow: PlannedFlow

    var isEmpty: Bool { flow.model.enumerations.allSatisfy(\.isForeign) }

    func write(to writer: inout SourceWriter) {
        // Those of the spec come before the others.
        for (place, enumeration) in flow.model.enumerations.enumerated() where !enumeration.isForeign {
            if place > 0 { writer.line() }
            writer.documentation(enumeration.documentation)
            write(enumeration.declared, to: &writer)
        }
    }

    private func write(_ enumeration: Enumeration, to writer: inout SourceWriter) {
        let width = enumeration.cases.count <= 256 ? 8 : 16
        writer.block("public enum \(SwiftIdentifier.type(enumeration.name)): UInt\(width), FlowEnumeration") { writer in
            let documentation = enumeration.cases.map(FlowModel.DocumentedEnumeration.documentation)
            if documentation.allSatisfy(\.isEmpty) {
                writer.patterns(enumeration.cases.map { SwiftIdentifier.escaped($0.name) }, "")
            } else {
                for (declared, documentation) in zip(enumeration.cases, documentation) {
                    writer.documentation(documentation)
                    writer.line("case \(SwiftIdentifier.escaped(declared.name))")
                }
            }
        }
    }
}
