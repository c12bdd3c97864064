/// A parent of two sub-flows, for tests of what one of them heard and the other did not.
package enum TwoWays {
    /// The flow `Ways`: it runs the sub-flow `first`, and where that ends in `bad` the sub-flow `second`.
    ///
    /// - Parameters:
    ///   - first: the flow of `first`, which has the command `go` and the finals `good` and `bad`.
    ///   - second: the flow of `second`, which has them too.
    package static func flow(first: String, second: String) -> String {
        """
        flow Ways version 1
        command start
        final good
        final bad
        within 15m -> bad
        ignore unrecognised
        reject other
        state idle waits for user { on start -> one }
        state one { child first = \(first) enter { run first.go } on first.good -> good on first.bad -> two }
        state two { child second = \(second) enter { run second.go } on second.good -> good on second.bad -> bad }
        """
    }
}
