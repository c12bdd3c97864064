/// The sizes of what a diagram is drawn with, in pixels.
enum Measures {
    static let margin = 20
    static let groupPadding = 18
    static let titleHeight = 28
    static let nodeHeight = 36
    static let choiceHeight = 52
    /// The distance between the ends of two lines on one side of a node.
    static let portSpacing = 18
    /// Room left of the initial node, for a dot and an arrow.
    static let beginning = 36
    /// Room right of a node or group with an edge to itself.
    static let loop = 26
    /// The distance from a line to the label beside it.
    static let labelGap = 7
    /// The widest line of a label; longer texts are broken into lines.
    static let labelWidth = 168
    /// How far the further lines of a label stand to the right of its first.
    static let indent = 10
    /// Room for the mark in a node, left of its name.
    static let mark = 20
    /// Room to each side of a line that passes a rank.
    static let passageMargin = 6
    /// The distance between neighbouring lines that run aside between two ranks.
    static let trackSpacing = 9
    /// The distance from a rank to the first line that runs aside, and from the last such line to the next rank: an arrow fits.
    static let clearance = 15
    /// How far aside a line may lean between two ranks and still be taken for upright.
    static let lean = 2
    /// The distance between two ranks where all lines between them are upright.
    static let rankGap = 20
    /// The radius of the arc in which a line turns aside.
    static let turn = 7
}

extension Diagram {
    /// How large a node's shape is, with room for `lines` lines that meet one of its sides.
    func size(of node: Int, lines: Int) -> (width: Int, height: Int) {
        let text = TextMeasure.name.width(of: nodes[node].name)
        let needed = (max(1, lines) - 1) * Measures.portSpacing + 2 * inset(of: node)
        switch nodes[node].kind {
        case .state: return (even(max(text + 28, needed, 64)), Measures.nodeHeight)
        case .waitsForUser, .success, .failure, .end:
            return (even(max(text + 34 + Measures.mark, needed)), Measures.nodeHeight)
        // The text's corners touch the sides of the diamond.
        case .choice: return (even(text * 3 / 2 + 32), Measures.choiceHeight)
        }
    }

    /// Made even, so that a node's middle is a whole pixel.
    private func even(_ length: Int) -> Int { length + length % 2 }

    /// How far from a shape's corners lines must stay.
    func inset(of node: Int) -> Int {
        switch nodes[node].kind {
        case .state, .waitsForUser: 7
        case .success, .failure, .end: 20
        case .choice: 0
        }
    }

    /// The lines of an edge's labels.
    func labelLines(of edge: Int) -> [Layout.Label.Line] {
        edges[edge].labels.flatMap { label in
            TextMeasure.label.lines(of: label, width: Measures.labelWidth).enumerated().map {
                Layout.Label.Line(text: $0.element, indent: $0.offset == 0 ? 0 : Measures.indent)
            }
        }
    }

    /// The size of an edge's labels; nil where it has none.
    func labelSize(of edge: Int) -> (width: Int, height: Int)? {
        let lines = labelLines(of: edge)
        guard let width = lines.map({ $0.indent + TextMeasure.label.width(of: $0.text) }).max() else { return nil }
        return (width, lines.count * TextMeasure.label.lineHeight)
    }

    /// How far an edge from a place to itself reaches to the right of the place; 0 for nil, which is no such edge.
    func loopWidth(of edge: Int?) -> Int {
        guard let edge else { return 0 }
        return Measures.loop + (labelSize(of: edge).map { $0.width + Measures.labelGap } ?? 0)
    }
}
