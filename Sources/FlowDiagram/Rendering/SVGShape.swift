/// A node's outline and mark: what kind it is shows without colour.
struct SVGShape {
    var frame: Rectangle
    var kind: Diagram.Kind

    var rendered: String {
        switch kind {
        case .state: rectangle(frame, radius: 8)
        case .waitsForUser: rectangle(frame, radius: 8) + person
        case .choice: diamond
        case .success: twice { rectangle($0, radius: $0.height / 2) } + tick
        // The final that the deadline of the whole flow leads to; a spec does not say of a final that it is a failure.
        case .failure: twice(octagon) + cross
        case .end: twice { rectangle($0, radius: $0.height / 2) } + square
        }
    }

    /// Where a mark's middle stands.
    private var mark: Point { Point(x: frame.x + 22, y: frame.midY) }

    private func rectangle(_ frame: Rectangle, radius: Int) -> String {
        #"<rect class="shape" x="\#(frame.x)" y="\#(frame.y)" width="\#(frame.width)" "#
            + #"height="\#(frame.height)" rx="\#(radius)"/>"#
    }

    /// The outline and a smaller one inside it, by which finals are known.
    private func twice(_ outline: (Rectangle) -> String) -> String {
        let inner = Rectangle(x: frame.x + 4, y: frame.y + 4, width: frame.width - 8, height: frame.height - 8)
        return outline(frame) + outline(inner)
    }

    private func octagon(_ frame: Rectangle) -> String {
        let (cut, width, height) = (10, frame.width, frame.height)
        return #"<path class="shape" d="M\#(frame.x + cut) \#(frame.y)h\#(width - 2 * cut)l\#(cut) \#(cut)"#
            + #"v\#(height - 2 * cut)l-\#(cut) \#(cut)h-\#(width - 2 * cut)l-\#(cut) -\#(cut)v-\#(height - 2 * cut)z"/>"#
    }

    private var diamond: String {
        #"<path class="shape" d="M\#(frame.midX) \#(frame.y)L\#(frame.maxX) \#(frame.midY)"#
            + #"L\#(frame.midX) \#(frame.maxY)L\#(frame.x) \#(frame.midY)z"/>"#
    }

    private var tick: String { #"<path class="mark" d="M\#(mark.x - 6) \#(mark.y)l4 5l8 -10"/>"# }

    private var cross: String {
        #"<path class="mark" d="M\#(mark.x - 4) \#(mark.y - 5)l10 10m0 -10l-10 10"/>"#
    }

    private var square: String {
        #"<rect class="mark" x="\#(mark.x - 4)" y="\#(mark.y - 4)" width="8" height="8"/>"#
    }

    /// Head and shoulders: somebody is waited for.
    private var person: String {
        let x = frame.x + 18
        return #"<circle class="mark" cx="\#(x)" cy="\#(mark.y - 5)" r="4"/>"#
            + #"<path class="mark" d="M\#(x - 7) \#(mark.y + 9)c0 -10 14 -10 14 0"/>"#
    }
}

extension Diagram.Kind {
    /// The kind's name as a class of the SVG, by which `SVGStyle` colours it.
    var word: String {
        switch self {
        case .state: "state"
        case .waitsForUser: "waiting"
        case .choice: "choice"
        case .success: "success"
        case .failure: "failure"
        case .end: "end"
        }
    }
}
