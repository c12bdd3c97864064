import FlowFixtures
import FlowLanguage
import FlowMachine
import KeywayCore
import Testing

@testable import FlowGenerator

/// Generated code is for reading.
@Suite("The words of generated code")
struct GeneratedWordsTests {
    @Test("No generated line of a shipped flow is wider than 120 columns")
    func width() throws {
        for flow in try ShippedFlows.all() {
            let code = SwiftFlow(flow.machine, in: flow.source, isPackable: true).text
            let header = GeneratedHeader(spec: "spec", call: "call")
            let readable = SwitchSource(flow.machine, header: header, module: nil).text
            let lines = (code + readable).split(separator: "\n")
            #expect(lines.filter { $0.count > 120 } == [], "\(flow.machine.name.text)")
        }
    }

    @Test("Every generated event, command, effect, enum and state has a comment")
    func documented() throws {
        for flow in try ShippedFlows.all() {
            let lines = SwiftFlow(flow.machine, in: flow.source, isPackable: true).text.split(separator: "\n")
            var open: [Substring] = []
            var bare: [Substring] = []
            var found: Set<String> = []
            for (above, line) in zip(lines, lines.dropFirst()) {
                let indent = line.prefix { $0 == " " }.count
                let word = line.dropFirst(indent)
                if indent == 4, word.hasPrefix("public ") { open = [word] }
                let isWord = indent == 8 && word.hasPrefix("case ") && !word.hasSuffix(":")
                let ofWords = Self.enumsOfWords.first { name in
                    open.first.map { $0.contains("enum \(name):") } ?? false
                }
                let isType = indent == 4 && word.hasPrefix("public enum ")
                guard isType || (isWord && ofWords != nil) else { continue }
                if isWord, let ofWords { found.insert(ofWords) }
                if !above.drop(while: { $0 == " " }).hasPrefix("///") { bare.append(word) }
            }
            #expect(bare == [], "\(flow.machine.name.text)")
            #expect(found == Set(Self.enumsOfWords), "\(flow.machine.name.text)")
        }
    }

    /// The generated enums whose cases are what can come to a run, what it orders and where it is.
    private static let enumsOfWords = ["Event", "Command", "Effect", "State"]

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

    @Test("A personal variable that the flow never leaves absent is optional all the same, and says why")
    func withoutValues() throws {
        let flow = try LoadedFlow(
            """
            flow Door version 1
            type Guest = text(1...9) personal
            context { guest: Guest = "nobody", knocks: int 0...3 = 0 }
            command open(guest: Guest), knock
            effect ask(guest: Guest)
            final done
            within 5m -> done
            state closed waits for user {
              on open stay { keep guest }
              on knock -> done { do ask(guest) }
            }
            """)
        let text = SwiftFlow(flow.machine, in: flow.source).text
        #expect(
            text.contains(
                """
                        /// Set by `open`. Personal: no log has it in clear. Absent only where a run came back without it.
                        public var guest: String? = "nobody"
                """))
        #expect(text.contains("public var knocks: Int = 0"))
        #expect(text.contains("[guest?.flowValue, knocks.flowValue]"))
        let header = GeneratedHeader(spec: "spec", call: "call")
        let readable = SwitchSource(flow.machine, header: header, module: nil).text
        #expect(readable.contains("order(.ask(guest: try present(context.guest)))"))
    }

    @Test("A number stays with the word before it where a comment is broken")
    func numbers() throws {
        var count = 0
        for flow in try ShippedFlows.all() {
            let lines = SwiftFlow(flow.machine, in: flow.source, isPackable: true).text.split(separator: "\n")
            #expect(lines.filter { $0.hasSuffix(" FACTS") || $0.hasSuffix("(FACTS") } == [])
            count += lines.count { $0.contains("FACTS ") }
        }
        #expect(count > 100)
    }

    @Test("The comment of each function that an app sees lists its parameters")
    func parameters() throws {
        for flow in try ShippedFlows.all() {
            let text = SwiftFlow(flow.machine, in: flow.source, isPackable: true).text
            var (listed, head, count): (Set<String>, String, Int) = ([], "", 0)
            for line in text.split(separator: "\n") {
                if let item = line.firstMatch(of: /\/\/\/ +- (?:Parameter )?(\w+):/) { listed.insert(String(item.1)) }
                let word = line.drop { $0 == " " }
                if word.hasPrefix("//") || word.hasPrefix("@") { continue }
                let begun = word.firstMatch(
                    of: /^(?:nonisolated\(nonsending\) )?(?:public )?(?:static )?((?:func|init)\b.*)/)
                if head.isEmpty, begun == nil {
                    listed = []
                    continue
                }
                head += (begun?.1 ?? word) + " "
                guard head.contains(")") else { continue }
                let names = head.matches(of: /[(,] *(?:\w+ )?(\w+):/).map { String($0.1) }
                #expect(Set(names).subtracting(listed) == [], "\(flow.machine.name.text): \(head)")
                (listed, head, count) = ([], "", count + names.count)
            }
            #expect(count > 8, "\(flow.machine.name.text)")
        }
    }

    @Test("A list of parameters says what each can be, and what a log has of it")
    func parameterWords() throws {
        let flow = try LoadedFlow(
            """
            flow Door version 1
            type Key = text(4...64) secret
            enum Way { near, far }
            command open
            effect ring
            effect show(key: Key?)
            /// Asks.
            effect ask(way: Way, ways: set of Way?, tries: int 0...3, isLit: bool, wait: duration 1s...5m)
            final done
            within 5m -> done
            state closed waits for user { on open -> done { do ring } }
            """)
        let text = SwiftFlow(flow.machine, in: flow.source).text
        let expected = """
                    /// Performs `ring`.
                    func ring() async throws
                    /// Performs `show`.
                    ///
                    /// - Parameter key: a text of 4 to 64 Unicode scalars, or absent; secret: no log has it in clear.
                    func show(key: String?) async throws
                    /// Asks.
                    ///
                    /// - Parameters:
                    ///   - way: a case of `Way`.
                    ///   - ways: cases of `Way`, or absent.
                    ///   - tries: 0 to 3.
                    ///   - isLit: true or false.
                    ///   - wait: 1s to 5m.
                    func ask(
            """
        #expect(text.contains(expected), "\(text)")
    }
}
