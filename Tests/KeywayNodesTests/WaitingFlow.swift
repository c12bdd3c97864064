import FlowFixtures

/// A flow that waits for two minutes from its command `start` on, while `ask` may come as often as it likes.
enum WaitingFlow {
    static func loaded() throws -> LoadedFlow {
        try LoadedFlow(
            """
            flow Waiting version 1
            command start, ask
            final done
            within 20m -> done
            ignore unrecognised
            reject other
            late other
            state idle waits for user { on start -> resting }
            state resting waits for user { on ask stay after 2m -> done }
            """)
    }
}
