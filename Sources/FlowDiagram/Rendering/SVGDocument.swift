extension Diagram {
    /// The picture as one SVG file that needs no script and no font of its own, for light and dark pages.
    package var svg: String { SVGDocument(self).rendered }

    /// The picture as an element inside of an HTML page, which has a style of its own for it.
    ///
    /// So that the page can mark what it likes, the `g` element of a node has the node's position as `data-node`, and
    /// the right upper corner as `data-right` and `data-top`; that of a line has the edges that share it as
    /// `data-edges`, and that of a label its edge as `data-edge`.
    /// - Parameter identity: begins the identities of elements, so that a page can have several pictures.
    package func svgElement(named identity: String) -> String { SVGDocument(self).element(named: identity) }
}

/// Draws a layout.
struct SVGDocument {
    let diagram: Diagram
    let layout: Layout
    /// Whether `g` elements have the positions of nodes and edges, for a page that marks them.
    private var isAddressed = false

    init(_ diagram: Diagram) {
        self.diagram = diagram
        layout = Layout(diagram)
    }

    /// What an HTML page embeds.
    func element(named identity: String) -> String {
        var addressed = self
        addressed.isAddressed = true
        let lines = [
            #"<svg class="diagram" width="\#(layout.width)" height="\#(layout.height)" "#
                + #"viewBox="0 0 \#(layout.width) \#(layout.height)" role="img" "#
                + #"aria-labelledby="\#(identity)-title \#(identity)-desc">"#,
            #"<title id="\#(identity)-title">\#(escaped(diagram.title))</title>"#,
            #"<desc id="\#(identity)-desc">\#(escaped(diagram.summary))</desc>"#,
        ]
        return (lines + addressed.parts).joined(separator: "\n") + "\n</svg>\n"
    }

    /// The whole text of an SVG file.
    var rendered: String {
        var lines = [
            #"<svg xmlns="http://www.w3.org/2000/svg" width="\#(layout.width)" height="\#(layout.height)" "#
                + #"viewBox="0 0 \#(layout.width) \#(layout.height)" role="img" aria-labelledby="title desc">"#,
            "<!-- \(Diagram.madeBy) -->",
            #"<title id="title">\#(escaped(diagram.title))</title>"#,
            #"<desc id="desc">\#(escaped(diagram.summary))</desc>"#, "<style>", SVGStyle.text, "</style>",
            #"<rect class="page" width="\#(layout.width)" height="\#(layout.height)"/>"#,
        ]
        lines += parts
        return lines.joined(separator: "\n") + "\n</svg>\n"
    }

    /// Everything that is drawn; what is drawn later lies over what is drawn first.
    private var parts: [String] {
        diagram.groups.indices.map(group) + layout.lines.map(line) + diagram.nodes.indices.map(node)
            + layout.labels.map(label)
    }

    // MARK: - Groups and nodes

    private func group(_ group: Int) -> String {
        let (frame, title) = (layout.groups[group], layout.titles[group])
        let kind = diagram.groups[group].parent == nil ? "frame" : "group"
        return #"<g class="\#(kind)"><rect x="\#(frame.x)" y="\#(frame.y)" width="\#(frame.width)" "#
            + #"height="\#(frame.height)" rx="10"/>"#
            + text(diagram.groups[group].name, at: Point(x: title.x + 4, y: title.midY + 4), "heading") + "</g>"
    }

    private func node(_ position: Int) -> String {
        let (node, frame) = (diagram.nodes[position], layout.nodes[position])
        var parts = [SVGShape(frame: frame, kind: node.kind).rendered]
        let shift = [.state, .choice].contains(node.kind) ? 0 : Measures.mark / 2
        parts.append(text(node.name, at: Point(x: frame.midX + shift, y: frame.midY + 5), "name"))
        if node.isInitial { parts.append(beginning(before: frame)) }
        let address =
            isAddressed ? #" data-node="\#(position)" data-right="\#(frame.maxX)" data-top="\#(frame.y)""# : ""
        return #"<g class="\#(node.kind.word)"\#(address)>"# + parts.joined() + "</g>"
    }

    /// The dot and arrow where everything begins.
    private func beginning(before frame: Rectangle) -> String {
        let (x, y) = (frame.x, frame.midY)
        return #"<circle class="ink" cx="\#(x - 29)" cy="\#(y)" r="5"/>"#
            + #"<path class="line" d="M\#(x - 24) \#(y)H\#(x - 6)"/>"#
            + #"<path class="ink" d="M\#(x) \#(y)l-8 -4v8z"/>"#
    }

    // MARK: - Edges

    private func line(_ line: Layout.Line) -> String {
        let (path, end) = (line.path, line.path.end)
        var data = "M\(path.start.x) \(path.start.y)"
        for (index, piece) in path.pieces.enumerated() {
            // The stroke ends inside the arrow's head, so that it does not stick out at the tip.
            let isLast = index == path.pieces.count - 1
            switch piece {
            case .straight(let point): data += "L\(words(isLast ? drawnBack(point, line.arrow) : point))"
            case .curve(let first, let second, to: let point):
                data += "C\(words(first)) \(words(second)) \(words(isLast ? drawnBack(point, line.arrow) : point))"
            }
        }
        var drawn = #"<path class="line" d="\#(data)"/>"#
        switch line.arrow {
        case .none: break
        case .down: drawn += #"<path class="ink" d="M\#(words(end))l-4 -8h8z"/>"#
        case .up: drawn += #"<path class="ink" d="M\#(words(end))l-4 8h8z"/>"#
        case .left: drawn += #"<path class="ink" d="M\#(words(end))l8 -4v8z"/>"#
        }
        if line.beginsAtBorder {
            drawn += #"<circle class="ink" cx="\#(path.start.x)" cy="\#(path.start.y)" r="3"/>"#
        }
        guard isAddressed else { return drawn }
        return #"<g data-edges="\#(line.edges.map { "\($0)" }.joined(separator: " "))">\#(drawn)</g>"#
    }

    /// A little before the point, so that the line ends inside its arrow's head.
    private func drawnBack(_ point: Point, _ arrow: Layout.Line.Arrow) -> Point {
        switch arrow {
        case .none: point
        case .down: point.moved(0, -6)
        case .up: point.moved(0, 6)
        case .left: point.moved(6, 0)
        }
    }

    private func label(_ label: Layout.Label) -> String {
        let height = TextMeasure.label.lineHeight
        let drawn = label.lines.enumerated().map { place, line in
            text(
                line.text, at: Point(x: label.frame.x + line.indent, y: label.frame.y + (place + 1) * height - 4),
                "label")
        }.joined()
        return isAddressed ? #"<g data-edge="\#(label.edge)">\#(drawn)</g>"# : drawn
    }

    private func words(_ point: Point) -> String { "\(point.x) \(point.y)" }

    private func text(_ words: String, at point: Point, _ role: String) -> String {
        #"<text class="\#(role)" x="\#(point.x)" y="\#(point.y)">\#(escaped(words))</text>"#
    }

    /// The text inside an element.
    ///
    /// A tab or line end becomes a space, and what XML cannot hold at all is left out. Format characters, such as marks
    /// that turn the direction of writing, and line and paragraph separators become U+FFFD.
    private func escaped(_ text: String) -> String {
        var escaped = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "\t", "\n", "\r": escaped += " "
            case "\u{0}"..<" ", "\u{FFFE}", "\u{FFFF}": break
            default:
                switch scalar.properties.generalCategory {
                case .format, .lineSeparator, .paragraphSeparator: escaped += "\u{FFFD}"
                default: escaped.unicodeScalars.append(scalar)
                }
            }
        }
        return escaped
    }
}
