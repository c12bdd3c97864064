import FlowFixtures
import FlowLanguage
import FlowMachine
import KeywayCore
import TestThreads
import Testing

@testable import FlowTables

@Suite("Tables in each format", .longComputation)
struct RenderingTests {
    private static func hostile() throws -> TransitionTable {
        let flow = try LoadedFlow(TableFlows.hostile)
        return TransitionTable(of: flow.machine, in: flow.source)
    }

    @Test("CSV has the agreed columns, and each record read back is its row")
    func csv() throws {
        for flow in try TransitionTableTests.flows() {
            let table = TransitionTable(of: flow.machine, in: flow.source)
            let records = readCSV(table.csv)
            #expect(records.first == ["state", "event", "guard", "disposition", "target", "effects"])
            #expect(records.count == table.rows.count + 1)
            for (record, row) in zip(records.dropFirst(), table.rows) {
                let effects = row.changes.effects.map(\.name).joined(separator: "; ")
                #expect(
                    record == [row.state, row.event, row.condition, row.disposition.rawValue, row.target, effects])
            }
        }
    }

    @Test("What CSV separates by stands in quotes")
    func hostileCSV() throws {
        var table = try Self.hostile()
        table.states[0].rows[0].event = "a,\"b\"\nc;d"
        table.states[0].rows[0].condition = " x "
        let record = readCSV(table.csv)[1]
        #expect(record[1] == "a,\"b\"\nc;d")
        #expect(record[2] == " x ")
    }

    @Test("The sentence on finals names every disposition that an event has after the end")
    func finals() throws {
        var met: Set<String> = []
        for flow in try TransitionTableTests.flows() {
            for state in flow.table.states.indices where flow.table.states[state].isFinal {
                for event in flow.table.events.indices {
                    var run = RunState(state: state, values: flow.table.initialValues)
                    let now = Instant(milliseconds: 0)
                    let step = flow.interpreter.step(&run, Event(event), at: now, sequence: 1)
                    met.insert(step.disposition.description)
                }
            }
        }
        #expect(met == ["rejected", "unrecognised", "late"])
        for disposition in met { #expect(TransitionTable.noteOnFinals.contains(disposition)) }
    }

    @Test("Every line of a Markdown table has as many cells as its head")
    func markdown() throws {
        let tables = try TransitionTableTests.flows().map { TransitionTable(of: $0.machine, in: $0.source) }
        for table in tables + [try Self.hostile()] {
            var width: Int?
            var count = 0
            for line in table.markdown.split(separator: "\n", omittingEmptySubsequences: false) {
                guard line.hasPrefix("|") else {
                    width = nil
                    continue
                }
                // Nothing is escaped with a backslash, so every pipe divides two cells.
                let cells = line.split(separator: "|", omittingEmptySubsequences: false).count
                #expect(cells == width ?? cells, "\(line)")
                width = cells
                count += 1
            }
            let expected =
                table.rows.count + table.choices.flatMap(\.branches).count + table.finals.count
                + table.requirements.count
            let heads = table.states.count + table.choices.count + 1 + (table.requirements.isEmpty ? 0 : 1)
            #expect(count == expected + 2 * heads)
            for requirement in table.requirements { #expect(table.markdown.contains("| \(requirement.line) |")) }
            #expect(table.markdown.hasSuffix("\n") && !table.markdown.hasSuffix("\n\n"))
        }
    }

    @Test("Nothing in a flow's texts becomes Markdown or HTML of ours")
    func hostileMarkdown() throws {
        let markdown = try Self.hostile().markdown
        #expect(!markdown.contains("<script"))
        #expect(!markdown.contains("</code><"))
        #expect(markdown.contains("&lt;script&gt;"))
        #expect(markdown.contains("<code>a&#124;b</code>"), "backticks in documentation are code")
        #expect(!markdown.contains("[l](u)"))
    }

    @Test("A page nests as HTML does, and nothing in a flow's texts becomes a part of it")
    func html() throws {
        let tables = try TransitionTableTests.flows().map { TransitionTable(of: $0.machine, in: $0.source) }
        let stored = try TransitionTableTests.flows().map { StoredFields(of: $0.machine) }
        for page in tables.map(\.html) + stored.map(\.html) + [try Self.hostile().html] {
            #expect(unbalanced(in: page) == nil)
            #expect(page.countOfParts(separatedBy: "<script>") == 2, "only our own script")
            for outside in ["http://", "https://", "src=", "url(", "@import", "<link"] {
                #expect(!page.contains(outside))
            }
            #expect(page.unicodeScalars.allSatisfy { $0 == "\n" || !$0.isControl })
        }
        let hostile = try Self.hostile().html
        #expect(hostile.contains("&lt;/code&gt;&lt;script&gt;x&lt;/script&gt;"))
        #expect(hostile.contains("&quot;&#39;--&gt;&lt;b&gt;,&quot;"))
    }

    @Test("The column of events is as wide as the longest name, so that none is broken")
    func widthOfEvents() throws {
        let flow = try ShippedFlows.named("OfflineOTP")
        let page = TransitionTable(of: flow.machine, in: flow.source).html
        let names = flow.machine.events.map(\.name).filter { !$0.contains(" ") }
        #expect(names.contains("provideTransaction"))
        let widths = Set(page.matches(of: #/style="--event: (\d+)"/#).map { Int($0.output.1) ?? 0 })
        #expect(widths.count == 1 && widths.allSatisfy { $0 >= "provideTransaction".count && $0 <= 24 })
    }

    @Test("Every link of a page leads to a place in it, and of the rows those are links that move a run")
    func links() throws {
        for flow in try TransitionTableTests.flows() {
            let table = TransitionTable(of: flow.machine, in: flow.source)
            let page = table.html
            let places = attributes("id", in: page)
            let moves =
                table.rows.count { $0.disposition == .transition } + table.choices.flatMap(\.branches).count
            #expect(attributes("href", in: page).count == moves + table.states.count + table.choices.count)
            #expect(Set(places).count == places.count)
            #expect(Set(attributes("href", in: page).map { String($0.dropFirst()) }).isSubset(of: places))
            #expect(places.count == flow.machine.states.count + flow.machine.choices.count)
        }
    }

    @Test("What the log keeps is listed for every variable and every field, by its class")
    func stored() throws {
        for flow in try TransitionTableTests.flows() {
            let machine = flow.machine
            let stored = StoredFields(of: machine)
            let events = machine.events.filter { if case .stale = $0.signature.origin { false } else { true } }
            let fields =
                events.flatMap(\.signature.fields).count + machine.effects.flatMap(\.signature.fields).count
            #expect(stored.fields.count == machine.variables.count + fields)
            #expect(Set(stored.fields.map(\.name)).count == stored.fields.count)
            func isEncrypted(_ field: StoredFields.Entry) -> Bool {
                machine.takesValuesBack && [.personal, .secret].contains(field.classification)
            }
            for field in stored.fields {
                let expected: StoredFields.Kept =
                    field.carrier == .effect
                    ? .nothing
                    : field.classification == .plain
                        ? .value
                        : field.carrier != .variable && field.carrier != .end && isEncrypted(field)
                            ? .encrypted : .presence
                #expect(field.kept == expected, "\(field)")
            }
            #expect(readCSV(stored.csv).count == stored.fields.count + 1)
        }
    }
}
