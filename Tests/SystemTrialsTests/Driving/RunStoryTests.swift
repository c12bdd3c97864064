import SystemTrials
import Testing

@Suite("A driven run as it is told")
struct RunStoryTests {
    /// A flow that fails at the first `opened`, and one model.
    ///
    /// - Parameter requirement: what the flow declares behind `require`.
    private func system(_ requirement: String) throws -> LoadedSystem {
        try LoadedSystem(
            SystemText(
                flow: """
                    flow Small version 1
                    context { isCalled: bool = false }
                    command call, cancel
                    callback opened
                    source lock = "Lock" by kind singleton { retained OPENED => opened }
                    final failed
                    final cancelled
                    require \(requirement)
                    on cancel -> cancelled
                    within 20m -> cancelled
                    ignore unrecognised
                    reject other
                    state idle waits for user {
                      on call stay { isCalled = true }
                      on opened -> failed
                    }
                    """,
                models: [
                    """
                    provider Lock version "1.0" for lock
                    word open = OPENED(by: "hand")
                    context { said: bool = false }
                    state any { emit open when not said stay { said = true } }
                    """
                ]))
    }

    @Test("What the beginning of a run breaks is told before its first step")
    func beginning() throws {
        #expect(RunStory([], of: try system("always isCalled")).lines == ["    breaks: always isCalled"])
    }

    @Test("What a word breaks that an earlier run left is told with the word's step")
    func retainedWord() throws {
        let left = TrialStep(.left(provider: 0, word: 0), salt: 0)
        let lines = RunStory([left], of: try system("never opened")).lines
        #expect(lines.first == "an earlier run left open")
        #expect(lines.contains { $0.hasPrefix("    opened (retained): taken, in failed") })
        #expect(lines.contains("    breaks: 30.v") && lines.contains("    breaks: never opened"))
    }
}
