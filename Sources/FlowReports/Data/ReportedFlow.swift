import FlowDiagram
import FlowTables
import KeywayCore
import KeywayDebugger
import KeywayLog

/// A flow in one version with its sub-flows: their diagrams, and how many runs passed each state and edge.
struct ReportedFlow {
    /// A flow or sub-flow.
    struct Leg {
        /// The names of the sub-flows from the flow itself down to this one; nil for the flow itself.
        var name: String?
        var table: Table
        /// The finals that the spec declares as a success; none where the log does not say it.
        var successes: [String]
        var picture: TableDiagram
        /// For each node and each edge of the diagram, how many runs passed it at least once.
        var nodes: [Int]
        var edges: [Int]
        /// The edges that any run passed, shadows too: at these the picture has a line for a count.
        var passedEdges: Set<Int> = []
    }

    /// The spec's file, without its folders; nil where the log does not say it.
    let file: String?
    /// The flow itself first, then its sub-flows by their numbers.
    private(set) var legs: [Leg]
    /// How many runs are counted in the nodes and edges; shadows are not.
    private(set) var runCount = 0

    init(_ flow: RunningFlow, annotations: Table.Annotations?) {
        file = annotations?.file
        let root = flow.table
        legs = ([flow] + flow.descendants).map { flow in
            let successes = annotations?.flow(ofLeg: flow.legName, in: root)?.successes ?? []
            let picture = TableDiagram(of: flow.table, successes: successes)
            return Leg(
                name: flow.legName, table: flow.table, successes: successes, picture: picture,
                nodes: Array(repeating: 0, count: picture.diagram.nodes.count),
                edges: Array(repeating: 0, count: picture.diagram.edges.count))
        }
    }

    /// The nodes and edges that one run passed, each as a pair: the number of the leg's flow, and the position in its diagram.
    struct Passage {
        var nodes: Set<[Int]> = []
        var edges: Set<[Int]> = []

        mutating func passNode(_ node: Int, of flow: Int) { nodes.insert([flow, node]) }
        mutating func passEdge(_ edge: Int, of flow: Int) { edges.insert([flow, edge]) }
    }

    /// Notes the edges that one run passed, and counts the run in its nodes and edges, unless it is a shadow.
    mutating func add(_ passage: Passage, isShadow: Bool) {
        for place in passage.edges { legs[place[0]].passedEdges.insert(place[1]) }
        // The statistics leave shadows out, and so do the counts beside them.
        if isShadow { return }
        runCount += 1
        for place in passage.nodes { legs[place[0]].nodes[place[1]] += 1 }
        for place in passage.edges { legs[place[0]].edges[place[1]] += 1 }
    }
}

extension ReportedFlow.Leg {
    /// The picture with a line for a count below the labels of each edge that was passed, as an element of the page.
    func svgElement(named identity: String) -> String {
        var picture = picture
        // The script writes what is counted into this line: of an edge that shadows alone passed, how often one of them did.
        for edge in passedEdges.sorted() {
            picture.note(edges[edge] > 1 ? "\(edges[edge]) runs" : "1 run", atEdge: edge)
        }
        return picture.diagram.svgElement(named: identity)
    }

    /// The name of the state at one end of an edge; "any state" where the edge begins at the frame around all.
    func name(of place: Diagram.Place) -> String {
        switch place {
        case .node(let node): picture.diagram.nodes[node].name
        case .group: "any state"
        }
    }
}
