import FlowLanguage
import KeywayCore

/// Finds, for an enum that a sub-flow's flow declares, the parent's enum with the same cases, and adds one where there is none.
///
/// A parent's enum with the same name and the same cases in the same order is one type with the sub-flow's. Any other
/// enum of a sub-flow is added to the parent as `OTPlessSNA.Why`, so that two sub-flows may each have a `Why` of their
/// own.
extension Resolver {
    /// The kind in this flow of a value of the sub-flow `flow`; an enum that this flow does not have yet is added.
    mutating func kindImportingEnum(of kind: Kind, in flow: Machine) -> Kind {
        switch kind {
        case .enumCase(let position): .enumCase(of: ownEnumeration(of: position, in: flow))
        case .set(let position): .set(of: ownEnumeration(of: position, in: flow))
        case .bool, .integer, .duration, .text: kind
        }
    }

    /// The kind in this flow of a value of the sub-flow `flow`; nil for an enum that this flow neither declares nor
    /// names.
    func kindOfKnownEnum(of kind: Kind, in flow: Machine) -> Kind? {
        switch kind {
        case .enumCase(let position): knownEnumeration(of: position, in: flow).map { .enumCase(of: $0) }
        case .set(let position): knownEnumeration(of: position, in: flow).map { .set(of: $0) }
        case .bool, .integer, .duration, .text: kind
        }
    }

    /// The position of the enum that a type such as `OTPlessSNA.Why` names.
    ///
    /// Nil after a report, and without one where the flow of some child is not known, which might declare the enum.
    mutating func foreignEnumeration(_ name: Name) -> Int? {
        var known: [String] = []
        var isAllKnown = true
        var seen: Set<String> = []
        for flowName in spec.childFlows.map(\.text) where seen.insert(flowName).inserted {
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

    /// The position in this flow of the sub-flow's enum, which is added where this flow does not have it yet.
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

    /// The position in this flow of the sub-flow's enum; nil where this flow neither declares nor names it.
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

    /// The enum's name in the flow that declares it, without that flow's name.
    fileprivate var plainName: String { name.split(separator: ".").last.map(String.init) ?? name }

    /// The enum's name in parents of `flow`: behind the name of the flow that declares it, `OTPlessSNA.Why`.
    fileprivate func qualifiedName(in flow: Machine) -> String { isForeign ? name : "\(flow.name.text).\(name)" }
}
