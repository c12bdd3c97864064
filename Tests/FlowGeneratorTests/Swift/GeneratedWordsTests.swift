import FlowFixtures
import FlowLanguage
import FlowMachine
import KeywayCore
import Testing

@testable import FlowGenerator

/// Generated code is for reading.
@Suite("The words of generated code")
struct GeneratedWordsTests {
    @Test("No line of a shipped flow is wider than a page")
    func width() throws {
        for flow in try ShippedFlows.all() {
            let code = SwiftFlow(flow.machine, in: flow.source, isPackable: true).text
            let header = GeneratedHeader(spec: "spec", call: "call")
            let readable = SwitchSource(flow.machine, header: header, module: nil).text
            let lines = (code + readable).split(separator: "\n")
            #expect(lines.filter { $0.count > 120 } == [], "\(flow.machine.name.text)")
        }
    }

    @Test("Every event, effect, enum and state says what it is")
    func documented() throws {
        for flow in try ShippedFlows.all() {
            let lines = SwiftFlow(flow.machine, in: flow.source, isPackable: true).text.split(separator: "\n")
            var open: [Substring] = []
            var bare: [Substring] = []
            for (above, line) in zip(lines, lines.dropFirst()) {
                let indent = line.prefix { $0 == " " }.count
                let word = line.dropFirst(indent)
                if indent == 4, word.hasPrefix("public ") { open = [word] }
                let isWord = indent == 8 && word.hasPrefix("case ") && !word.hasSuffix(":")
                let isOfEvents = open.first.map { $0.contains("enum Event:") || $0.contains("enum State:") } ?? false
                let isType = indent == 4 && word.hasPrefix("public enum ")
                guard isType || (isWord && isOfEvents) else { continue }
                if !above.drop(while: { $0 == " " }).hasPrefix("///") { bare.append(word) }
            }
            #expect(bare == [], "\(flow.machine.name.text)")
        }
    }

    @Test("A context with personal or secret values says that a print shows them, and another one does not")
    func printed() throws {
        for (classification, isSaid) in [("personal", true), ("secret", true), ("", false)] {
            let flow = try LoadedFlow(
                """
                flow Door version 1
                type Guest = text(1...9) \(classification)
                context { guest: Guest?, tries: int 0...3 = 0 }
                command open(guest: Guest)
                effect ask(guest: Guest)
                final done
                within 5m -> done
                state closed waits for user { on open -> done { keep guest; do ask(guest) } }
                """)
            let text = SwiftFlow(flow.machine, in: flow.source).text
            #expect(text.contains("A print of it shows personal and secret values in clear.") == isSaid)
        }
    }

    @Test("A number stays with the word before it where a comment is broken")
    func numbers() throws {
        for flow in try ShippedFlows.all() {
            let lines = SwiftFlow(flow.machine, in: flow.source, isPackable: true).text.split(separator: "\n")
            #expect(lines.filter { $0.hasSuffix(" FACTS") || $0.hasSuffix("(FACTS") } == [])
        }
    }
}
