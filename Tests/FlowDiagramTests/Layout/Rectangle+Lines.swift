@testable import FlowDiagram

extension Rectangle {
    func overlaps(_ other: Rectangle) -> Bool { x < other.maxX && other.x < maxX && y < other.maxY && other.y < maxY }

    /// Whether they have a point in common, on their borders too.
    func touches(_ other: Rectangle) -> Bool {
        x <= other.maxX && other.x <= maxX && y <= other.maxY && other.y <= maxY
    }

    func holds(_ other: Rectangle) -> Bool {
        x <= other.x && y <= other.y && other.maxX <= maxX && other.maxY <= maxY
    }

    func contains(_ point: Point) -> Bool { x <= point.x && point.x <= maxX && y <= point.y && point.y <= maxY }

    /// Whether the point lies on the rectangle's border.
    func isTouched(by point: Point) -> Bool {
        contains(point) && (point.y == y || point.y == maxY || point.x == x || point.x == maxX)
    }

    /// Whether a straight line passes through its inside. Source: Liang, Barsky: A new concept for line clipping, 1984.
    func isCrossed(from start: Point, to end: Point) -> Bool {
        var (enters, leaves) = (0.0, 1.0)
        let (dx, dy) = (Double(end.x - start.x), Double(end.y - start.y))
        let sides = [
            (-dx, Double(start.x - x)), (dx, Double(maxX - start.x)), (-dy, Double(start.y - y)),
            (dy, Double(maxY - start.y)),
        ]
        for (step, room) in sides {
            if step == 0 {
                if room <= 0 { return false }
            } else if step < 0 {
                enters = max(enters, room / step)
            } else {
                leaves = min(leaves, room / step)
            }
        }
        return enters < leaves
    }
}
