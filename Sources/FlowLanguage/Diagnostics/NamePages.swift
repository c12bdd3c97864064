extension DiagnosticPage {
    /// What can be wrong with names.
    static let ofNames: [DiagnosticPage] = [
        DiagnosticPage(
            .duplicateName, "a name is taken",
            cause: """
                Targets and groups, events, effects, and values are four name spaces; a name is unique in its own \
                (rule 0a). It also stands once among the types and enums, the sources, the sub-flows, the roles, the \
                scenarios, the words of a model, the clauses of a profile and the flows of a folder; and once among \
                the cases of an enum and the fields of an event, an effect or a word. A word gives no value to the \
                field behind its source's 'by', because the callback's name stands there (rule 29g).
                """,
            example: """
                flow Door version 1
                command open, open
                final opened
                within 15m -> opened
                state closed waits for user { on open -> opened }
                """,
            cure: "Rename one, or delete it.",
            instead: "open, open", write: "open"),
        DiagnosticPage(
            .duplicateRow, "what may stand once stands twice",
            cause: """
                A scope has one 'enter', one 'after' of a duration, one 'hold' of a timer, one 'reject other', and one \
                of 'late other' and 'ignore other'; a file has one 'within' (rule 0c). An effect has each attribute \
                once, a body gives a variable one value (rule 9), a final keeps a variable once, a requirement stands \
                once in its file or clause, and a word once behind 'success'.
                """,
            example: """
                flow Door version 1
                command open, knock
                final opened
                within 15m -> opened
                reject other
                reject other
                state closed waits for user { on open -> opened }
                """,
            cure: "Delete one of them.",
            instead: "reject other\nreject other", write: "reject other"),
        DiagnosticPage(
            .duplicateCode, "a provider's code belongs to two cases",
            cause: "Each code decides for one case (rule 27), so it cannot stand in two, ranges included.",
            example: """
                flow Door version 1
                enum Refusal { wrong = 7112, slow = 7100 ... 7120, other = * }
                callback refused(why: Refusal)
                source bell = "Bell" by kind singleton { REFUSED => refused(why: code) }
                final opened
                final shut
                within 15m -> shut
                ignore unrecognised
                state closed waits for user {
                  on refused when why == slow -> opened
                  on refused otherwise -> shut
                }
                """,
            cure: "Take the code out of one of them.",
            instead: "7100 ... 7120", write: "7113 ... 7120"),
        DiagnosticPage(
            .unknownTarget, "nothing of this name can be entered",
            cause: "A target is a state, a choice or a final, never a group (rule 0).",
            example: """
                flow Door version 1
                command open
                final opened
                within 15m -> opened
                state closed waits for user { on open -> open }
                """,
            cure: "Write the name of a state, choice or final.",
            instead: "-> open }", write: "-> opened }"),
        DiagnosticPage(
            .unknownEvent, "no event has this name",
            cause: "An event is a command, callback, reply, timer, lane or a child's final, each declared in the file.",
            example: """
                flow Door version 1
                command open
                final opened
                within 15m -> opened
                state closed waits for user { on opend -> opened }
                """,
            cure: "Mend the name, or declare the event.",
            instead: "opend", write: "open"),
        DiagnosticPage(
            .unknownEffect, "no effect has this name",
            cause: "'do' orders an effect that the file declares.",
            example: """
                flow Door version 1
                command open
                effect ring
                final opened
                within 15m -> opened
                state closed waits for user { on open -> opened { do bell } }
                """,
            cure: "Mend the name, or declare the effect.",
            instead: "do bell", write: "do ring"),
        DiagnosticPage(
            .unknownValue, "no value has this name here",
            cause:
                "As a value a name means the event's field, else the variable, else a case of the expected enum (rule 0a).",
            example: """
                flow Door version 1
                command open
                final opened
                within 15m -> opened
                state closed waits for user {
                  on open when locked stay
                  on open otherwise -> opened
                }
                """,
            cure: "Declare the variable in the context, or the field in the event.",
            instead: "command open", write: "context { locked: bool = false }\ncommand open"),
        DiagnosticPage(
            .unknownType, "no type or enum has this name",
            cause: "A field or variable has a declared type or enum, or bool, duration, int or set.",
            example: """
                flow Door version 1
                command open(key: Key)
                final opened
                within 15m -> opened
                state closed waits for user { on open -> opened }
                """,
            cure: "Declare the type.",
            instead: "command", write: "type Key = text(1...8) transient\ncommand"),
        DiagnosticPage(
            .unknownTimer, "no timer or lane has this name",
            cause: """
                'set', 'clear', 'hold', 'only while' and the 'timer' of a role name a timer that the file declares; \
                'take' and 'needs' name a lane. The name of another event is no timer.
                """,
            example: """
                flow Door version 1
                command open
                final opened
                within 15m -> opened
                state closed waits for user {
                  on open stay { set bell 5s }
                }
                """,
            cure: "Correct the name, or declare the timer or lane in the state or in a group around it.",
            instead: "  on open", write: "  timer bell\n  on bell -> opened\n  on open"),
        DiagnosticPage(
            .ambiguousValue, "a name has two meanings",
            cause: """
                Where a case of an enum is expected, a name that is also a field or a variable could mean either (rule \
                0a). By itself in a requirement, a role or a scenario, so could a name that a state, an effect and an event \
                share, or two of them: write `in`, `do` or `on` before it.
                """,
            example: """
                flow Door version 1
                enum Mood { calm, angry }
                context { mood: Mood = calm, angry: bool = false }
                command open
                final opened
                within 15m -> opened
                state closed waits for user {
                  on open when mood == angry stay
                  on open otherwise -> opened
                }
                """,
            cure: "Rename the variable or the case.",
            instead: "angry: bool", write: "isAngry: bool"),
        DiagnosticPage(
            .neverUsed, "a declaration is never used",
            cause: "Nothing in the file names it. Perhaps a row that should is missing.",
            example: """
                flow Door version 1
                type Key = text(1...8)
                command open
                final opened
                within 15m -> opened
                state closed waits for user { on open -> opened }
                """,
            cure: "Use it or delete it.",
            instead: "type Key = text(1...8)\n", write: ""),
        DiagnosticPage(
            .unknownFlow, "no flow of this name was found",
            cause: """
                A child's flow is looked for among the given files, then in the nearest 'Specs' of the file; by a build among \
                the specs of the target and of those on which it depends.
                """,
            example: """
                flow House version 1
                final inside
                final outside
                within 15m -> outside
                state atDoor {
                  child door = Dor
                  enter { run door.open }
                  on door.opened -> inside
                }
                """,
            cure: "Mend the name, or give its file as well; a command that takes one flow is told its folder by "
                + "'--specs DIR'.",
            instead: "= Dor", write: "= Door"),
        DiagnosticPage(
            .unusableInSwift, "a name that generated Swift cannot use",
            cause: """
                A flow becomes a Swift type, so its name is no keyword, standard type or module of Swift. 'self', \
                'Type' and 'Protocol' can name nothing, and neither can a name without a letter. Nothing has a name \
                that generated code needs, such as the type 'String', and no two names become one in Swift. Other \
                keywords are written in backticks. 'check --target none' allows every name (rule 0b).
                """,
            example: """
                flow Protocol version 1
                command open
                final opened
                within 15m -> opened
                state closed waits for user { on open -> opened }
                """,
            cure: "Choose another name.",
            instead: "flow Protocol", write: "flow Door"),
        DiagnosticPage(
            .unknownParameter, "the flow has no parameter of this name",
            cause: """
                In 'child door = Door(tries: 2)' the parentheses give values to parameters, which the flow Door \
                declares with 'param'.
                """,
            example: """
                flow House version 1
                final inside
                final outside
                within 15m -> outside
                state atDoor {
                  child door = Door(trys: 2)
                  enter { run door.open }
                  on door.opened -> inside
                }
                """,
            cure: "Mend the name, or declare the parameter in the flow.",
            instead: "(trys: 2)", write: ""),
    ]
}
