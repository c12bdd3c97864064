extension DiagnosticPage {
    /// What can be wrong with sub-flows and lanes.
    static let ofScopes: [DiagnosticPage] = [
        DiagnosticPage(
            .cyclicFlow, "a flow is a part of itself",
            cause: "A child's flow may have children, but none of them may be the flow that has it: it would not end.",
            example: """
                flow House version 1
                final inside
                final outside
                within 15m -> outside
                state atDoor {
                  child door = House
                  enter { run door.open }
                  on door.opened -> inside
                }
                """,
            cure: "Name another flow, or make the repetition a state that is entered again.",
            instead: "= House", write: "= Door"),
        DiagnosticPage(
            .childCannotBeCancelled, "a flow without 'cancel' is used as a sub-flow",
            cause:
                "Leaving the scope of a child sends it 'cancel', so its flow declares that command without fields and rejects it in no state (rule 20).",
            example: """
                flow House version 1
                final inside
                final outside
                within 15m -> outside
                state atDoor {
                  child door = Hatch
                  enter { run door.open }
                  on door.opened -> inside
                }
                """,
            cure: "Give the flow a 'cancel' that every state takes, as in 'on cancel -> cancelled' atop its file.",
            instead: "= Hatch", write: "= Door"),
        DiagnosticPage(
            .childRunsAlready, "a sub-flow may be run while it runs",
            cause: "A child is one leg: it ends before it is run again, by a final or by leaving its scope (rule 14).",
            example: """
                flow House version 1
                command knock
                final inside
                within 15m -> inside
                state atDoor {
                  child door = Door
                  enter { run door.open }
                  on knock stay { run door.open }
                  on door.opened -> inside
                }
                """,
            cure: "Enter the state again instead, which cancels the leg that runs.",
            instead: "on knock stay { run door.open }", write: "on knock -> atDoor"),
        DiagnosticPage(
            .laneTakenTwice, "a run may ask for a lane in which it stands",
            cause:
                "There is one lane for each provider. Whoever has asked for it and asks again, be it by another name, waits for itself (rule 19).",
            example: """
                flow Post version 1
                command send, retry
                final sent
                within 15m -> sent
                group posting {
                  lane queue of Mail
                  state idle waits for user {
                    on send -> waiting
                    reject retry
                  }
                  state waiting {
                    enter { take queue }
                    on retry -> waiting
                    reject send
                    on queue -> sent
                    after 30s -> sent
                  }
                }
                """,
            cure: "Ask once, on the way into the lane's scope, or declare the lane in the state: entering frees it.",
            instead: "on retry -> waiting", write: "reject retry"),
        DiagnosticPage(
            .laneWaitsForItself, "an effect or sub-flow may wait for the lane of its own run",
            cause:
                "An effect that 'needs' a lane stands in the provider's queue by itself, and so does a sub-flow that takes one: a run that stands there already, or asks while such a sub-flow runs, waits for its own end (rule 19).",
            example: """
                flow Post version 1
                command send
                effect post needs queue replies posted otherwise posted
                final sent
                within 15m -> sent
                late other
                state idle waits for user { on send -> waiting }
                reject other
                state waiting {
                  lane queue of Mail
                  enter { take queue; do post }
                  on queue stay
                  on posted -> sent
                }
                """,
            cure: "Leave the lane's scope before the effect is done, or take no lane for it.",
            instead: "  lane queue of Mail\n  enter { take queue; do post }\n  on queue stay\n",
            write: "  lane queue of Mail\n  enter { do post }\n"),
    ]
}
