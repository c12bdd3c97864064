import FlowDiagram
import FlowFixtures
import FlowTables
import Testing

/// Forty choices in a row have more than a hundred million ways through them.
@Suite("Diagrams of long chains of choices", .timeLimit(.minutes(1)))
struct ChainedChoicesTests {
    @Test("The picture has each choice once")
    func picture() throws {
        let flow = try LoadedFlow(ChainedChoices.text(40))
        let diagram = Diagram(drawing: flow.machine, in: flow.source)
        #expect(diagram.nodes.count { $0.kind == .choice } == 40)
        // The row to the first choice, the deadline, and two branches of each choice.
        #expect(diagram.edges.count == 82)
    }

    @Test("The graph of pairs joins the state with both ends, and a label has what it shows of a guard once")
    func graphOfPairs() throws {
        let flow = try LoadedFlow(ChainedChoices.text(40))
        let diagram = Diagram(joining: flow.machine, in: flow.source)
        #expect(diagram.edges.count == 2)
        for edge in diagram.edges {
            let guards = edge.labels.flatMap { $0.split(separator: " or ") }
            #expect(guards.count == Set(guards).count)
        }
    }
}
