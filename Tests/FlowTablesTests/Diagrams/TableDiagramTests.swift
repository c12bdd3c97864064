import FlowDiagram
import FlowFixtures
import FlowTables
import KeywayCore
import Testing

@Suite("A diagram from a table alone")
struct TableDiagramTests {
    /// The events that a label names, without the words behind them.
    private func events(_ labels: [String]) -> [String] {
        labels.flatMap { label in
            let end = label.firstRange(of: /\ [\[(]/)?.lowerBound ?? label.endIndex
            return label[..<end].split(separator: ", ").map(String.init)
        }
    }

    /// Each way from a state to a state or final, as the names of its beginning, its event and its end; choices between are left out.
    private func ways(in diagram: Diagram) -> Set<[String]> {
        var ways: Set<[String]> = []
        func ends(of node: Int, passed: Set<Int> = []) -> [Int] {
            guard diagram.nodes[node].kind == .choice else { return [node] }
            guard !passed.contains(node) else { return [] }
            return diagram.edges.flatMap { edge -> [Int] in
                guard edge.from == .node(node), case .node(let next) = edge.to else { return [] }
                return ends(of: next, passed: passed.union([node]))
            }
        }
        for edge in diagram.edges {
            guard case .node(let to) = edge.to else { continue }
            for from in diagram.nodes.indices where diagram.nodes[from].group != nil {
                guard edge.from == .node(from) || edge.from == .group(0), diagram.nodes[from].kind != .choice else {
                    continue
                }
                for event in events(edge.labels) {
                    for end in ends(of: to) { ways.insert([diagram.nodes[from].name, event, diagram.nodes[end].name]) }
                }
            }
        }
        return ways
    }

    @Test(
        "A table's diagram has every state, final and choice of the flow, and every way that its rows go",
        arguments: try ShippedFlows.all())
    func shipped(flow: LoadedFlow) {
        let drawing = TableDiagram(of: flow.table)
        let drawn = Diagram(drawing: flow)
        #expect(Set(drawing.diagram.nodes.map(\.name)) == Set(drawn.nodes.map(\.name)))
        #expect(drawing.diagram.nodes.prefix(flow.table.states.count).map(\.name) == flow.table.states.map(\.name))
        let ours = ways(in: drawing.diagram)
        var theirs: Set<[String]> = []
        let joined = Diagram(joining: flow)
        for edge in joined.edges {
            guard case .node(let from) = edge.from, case .node(let to) = edge.to else { continue }
            for event in events(edge.labels) { theirs.insert([joined.nodes[from].name, event, joined.nodes[to].name]) }
        }
        #expect(theirs.subtracting(ours) == [])
        // An edge from the frame counts above for every state, though not every state has the row.
        let frame = Set(drawing.diagram.edges.filter { $0.from == .group(0) }.flatMap { events($0.labels) })
        #expect(ours.subtracting(theirs).filter { !frame.contains($0[1]) } == [])
    }

    @Test("Each move of a table has an edge, through its choices, and a move that it cannot make has none")
    func edges() throws {
        let flow = try LoadedFlow(Self.text)
        let drawing = TableDiagram(of: flow.table)
        let (state, event) = (position(in: flow.table), { try #require(flow.table.event(named: $0)) })
        let way = drawing.edges(from: state("idle"), by: try event("go"), through: [0], to: state("fast"))
        #expect(way.map { drawing.diagram.edges[$0].labels } == [["go"], []])
        #expect(drawing.edges(from: state("idle"), by: try event("turn"), through: [], to: state("fast")) == [])
        let leave = drawing.edges(from: state("fast"), by: try event("leave"), through: [], to: state("gone"))
        #expect(leave.map { drawing.diagram.edges[$0].from } == [.group(0)])
        #expect(leave.map { drawing.diagram.edges[$0].labels } == [["leave (not in idle)"]])
        #expect(drawing.diagram.nodes.filter { $0.kind == .failure }.map(\.name) == ["lapsed"])
    }

    @Test("A final that the caller names as a success is drawn as one, and no other final is")
    func successes() throws {
        let table = try LoadedFlow(Self.text).table
        func drawn(_ successes: [String]) -> [String] {
            TableDiagram(of: table, successes: successes).diagram.nodes.filter { $0.kind == .success }.map(\.name)
        }
        #expect(drawn(["gone"]) == ["gone"])
        #expect(drawn([]) == [])
    }

    private func position(in table: Table) -> (String) -> Int {
        { name in table.states.firstIndex { $0.name == name } ?? -1 }
    }

    private static let text = """
        flow Small version 1
        context { n: int 0...3 = 0 }
        command go, turn, leave
        final gone
        final lapsed
        within 9m -> lapsed
        reject other
        state idle waits for user { on go -> next { n += 1 } }
        choice next { when n < 2 -> slow otherwise -> fast }
        state slow waits for user { on turn -> fast on leave -> gone }
        state fast waits for user { on turn -> slow on leave -> gone }
        """

    @Test("As an element of a page a diagram marks which nodes and edges its parts are")
    func element() throws {
        let svg = TableDiagram(of: try LoadedFlow(Self.text).table).diagram.svgElement(named: "first")
        #expect(svg.hasPrefix("<svg class=\"diagram\" ") && !svg.contains("<style") && !svg.contains(" id=\"title\""))
        #expect(
            svg.contains("id=\"first-title\"") && svg.contains("data-node=\"5\"") && svg.contains("data-edges=\"0\""))
    }
}
