extension DiagnosticPage {
    /// What can be wrong with a provider's model, by itself and beside the flows.
    static let ofModels: [DiagnosticPage] = [
        DiagnosticPage(
            .unknownProviderWord, "a word is not declared",
            cause: "'emit' and 'success' name the file's own words, and there is none of this name.",
            example: """
                provider Bell version "1.0" for bell
                word rang = RING(loud: true)
                state hanging { emit rnag stay }
                """,
            cure: "Correct the name, or declare the word with the raw callback that it stands for.",
            instead: "rnag", write: "rang"),
        DiagnosticPage(
            .unknownCall, "no model of the provider knows a call",
            cause:
                "An effect 'calls Provider.name', and models of that provider are beside the flow, but none of their rows is about such a call. Here the nearest Specs has a model of Lock with the one call 'turn'.",
            example: """
                flow Door version 1
                command open
                effect unlock calls Lock.trun
                final opened
                within 15m -> opened
                state closed waits for user { on open -> opened { do unlock } }
                """,
            cure: "Correct the call, or say in the model what the provider does when it is called.",
            instead: "Lock.trun", write: "Lock.turn"),
        DiagnosticPage(
            .unknownSource, "a model is for a source that no flow has",
            cause:
                "The words of a model reach a flow through the source of this name, and no flow beside the model declares it. Here the nearest Specs has one flow, with the source 'bell'.",
            example: """
                provider Bell version "1.0" for ball
                word rang = RING(loud: true)
                state hanging { emit rang stay }
                """,
            cure: "Write the name of the flow's source.",
            instead: "for ball", write: "for bell"),
        DiagnosticPage(
            .unknownReply, "a model answers what no effect asks for",
            cause:
                "An 'answer' is a reply that some effect which calls the provider declares, and none of the flows beside the model has such a one. Here the nearest Specs has an effect 'ask calls Porter.ask replies yes, no'.",
            example: """
                provider Porter version "1.0"
                state listening {
                  call ask -> asked
                }
                state asked { answer yse, no -> listening }
                """,
            cure: "Correct the name, or declare the reply at the effect.",
            instead: "yse", write: "yes"),
        DiagnosticPage(
            .neverCalled, "nobody makes a call of the provider",
            cause:
                "A model says what the SDK does when it is called, and no effect of the flows beside it makes one of its calls: what stands behind their 'calls' is another name, of which there is no model. A model without a source would never speak, and one with a source only of earlier runs, so that a proof beside it proves little. Here the nearest Specs has an effect 'ask calls Porter.ask replies yes, no'.",
            example: """
                provider Proter version "1.0"
                state listening {
                  call ask -> asked
                }
                state asked { answer yes, no -> listening }
                """,
            cure: "Write the name that the flow's effects have behind 'calls'.",
            instead: "Proter", write: "Porter"),
        DiagnosticPage(
            .modelRowGivesOrders, "a model's row does more than assign",
            cause: "What a provider does to the world is the words that it speaks; its bodies only assign (rule 29a).",
            example: """
                provider Bell version "1.0" for bell
                word rang = RING(loud: true)
                context { pressed: bool = false }
                call press stay { pressed = true; do ring }
                state hanging { emit rang when pressed stay { pressed = false } }
                """,
            cure: "Speak a word with 'emit', and leave effects and timers to the flow.",
            instead: "; do ring", write: ""),
        DiagnosticPage(
            .callClearsGhost, "a call clears what an earlier run left",
            cause:
                "A variable whose first value is true stands for something that an earlier run may have left. It ends by a word or by silence, never by a call of this run (rule 29b).",
            example: """
                provider Bell version "1.0" for bell
                word rang = RING(loud: true)
                context { stillRinging: bool = true }
                call press stay { stillRinging = false }
                state hanging { emit rang when stillRinging stay { stillRinging = false } }
                """,
            cure: "Clear it where the provider speaks, or in a 'quiet' row.",
            instead: "call press stay { stillRinging = false }", write: "call press stay"),
        DiagnosticPage(
            .modelNamesNoSource, "a model speaks to no source",
            cause:
                "A word is a raw callback, which a flow reads through one of its sources, and the model does not name it. Only a model that has no words, because its SDK speaks by the completions of calls, has no source.",
            example: """
                provider Bell version "1.0"
                word rang = RING(loud: true)
                state hanging { emit rang stay }
                """,
            cure: "Name the source behind the version.",
            instead: "\"1.0\"", write: "\"1.0\" for bell"),
        DiagnosticPage(
            .commaInEmit, "a comma between the words of an 'emit'",
            cause:
                "Elsewhere a comma means that any of the names may be meant, and here it once meant that the words are spoken one after the other. A model in which two words follow each other and one in which either comes are different SDKs, so the row has to say it (rule 29a).",
            example: """
                provider Bell version "1.0" for bell
                word rang = RING(loud: true)
                word fell = SILENCE(loud: false)
                state hanging { emit rang, fell stay }
                """,
            cure:
                "Write 'then' where they are spoken back to back, as 'keyway check --fix' does, and a row for each word where one of them is.",
            instead: "rang, fell", write: "rang then fell"),
    ]
}
