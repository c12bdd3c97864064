extension Diagram {
    /// The picture as a graph for Graphviz: one line for each node and each edge, groups as clusters.
    ///
    /// An edge from or to a group has one of the group's nodes as its end, since an edge of DOT joins nodes only; an edge of a group
    /// without nodes is left out.
    package var dot: String {
        let names = DOTNames(self)
        var lines = ["// \(Diagram.madeBy)", "digraph \(quoted(title)) {"]
        lines += ["    rankdir=TB", "    compound=true", "    graph [fontname=Helvetica, fontsize=12]"]
        lines += [
            "    node [shape=box, style=rounded, fontname=Helvetica]", "    edge [fontname=Helvetica, fontsize=11]",
        ]
        lines += contents(of: nil, names, indent: "    ")
        for edge in edges {
            guard let from = names.anchor(of: edge.from), let to = names.anchor(of: edge.to) else { continue }
            var attributes: [String] = []
            if !edge.labels.isEmpty { attributes.append("label=\(quoted(edge.labels.joined(separator: "\n")))") }
            if case .group(let group) = edge.from { attributes.append("ltail=\(quoted("cluster_\(group)"))") }
            if case .group(let group) = edge.to { attributes.append("lhead=\(quoted("cluster_\(group)"))") }
            let suffix = attributes.isEmpty ? "" : " [\(attributes.joined(separator: ", "))]"
            lines.append("    \(quoted(from)) -> \(quoted(to))\(suffix)")
        }
        return lines.joined(separator: "\n") + "\n}\n"
    }

    /// The lines for what is directly in the group and, indented further, in the groups inside it.
    private func contents(of group: Int?, _ names: DOTNames, indent: String) -> [String] {
        var lines: [String] = []
        for (position, node) in nodes.enumerated() where node.group == group {
            var attributes = names.isOwnName(position) ? [] : ["label=\(quoted(node.name))"]
            attributes += node.kind.dotAttributes
            if node.isInitial { attributes.append("penwidth=2") }
            let suffix = attributes.isEmpty ? "" : " [\(attributes.joined(separator: ", "))]"
            lines.append(indent + quoted(names.names[position]) + suffix)
        }
        for (position, inner) in groups.enumerated() where inner.parent == group {
            lines.append("\(indent)subgraph \(quoted("cluster_\(position)")) {")
            lines.append("\(indent)    label=\(quoted(inner.name))")
            lines += contents(of: position, names, indent: indent + "    ")
            lines.append("\(indent)}")
        }
        return lines
    }

    private func quoted(_ text: String) -> String {
        var quoted = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": quoted += "\\\""
            case "\\": quoted += "\\\\"
            case "\n": quoted += "\\n"
            case "\u{0}"..<" ": quoted += " "
            default: quoted.unicodeScalars.append(scalar)
            }
        }
        return quoted + "\""
    }
}

/// What the nodes are called in a graph: their names, with a number added where an earlier node has the name.
private struct DOTNames {
    let names: [String]
    /// The nodes' names as the diagram has them.
    private let own: [String]
    /// For each group with nodes, the first node in it.
    private let firstInside: [Int: Int]

    init(_ diagram: Diagram) {
        var taken: Set<String> = []
        var names: [String] = []
        for node in diagram.nodes {
            var name = node.name
            var number = 2
            while !taken.insert(name).inserted {
                name = "\(node.name) (\(number))"
                number += 1
            }
            names.append(name)
        }
        self.names = names
        own = diagram.nodes.map(\.name)
        var first: [Int: Int] = [:]
        for (position, node) in diagram.nodes.enumerated() {
            for case let group? in diagram.containers(from: node.group) where first[group] == nil {
                first[group] = position
            }
        }
        firstInside = first
    }

    /// Whether the node is called by its own name, so that it needs no label with this name.
    func isOwnName(_ node: Int) -> Bool { names[node] == own[node] }

    /// The node that stands for a place; nil for a group without nodes.
    func anchor(of place: Diagram.Place) -> String? {
        switch place {
        case .node(let node): names[node]
        case .group(let group): firstInside[group].map { names[$0] }
        }
    }
}

extension Diagram.Kind {
    fileprivate var dotAttributes: [String] {
        switch self {
        case .state: []
        case .waitsForUser: ["style=\"rounded,dashed\""]
        case .choice: ["shape=diamond"]
        case .success: ["shape=ellipse", "peripheries=2"]
        case .failure: ["shape=doubleoctagon"]
        case .end: ["shape=box", "peripheries=2"]
        }
    }
}
