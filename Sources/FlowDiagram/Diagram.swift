/// What a picture of a state machine shows: names, and what leads where.
///
/// Nodes, groups and edges refer to each other by position; a group stands behind the group that it lies in.
package struct Diagram: Sendable {
    /// What a node is; each kind has a shape and a mark of its own, so that none needs colour.
    package enum Kind: Hashable, Sendable, CaseIterable {
        case state
        /// A state in which a person is waited for.
        case waiting
        /// A question that is answered at once: no condition, only a fork.
        case choice
        case success
        case failure
        /// An end that is neither.
        case end
    }

    package struct Node: Hashable, Sendable {
        package var name: String
        package var kind: Kind
        /// The innermost group around it; nil outside of all.
        package var group: Int?
        /// Whether everything begins here.
        package var isInitial: Bool
    }

    package struct Group: Hashable, Sendable {
        package var name: String
        package var parent: Int?
    }

    /// A node or a group as one end of an edge.
    package enum Place: Hashable, Sendable {
        case node(Int)
        /// The whole group: from its border, wherever in it one is.
        case group(Int)
    }

    package struct Edge: Hashable, Sendable {
        package var from: Place
        package var to: Place
        /// Each begins on a line of its own.
        package var labels: [String]
    }

    package var title: String
    /// What the picture shows, in a sentence for those who do not see it.
    package var summary: String
    package private(set) var nodes: [Node] = []
    package private(set) var groups: [Group] = []
    package private(set) var edges: [Edge] = []
    private var edgesByPlaces: [[Place]: Int] = [:]

    /// What every file with a diagram says near its beginning: who wrote it.
    package static let sign = "made by keyway diagram"

    package init(title: String, summary: String = "") {
        self.title = title
        self.summary = summary
    }

    /// Adds a group and tells its place.
    @discardableResult
    package mutating func addGroup(_ name: String, in parent: Int? = nil) -> Int {
        precondition(parent.map(groups.indices.contains) ?? true, "a group is added after the one around it")
        groups.append(Group(name: name, parent: parent))
        return groups.count - 1
    }

    /// Adds a node and tells its place.
    @discardableResult
    package mutating func addNode(
        _ name: String, _ kind: Kind = .state, in group: Int? = nil, isInitial: Bool = false
    ) -> Int {
        precondition(group.map(groups.indices.contains) ?? true, "a node is added after the group around it")
        nodes.append(Node(name: name, kind: kind, group: group, isInitial: isInitial))
        return nodes.count - 1
    }

    /// Adds an edge; one between the same places gets the labels instead.
    package mutating func addEdge(from: Place, to: Place, labels: [String] = []) {
        precondition(contains(from) && contains(to), "an edge is added after its ends")
        if let known = edgesByPlaces[[from, to]] {
            edges[known].labels += labels.filter { !edges[known].labels.contains($0) }
        } else {
            edgesByPlaces[[from, to]] = edges.count
            edges.append(Edge(from: from, to: to, labels: labels))
        }
    }

    private func contains(_ place: Place) -> Bool {
        switch place {
        case .node(let node): nodes.indices.contains(node)
        case .group(let group): groups.indices.contains(group)
        }
    }

    /// The innermost group around the place.
    func group(around place: Place) -> Int? {
        switch place {
        case .node(let node): nodes[node].group
        case .group(let group): groups[group].parent
        }
    }

    /// From this group to the outermost around it, and nil for the picture itself.
    func containers(from group: Int?) -> [Int?] {
        var path: [Int?] = [group]
        while let last = path.last, let inner = last { path.append(groups[inner].parent) }
        return path
    }
}
