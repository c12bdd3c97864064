/// A chain of choices, each of which leads to the next or to the next but one: the number of ways through it is a Fibonacci number.
package enum ChainedChoices {
    /// The text of a flow whose command `go` leads into the chain.
    ///
    /// - Parameters:
    ///   - count: how many choices there are. They are called `c0`, `c1` and so on, and `c0` asks the variable `b0`, which `go` sets.
    ///   - bodies: makes the body of the first branch of the choice at this position, as `{ do note }`.
    package static func text(_ count: Int, bodies: (Int) -> String = { _ in "" }) -> String {
        func target(_ position: Int) -> String {
            position < count ? "c\(position)" : position == count ? "won" : "lost"
        }
        let choices = (0..<count).map { position in
            """
            choice c\(position) {
              when b\(position) -> \(target(position + 1)) \(bodies(position))
              otherwise -> \(target(position + 2))
            }
            """
        }
        let names = (0..<count).map { "b\($0)" }
        return """
            flow Chain version 1
            context { notes: int 0...\(count) = 0, \(names.map { "\($0): bool = false" }.joined(separator: ", ")) }
            command go(\(names.map { "\($0): bool" }.joined(separator: ", ")))
            effect note
            final won keeps notes
            final lost keeps notes
            within 9m -> lost
            state waiting waits for user { on go -> c0 { keep \(names.joined(separator: ", ")) } }
            \(choices.joined(separator: "\n"))
            """
    }
}
