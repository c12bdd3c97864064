/// A point of the picture, in pixels; y grows downwards.
package struct Point: Hashable, Sendable {
    package var x: Int
    package var y: Int

    func moved(_ dx: Int, _ dy: Int) -> Point { Point(x: x + dx, y: y + dy) }
}

/// A rectangle of the picture.
package struct Rectangle: Hashable, Sendable {
    package var x: Int
    package var y: Int
    package var width: Int
    package var height: Int

    package var maxX: Int { x + width }
    package var maxY: Int { y + height }
    package var midX: Int { x + width / 2 }
    package var midY: Int { y + height / 2 }

    func moved(_ dx: Int, _ dy: Int) -> Rectangle { Rectangle(x: x + dx, y: y + dy, width: width, height: height) }

    /// The smallest that holds both.
    func union(_ other: Rectangle) -> Rectangle {
        let (left, top) = (min(x, other.x), min(y, other.y))
        return Rectangle(x: left, y: top, width: max(maxX, other.maxX) - left, height: max(maxY, other.maxY) - top)
    }
}

/// A line from point to point, straight or swinging.
package struct Path: Hashable, Sendable {
    package enum Piece: Hashable, Sendable {
        case straight(to: Point)
        /// A cubic curve with two control points.
        case curve(Point, Point, to: Point)

        package var end: Point {
            switch self {
            case .straight(let end), .curve(_, _, to: let end): end
            }
        }
    }

    package var start: Point
    package var pieces: [Piece] = []

    package var end: Point { pieces.last?.end ?? start }

    /// Goes on to a point above or below; where it lies aside, the line leaves and arrives upright.
    mutating func go(to point: Point) {
        let from = end
        if from == point { return }
        guard from.x != point.x else {
            if pieces.count > 0, case .straight(let last) = pieces[pieces.count - 1], last.x == point.x {
                pieces[pieces.count - 1] = .straight(to: point)
            } else {
                pieces.append(.straight(to: point))
            }
            return
        }
        let half = (point.y - from.y) / 2
        pieces.append(.curve(from.moved(0, half), point.moved(0, -half), to: point))
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
