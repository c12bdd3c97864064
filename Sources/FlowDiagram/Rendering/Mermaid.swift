extension Diagram {
    /// The picture as a Mermaid flowchart; Mermaid's state diagrams allow no edges across the borders of groups.
    package var mermaid: String {
        var lines = ["%% \(Diagram.madeBy)", "flowchart TB"]
        lines += contents(of: nil, indent: "    ")
        for node in nodes.indices where nodes[node].isInitial {
            lines.append("    begin\(node)((\(quoted([" "])))) --> \(identifier(.node(node)))")
        }
        for edge in edges {
            let arrow = edge.labels.isEmpty ? "-->" : "-->|\(quoted(edge.labels))|"
            let (from, to) = ends(of: edge)
            lines.append("    \(from) \(arrow) \(to)")
        }
        return lines.joined(separator: "\n") + "\n"
    }

    /// The lines for what is directly in the group and, indented further, in the groups inside it.
    private func contents(of group: Int?, indent: String) -> [String] {
        var lines: [String] = []
        for (position, node) in nodes.enumerated() where node.group == group {
            let (left, right) = node.kind.mermaidBrackets
            let text = quoted([node.kind.mermaidMark + node.name])
            lines.append(indent + identifier(.node(position)) + left + text + right)
        }
        for (position, inner) in groups.enumerated() where inner.parent == group {
            let name = identifier(.group(position))
            lines.append("\(indent)subgraph \(name)[\(quoted([inner.name]))]")
            if hasEdgeToItsInside(position) {
                lines.append("\(indent)    \(name)_any([\(quoted(["any of these"]))])")
            }
            lines += contents(of: position, indent: indent + "    ")
            lines.append("\(indent)end")
        }
        return lines
    }

    // MARK: - Ends

    /// The names of the edge's ends.
    ///
    /// Mermaid draws no edge between a group and something in it: there an extra node in the group, `_any`, is the end instead.
    private func ends(of edge: Edge) -> (from: String, to: String) {
        let (from, to) = (identifier(edge.from), identifier(edge.to))
        if case .group(let group) = edge.from, holds(group, edge.to) { return (from + "_any", to) }
        if case .group(let group) = edge.to, holds(group, edge.from) { return (from, to + "_any") }
        return (from, to)
    }

    private func hasEdgeToItsInside(_ group: Int) -> Bool {
        edges.contains { edge in
            (edge.from == .group(group) && holds(group, edge.to))
                || (edge.to == .group(group) && holds(group, edge.from))
        }
    }

    private func holds(_ group: Int, _ place: Place) -> Bool {
        containers(from: self.group(around: place)).contains(group)
    }

    // MARK: - Names

    /// What the flowchart calls a place: a prefix, and behind it the place's name, or its position where the name is not plain or where
    /// another place has it too.
    ///
    /// The prefix keeps a name from being read as a keyword of Mermaid, such as `end`.
    private func identifier(_ place: Place) -> String {
        switch place {
        case .node(let node): identifier("s", nodes.map(\.name), node)
        case .group(let group): identifier("g", groups.map(\.name), group)
        }
    }

    private func identifier(_ prefix: String, _ names: [String], _ position: Int) -> String {
        let name = names[position]
        let isPlain =
            !name.isEmpty
            && name.unicodeScalars.allSatisfy { $0.isASCII && $0.properties.isAlphabetic || ("0"..."9").contains($0) }
        let isSingle = names.count { $0 == name } == 1
        return isPlain && isSingle ? "\(prefix)_\(name)" : "\(prefix)\(position)"
    }

    /// The lines as one text in quotes. Mermaid reads markup even there, so all but letters, digits and a few signs are written by their
    /// numbers, `#35;`; control characters are left out.
    private func quoted(_ lines: [String]) -> String {
        let texts = lines.map { line in
            var text = ""
            for scalar in line.unicodeScalars {
                let isHarmless =
                    scalar.properties.isAlphabetic || scalar.properties.numericType != nil
                    || " .,:=!?+-_()[]{}/'…✓✕■".unicodeScalars.contains(scalar)
                if isHarmless {
                    text.unicodeScalars.append(scalar)
                } else if scalar.value >= 32 {
                    text += "#\(scalar.value);"
                }
            }
            return text
        }
        return "\"\(texts.joined(separator: "<br/>"))\""
    }
}

extension Diagram.Kind {
    fileprivate var mermaidBrackets: (String, String) {
        switch self {
        case .state: ("(", ")")
        case .waitsForUser: ("[/", "/]")
        case .choice: ("{", "}")
        case .success: ("([", "])")
        case .failure: ("{{", "}}")
        case .end: ("([", "])")
        }
    }

    fileprivate var mermaidMark: String {
        switch self {
        case .state, .waitsForUser, .choice: ""
        case .success: "✓ "
        case .failure: "✕ "
        case .end: "■ "
        }
    }
}
