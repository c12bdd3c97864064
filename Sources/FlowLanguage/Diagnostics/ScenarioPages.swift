extension DiagnosticPage {
    /// What can be wrong with the scenarios and the requirements of a spec.
    static let ofScenarios: [DiagnosticPage] = [
        DiagnosticPage(
            .scenarioFails, "the flow does not do what a scenario tells",
            cause:
                "A scenario is played whenever its spec is checked: 'on' tells the run of an event, 'advance' lets timers fire and effects run out of time, and 'expect' speaks of the run as it is now, or of what the last 'on' or 'advance' before it has brought about.",
            example: """
                flow Door version 1
                command open, cancel
                effect ask replies yes, no otherwise no within 10s
                final opened
                final shut
                within 15m -> shut
                on cancel -> shut
                reject other
                late other
                state closed waits for user { on open -> asking }
                state asking {
                  enter { do ask }
                  on yes -> opened
                  on no -> shut
                }
                scenario "nobody answers" {
                  on open
                  expect ask
                  advance 10s
                  expect opened
                }
                """,
            cure: "Mend the rows if the story is right, and else the story. The message says where the run is.",
            instead: "  expect opened\n", write: "  expect shut\n"),
        DiagnosticPage(
            .successWithoutRequirement, "nothing says what has to come before a success",
            cause:
                "A final that is a 'success' has to be earned: 'require ... only after ...' names what, most often the backend's word, and 'keyway explore' proves that nothing else leads there (rule 30 (ii)). Without such a line that part of rule 30 is refuted as soon as a run enters the final.",
            example: """
                flow Door version 1
                command open
                effect ask replies yes, no otherwise no within 10s
                final opened success
                final shut
                within 15m -> shut
                reject other
                late other
                state closed waits for user { on open -> asking }
                state asking {
                  enter { do ask }
                  on yes -> opened
                  on no -> shut
                }
                """,
            cure: "Require an event that no effect gives as its 'otherwise'.",
            instead: "final shut\n", write: "final shut\nrequire opened only after yes\n"),
        DiagnosticPage(
            .otherwiseEarnsSuccess, "an effect that hangs would be a success",
            cause:
                "An effect gives its 'otherwise' when nobody has answered in time, when the handler throws, and after a crash (rule 21). Here a success waits for that very reply. The word is the flow's own then, which never counts for an 'only after' (rule 30), but a reader of rows and logs cannot tell it from the backend's.",
            example: """
                flow Door version 1
                command open
                effect ask replies yes, no otherwise yes within 10s
                final opened success
                final shut
                require opened only after yes
                within 15m -> shut
                reject other
                late other
                state closed waits for user { on open -> asking }
                state asking {
                  enter { do ask }
                  on yes -> opened
                  on no -> shut
                }
                """,
            cure: "Let another reply say that nobody answered, perhaps one of its own.",
            instead: "otherwise yes", write: "otherwise no"),
        DiagnosticPage(
            .restartTakesValue, "a restart takes away a value that an effect needs later",
            cause:
                "The log has no value of class personal or secret, so where the app dies and comes back the run goes on without it (rule 24a). From this state a way leads to an effect that needs the value, and nothing on the way sets it anew. The effect is not performed then: its 'otherwise' comes at once, each time anew, and the person may try for ever. No row of the state, or of a group around it, says what 'restored' means.",
            example: """
                flow Door version 1
                type Key = text(1...8) secret
                context { key: Key? }
                command begin(key: Key), open, close
                effect turn(key: Key)
                final opened
                within 15m -> opened
                reject other
                state outside waits for user { on begin -> closed { keep key } }
                state closed waits for user {
                  on open stay { do turn(key) }
                  on close -> opened
                }
                """,
            cure:
                "Lead the run back to where the person gives the value anew. Where every such effect may stay undone, write 'ignore restored'; where an app has a key store, ask 'when withValues' (rule 24b).",
            instead: "state closed waits for user {\n",
            write: "state closed waits for user {\n  on restored -> outside { key = nil }\n"),
    ]
}
