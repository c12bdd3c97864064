package import FlowLanguage
import FlowMachine

/// The specs of a flow's sub-flows, of their sub-flows, and so on: the flows that the flow's check and its generated code may name.
package struct SpecFamily: Sendable {
    private var specs: [String: ModuleSpec] = [:]

    /// Looks each sub-flow up by the name of its flow: in the module of the spec that runs it, else in the others, of which only one may
    /// have the flow. What no spec declares is left out.
    ///
    /// - Parameters:
    ///   - parent: the flow whose family this is; it is no member.
    ///   - others: the specs of its module, and of those that this module can import.
    package init(of parent: ModuleSpec, among others: [ModuleSpec]) throws(DeclaredTwice) {
        guard let flow = parent.flow else { return }
        let all = [parent] + others
        specs[flow] = parent
        var open = [parent]
        while let next = open.popLast() {
            for name in next.children {
                guard let child = try Self.spec(of: name, runBy: next, among: all) else { continue }
                guard let known = specs.updateValue(child, forKey: name.text) else {
                    open.append(child)
                    continue
                }
                // The check asks for a flow by its name alone, whichever flow runs it: a name is one flow in the whole family.
                if known.source.path != child.source.path {
                    throw DeclaredTwice(name, in: next.source, by: [known, child])
                }
            }
        }
        specs[flow] = nil
    }

    private static func spec(
        of name: Name, runBy parent: ModuleSpec, among specs: [ModuleSpec]
    ) throws(DeclaredTwice) -> ModuleSpec? {
        let declaring = specs.filter { $0.flow == name.text }
        if let own = declaring.first(where: { $0.module == parent.module }) { return own }
        if declaring.count > 1 { throw DeclaredTwice(name, in: parent.source, by: declaring) }
        return declaring.first
    }

    /// The text that declares the flow of this name; nil where none of the family does.
    package func text(of flow: String) -> SourceText? { specs[flow]?.source }

    /// The module of each flow of the family that lies in another module than the parent, by the flow's name.
    package var modules: [String: String] { specs.compactMapValues(\.module) }

    /// The error that the name of a sub-flow's flow means two specs: two other modules declare the flow, or two flows of the family find
    /// two different specs by the name.
    package struct DeclaredTwice: Error {
        /// The text that names the flow, and where.
        package let source: SourceText
        package let range: SourceRange
        package let message: String

        fileprivate init(_ name: Name, in source: SourceText, by specs: [ModuleSpec]) {
            self.source = source
            range = name.range
            let files = specs.map(\.source.path).sorted().prefix(2).joined(separator: " and in ")
            message = "flow '\(name.text)' is declared twice: in \(files)"
        }
    }
}
