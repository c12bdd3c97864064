/// A flow that ends with its first command, and a parent that runs it.
enum ShortSubFlow {
    static let child = """
        flow Kid version 1
        command start, cancel
        final over
        within 5m -> over
        on cancel -> over
        reject other
        state idle waits for user { on start -> over }
        """

    /// - Parameter state: where the parent goes once the sub-flow is over.
    static func parent(leadingTo state: String) -> String {
        """
        flow Mum version 1
        command go
        final done
        within 20m -> done
        reject other
        state idle waits for user { on go -> round }
        state round { child kid = Kid enter { run kid.start } on kid.over -> \(state) }
        """
    }
}
