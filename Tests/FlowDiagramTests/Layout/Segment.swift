@testable import FlowDiagram

/// A straight piece of a drawn line; each curve of the line counts as six such pieces.
struct Segment: Hashable {
    var start: Point
    var end: Point

    /// Whether the two cut each other, and do not only touch.
    func crosses(_ other: Segment) -> Bool {
        side(of: other.start) * side(of: other.end) < 0 && other.side(of: start) * other.side(of: end) < 0
    }

    /// Positive on one side, negative on the other.
    private func side(of point: Point) -> Int {
        ((end.x - start.x) * (point.y - start.y) - (end.y - start.y) * (point.x - start.x)).signum()
    }

    /// Whether both are upright or both level, and have more than a point in common.
    func runs(upon other: Segment) -> Bool {
        let uprights = start.x == end.x && other.start.x == other.end.x && start.x == other.start.x
        if uprights { return overlap(start.y, end.y, other.start.y, other.end.y) }
        let areLevel = start.y == end.y && other.start.y == other.end.y && start.y == other.start.y
        return areLevel && overlap(start.x, end.x, other.start.x, other.end.x)
    }

    private func overlap(_ a: Int, _ b: Int, _ c: Int, _ d: Int) -> Bool {
        max(min(a, b), min(c, d)) < min(max(a, b), max(c, d))
    }
}

extension Path {
    /// The line as straight pieces, one behind the other.
    var segments: [Segment] {
        var segments: [Segment] = []
        var from = start
        for piece in pieces {
            switch piece {
            case .straight(let end): segments.append(Segment(start: from, end: end))
            case .curve(let first, let second, let end):
                var last = from
                for step in 1...6 {
                    let point = Self.point(Double(step) / 6, from, first, second, end)
                    segments.append(Segment(start: last, end: point))
                    last = point
                }
            }
            from = piece.end
        }
        return segments
    }

    /// The point at `t`, from 0 to 1, of the cubic Bézier curve with these four control points.
    private static func point(_ t: Double, _ a: Point, _ b: Point, _ c: Point, _ d: Point) -> Point {
        func blend(_ a: Int, _ b: Int, _ c: Int, _ d: Int) -> Int {
            let u = 1 - t
            let sum = u * u * u * Double(a) + 3 * u * u * t * Double(b) + 3 * u * t * t * Double(c)
            return Int((sum + t * t * t * Double(d)).rounded())
        }
        return Point(x: blend(a.x, b.x, c.x, d.x), y: blend(a.y, b.y, c.y, d.y))
    }
}
