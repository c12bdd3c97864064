/// A point of the picture, in pixels; y grows downwards.
package struct Point: Hashable, Sendable {
    /// Grows to the right.
    package var x: Int
    /// Grows downwards.
    package var y: Int

    func moved(_ dx: Int, _ dy: Int) -> Point { Point(x: x + dx, y: y + dy) }
}
