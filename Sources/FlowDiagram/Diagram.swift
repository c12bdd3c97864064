/// What a picture of a state machine shows: names, and what leads where.
///
/// Nodes, groups and edges refer to each other by position; in `groups` each group comes after the group that it lies in.
package struct Diagram: Sendable {
    /// What a node is; each kind differs from the others in shape or mark, so that none needs colour.
    package enum Kind: Hashable, Sendable, CaseIterable {
        /// A state in which no person is waited for.
        case state
        /// A state in which a person is waited for.
        case waiting
        /// A fork that a run passes at once, and in which no run stands.
        case choice
        /// A final that the flow declares a success.
        case success
        /// A final, and no success, to which the deadline of the whole flow leads (`within 24h -> failed`): what a run ends
        /// in when nothing else ends it, so a reader of the picture looks for it first.
        case failure
        /// Any other final.
        case end
    }

    /// What has a shape of its own: a state, an end or a choice.
    package struct Node: Hashable, Sendable {
        /// The name, which stands in the shape; two nodes may have one name.
        package var name: String
        /// The kind, which decides with which shape and mark the node is drawn.
        package var kind: Kind
        /// The innermost group around it; nil outside of all.
        package var group: Int?
        /// Whether a run begins in this node.
        package var isInitial: Bool
    }

    /// A box around nodes and other groups.
    package struct Group: Hashable, Sendable {
        /// The name, which stands at the left end of the box's top.
        package var name: String
        /// The group that this one lies in; nil for one that lies in no other.
        package var parent: Int?
    }

    /// A node or a group as one end of an edge.
    package enum Place: Hashable, Sendable {
        /// The node at this position among the nodes.
        case node(Int)
        /// The whole group at this position: an edge from its border stands for one from every state in it.
        case group(Int)
    }

    /// An arrow from one place to another, or from a place to itself.
    package struct Edge: Hashable, Sendable {
        /// What the arrow begins at; a group is left at its border.
        package var from: Place
        /// What the arrow points at; a group is entered at its border.
        package var to: Place
        /// The texts beside the arrow; each begins on a line of its own.
        package var labels: [String]
    }

    /// The title, which SVG and DOT files contain and which is drawn nowhere.
    package var title: String
    /// What the picture shows, in a sentence for those who do not see it.
    package var summary: String
    /// The nodes, in the order in which they were added.
    package private(set) var nodes: [Node] = []
    /// The groups, in the order in which they were added, so an outer one stands before those in it.
    package private(set) var groups: [Group] = []
    /// The edges, at most one for two places and a direction, in the order in which they were first added.
    package private(set) var edges: [Edge] = []
    /// The position of each edge, by the two places that it leads from and to.
    private var edgesByPlaces: [[Place]: Int] = [:]

    /// The line by which a file is known as written by Keyway, and may be replaced: every file with a diagram has it near its beginning.
    package static let sign = "made by keyway diagram"

    /// Begins with an empty picture.
    package init(title: String, summary: String = "") {
        self.title = title
        self.summary = summary
    }

    /// Adds a group and returns its position among the groups.
    @discardableResult
    package mutating func addGroup(_ name: String, in parent: Int? = nil) -> Int {
        precondition(parent.map(groups.indices.contains) ?? true, "a group is added after the one around it")
        groups.append(Group(name: name, parent: parent))
        return groups.count - 1
    }

    /// Adds a node and returns its position among the nodes.
    @discardableResult
    package mutating func addNode(
        _ name: String, _ kind: Kind = .state, in group: Int? = nil, isInitial: Bool = false
    ) -> Int {
        precondition(group.map(groups.indices.contains) ?? true, "a node is added after the group around it")
        nodes.append(Node(name: name, kind: kind, group: group, isInitial: isInitial))
        return nodes.count - 1
    }

    /// Adds an edge; if there is already one from the first place to the second, adds to it the labels that it lacks.
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

    /// The groups from this one to the outermost around it, and at last nil for the picture itself.
    func containers(from group: Int?) -> [Int?] {
        var path: [Int?] = [group]
        while let last = path.last, let inner = last { path.append(groups[inner].parent) }
        return path
    }
}
