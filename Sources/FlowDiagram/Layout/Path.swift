/// A line from point to point, with round corners.
package struct Path: Hashable, Sendable {
    /// A part of the line, from where the part before it ends.
    package enum Piece: Hashable, Sendable {
        /// To a point, without a bend.
        case straight(to: Point)
        /// A cubic curve with two control points.
        case curve(Point, Point, to: Point)

        /// Where the next piece begins.
        package var end: Point {
            switch self {
            case .straight(let end), .curve(_, _, to: let end): end
            }
        }
    }

    /// Where the first piece begins.
    package var start: Point
    /// The pieces, one behind the other; without any, the line is a point.
    package var pieces: [Piece] = []

    /// Where the last piece ends.
    package var end: Point { pieces.last?.end ?? start }

    /// Goes on to a point below: straight or, where the point lies aside and `turn` is given, down to the y `turn`, level, and down again.
    mutating func goDown(to point: Point, turningAt turn: Int? = nil) {
        let from = end
        guard let turn, from.x != point.x else { return goStraight(to: point) }
        let aside = point.x > from.x ? 1 : -1
        let round = max(0, min(Measures.turn, abs(point.x - from.x) / 2, turn - from.y, point.y - turn))
        goStraight(to: Point(x: from.x, y: turn - round))
        goAround(Point(x: from.x, y: turn), to: Point(x: from.x + aside * round, y: turn))
        goStraight(to: Point(x: point.x - aside * round, y: turn))
        goAround(Point(x: point.x, y: turn), to: Point(x: point.x, y: turn + round))
        goStraight(to: point)
    }

    private mutating func goStraight(to point: Point) {
        guard end != point else { return }
        // An upright piece that goes on from another upright one replaces it.
        if case .straight(let last)? = pieces.last, last.x == point.x,
            (pieces.count > 1 ? pieces[pieces.count - 2].end : start).x == point.x
        {
            pieces.removeLast()
        }
        pieces.append(.straight(to: point))
    }

    /// Rounds the corner, where the line would turn, on its way to the point.
    private mutating func goAround(_ corner: Point, to point: Point) {
        let from = end
        guard from != point else { return }
        func between(_ point: Point) -> Point { Point(x: (point.x + corner.x) / 2, y: (point.y + corner.y) / 2) }
        pieces.append(.curve(between(from), between(point), to: point))
    }

    /// The same line from its other end.
    var reversed: Path {
        var path = Path(start: end)
        for (index, piece) in pieces.enumerated().reversed() {
            let begin = index == 0 ? start : pieces[index - 1].end
            switch piece {
            case .straight: path.pieces.append(.straight(to: begin))
            case .curve(let first, let second, _): path.pieces.append(.curve(second, first, to: begin))
            }
        }
        return path
    }

    func moved(_ dx: Int, _ dy: Int) -> Path {
        Path(
            start: start.moved(dx, dy),
            pieces: pieces.map { piece in
                switch piece {
                case .straight(let end): .straight(to: end.moved(dx, dy))
                case .curve(let first, let second, let end):
                    .curve(first.moved(dx, dy), second.moved(dx, dy), to: end.moved(dx, dy))
                }
            })
    }
}
