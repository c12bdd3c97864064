/// A rectangle of the picture.
package struct Rectangle: Hashable, Sendable {
    /// The x of the left side, in pixels.
    package var x: Int
    /// The y of the top, in pixels.
    package var y: Int
    /// The width in pixels, to the right of `x`.
    package var width: Int
    /// The height in pixels, below `y`.
    package var height: Int

    /// The right side.
    package var maxX: Int { x + width }
    /// The bottom.
    package var maxY: Int { y + height }
    /// The middle from left to right; half a pixel too far left where the width is odd.
    package var midX: Int { x + width / 2 }
    /// The middle from top to bottom; half a pixel too high where the height is odd.
    package var midY: Int { y + height / 2 }

    func moved(_ dx: Int, _ dy: Int) -> Rectangle { Rectangle(x: x + dx, y: y + dy, width: width, height: height) }
}
