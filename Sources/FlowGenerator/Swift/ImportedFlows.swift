import FlowLanguage
package import FlowMachine
import KeywayCore

/// The flows of other modules that a generated file names, each with its module.
struct ImportedFlows {
    private let places: [(flow: String, module: String)]

    /// Takes those of the flows that lie in another module.
    ///
    /// - Parameters:
    ///   - flows: what the file names; a flow may be named twice.
    ///   - modules: the modules of the flows that do not lie beside the file.
    init(_ flows: [String], of modules: [String: String]) {
        places = Set(flows).sorted().compactMap { flow in modules[flow].map { (flow, $0) } }
    }

    /// What `keyway generate` is told of the modules, behind the flow and with a blank before it; nothing where there are none.
    var options: String {
        places.isEmpty ? "" : " --import " + places.map { "\($0.module).\($0.flow)" }.joined(separator: " ")
    }

    /// Writes the imports, with an empty line behind the last one; nothing where there are none.
    ///
    /// Each import names one type alone: where the whole module is imported, another type of it, such as one called `Table`, would be taken
    /// for Keyway's.
    func write(to writer: inout SourceWriter, as access: String = "") {
        for place in places { writer.line("\(access)import enum \(place.module).\(place.flow)") }
        if !places.isEmpty { writer.line() }
    }
}

extension FlowModel {
    /// The flows of the sub-flows, and those whose enums the flow has values of: of sub-flows, or of sub-flows of these.
    var namedFlows: [String] { children.map(\.flow) + flowsOfEnumerations }

    /// The flows of which the flow has an enum.
    var flowsOfEnumerations: [String] { enumerations.compactMap(\.declared.foreignFlow) }
}

extension Machine {
    /// The flows of which generated code may speak: those of sub-flows, and those whose enums the flow has values of.
    package var namedFlows: [String] { children.map(\.flowName.text) + enumerations.compactMap(\.foreignFlow) }
}

extension Enumeration {
    /// The flow that declares the enum, where that is another one.
    var foreignFlow: String? { isForeign ? name.split(separator: ".").first.map(String.init) : nil }
}
