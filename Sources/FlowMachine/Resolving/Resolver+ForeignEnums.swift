import FlowLanguage
import KeywayCore

/// The enums of sub-flows' flows, as this flow has them.
///
/// An enum of this file that has the same name and the same cases in the same order is one with the sub-flow's; any other
/// is known here as `OTPlessSNA.Why`, so that two sub-flows may each have a `Why` of their own.
extension Resolver {
    /// The kind of another flow's value as this flow has it; an enum that is not known here becomes known.
    mutating func ownKind(of kind: Kind, in flow: Machine) -> Kind {
        switch kind {
        case .enumCase(let position): .enumCase(of: ownEnumeration(of: position, in: flow))
        case .set(let position): .set(of: ownEnumeration(of: position, in: flow))
        case .bool, .integer, .duration, .text: kind
        }
    }

    /// The same, and nil for an enum that this flow neither declares nor names.
    func knownKind(of kind: Kind, in flow: Machine) -> Kind? {
        switch kind {
        case .enumCase(let position): knownEnumeration(of: position, in: flow).map { .enumCase(of: $0) }
        case .set(let position): knownEnumeration(of: position, in: flow).map { .set(of: $0) }
        case .bool, .integer, .duration, .text: kind
        }
    }

    /// What the name of a sub-flow's enum, `OTPlessSNA.Why`, stands for; nil after a report, and where the flow is not known.
    mutating func foreignEnumeration(_ name: Name) -> Int? {
        var known: [String] = []
        var isAllKnown = true
        var seen: Set<String> = []
        for flowName in spec.childFlows where seen.insert(flowName).inserted {
            guard case .flow(let flow)? = entry(of: flowName) else {
                isAllKnown = false
                continue
            }
            for (position, enumeration) in flow.machine.enumerations.enumerated() {
                let qualified = enumeration.qualifiedName(in: flow.machine)
                if qualified == name.text { return ownEnumeration(of: position, in: flow.machine) }
                known.append(qualified)
            }
        }
        if isAllKnown { reportUnknown(name, "enum of a child's flow called", .unknownType, among: known) }
        return nil
    }

    private mutating func ownEnumeration(of position: Int, in flow: Machine) -> Int {
        if let known = knownEnumeration(of: position, in: flow) {
            usedTypes.insert(machine.enumerations[known].name)
            return known
        }
        var enumeration = flow.enumerations[position]
        enumeration.name = enumeration.qualifiedName(in: flow)
        machine.enumerations.append(enumeration)
        machine.enumerationDocumentation.append([])
        return machine.enumerations.count - 1
    }

    private func knownEnumeration(of position: Int, in flow: Machine) -> Int? {
        let other = flow.enumerations[position]
        let (qualified, cases) = (other.qualifiedName(in: flow), other.cases.map(\.name))
        return machine.enumerations.firstIndex { own in
            own.isForeign
                ? own.name == qualified : own.name == other.plainName && own.cases.map(\.name) == cases
        }
    }
}

extension Enumeration {
    /// Whether it is an enum of a sub-flow's flow, which alone has a dot in its name.
    package var isForeign: Bool { name.contains(".") }

    /// As its own flow calls it.
    fileprivate var plainName: String { name.split(separator: ".").last.map(String.init) ?? name }

    /// As flows call it that have this one as a sub-flow.
    fileprivate func qualifiedName(in flow: Machine) -> String { isForeign ? name : "\(flow.name.text).\(name)" }
}
