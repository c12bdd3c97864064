import FlowFixtures
import FlowLanguage
import FlowMachine
import KeywayCore
import Testing

@testable import FlowGenerator

/// What generated types declare by themselves is what the rules refuse as a name of the spec.
@Suite("The names that a generated flow declares")
struct DeclaredNamesTests {
    @Test("A flow's type declares no more than the list says")
    func flow() throws {
        for flow in try ShippedFlows.all() where flow.machine.unusableChildren.isEmpty {
            let name = flow.machine.name.text
            let declared = SwiftFlow(flow.machine, in: flow.source, isPackable: true).text.declarations
            let own = Set(flow.machine.enumerations.map(\.name))
            let replies = Set(
                flow.machine.effects.filter { $0.signature.replies != nil }.map {
                    SwiftIdentifier.replyType(of: $0.name)
                })
            let members = Set(declared[name] ?? []).subtracting(own).subtracting(replies)
            #expect(members.count > 6, "\(name)")
            #expect(members.subtracting(SwiftNames.membersOfFlow).subtracting(SwiftNames.typesOfGeneratedCode) == [])
            let variables = Set(flow.machine.variables.map(\.field.name))
            let context = Set(declared["Context"] ?? []).union(declared["\(name).Context"] ?? [])
            #expect(context.subtracting(variables).subtracting(SwiftNames.membersOfContext) == [])
        }
    }
}

extension String {
    /// For each type, as its declaration or extension names it, what is declared directly inside it.
    fileprivate var declarations: [String: [String]] {
        var found: [String: [String]] = [:]
        var open: [(indent: Int, type: String)] = []
        for line in split(separator: "\n") {
            let indent = line.prefix { $0 == " " }.count
            while let last = open.last, indent <= last.indent { open.removeLast() }
            var words = line.split { " :(".contains($0) }.map(String.init)
            words.removeAll { ["public", "static", "mutating", "nonisolated"].contains($0) }
            let isExtension = words.first == "extension"
            guard let keyword = words.first, words.count > 1 || keyword == "init" else { continue }
            let name = keyword == "init" ? keyword : words[1]
            guard ["enum", "struct", "protocol", "extension", "func", "let", "var", "init"].contains(keyword) else {
                continue
            }
            if let last = open.last, indent == last.indent + 4 { found[last.type, default: []].append(name) }
            if isExtension || ["enum", "struct", "protocol"].contains(keyword) { open.append((indent, name)) }
        }
        return found
    }
}
