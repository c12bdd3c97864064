import KeywayCore

/// The enums that the spec declares; an enum of a sub-flow's flow is a type in the generated code of that flow.
struct EnumerationsPart: SwiftPart {
    let flow: PlannedFlow

    var isEmpty: Bool { flow.model.enumerations.allSatisfy(\.isForeign) }

    func write(to writer: inout SourceWriter) {
        // The spec's own enums come before those of sub-flows' flows, so the first one that is written has place 0.
        for (place, enumeration) in flow.model.enumerations.enumerated() where !enumeration.isForeign {
            if place > 0 { writer.line() }
            writer.documentation(enumeration.documentation)
            write(enumeration.declared, to: &writer)
        }
    }

    private func write(_ enumeration: Enumeration, to writer: inout SourceWriter) {
        // A case's raw value is its position, from 0 on; eight bits have room for 256 of them.
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
