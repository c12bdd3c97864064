extension DiagnosticPage {
    /// What can be wrong with the text itself, and the warning about a sub-flow that could not be checked.
    static let ofText: [DiagnosticPage] = [
        DiagnosticPage(
            .notUTF8, "a byte is not UTF-8",
            cause: "The file was saved in another encoding, or it is not a text. Only the first such byte is told.",
            example: "A comment with an 'é' in Latin-1: the byte 0xE9 alone.",
            cure: "Save the file as UTF-8."),
        DiagnosticPage(
            .unexpectedCharacter, "a character means nothing in the language",
            cause: "Outside of strings and comments there are ASCII letters, digits and the signs of the grammar.",
            example: """
                flow Door version 1
                command open
                final opened
                within 15m -> opened
                reject open
                state closed { after 10sec -> opened }
                """,
            cure: "Write the sign or unit that the language has; put other characters into strings.",
            instead: "10sec", write: "10s"),
        DiagnosticPage(
            .malformedString, "a string is not closed or has an unknown escape",
            cause: "A string stands on one line, in double quotes; its escapes are \\\", \\\\, \\n and \\u{...}.",
            example: """
                flow Door version 1
                callback rang
                source bell = "The \\Bell" by kind singleton { RING => rang }
                final opened
                within 15m -> opened
                ignore unrecognised
                state closed waits for user { on rang -> opened }
                """,
            cure: "Close the string, and write a backslash as two.",
            instead: "\\Bell", write: "\\\\Bell"),
        DiagnosticPage(
            .numberOutOfRange, "a number is too large",
            cause: """
                Integers, and durations in milliseconds, have 64 bits. The least length of a text is at most \
                1,000,000, because tests and proofs build such a text; 'at most' counts to 63 (rule 33c).
                """,
            example: """
                flow Door version 1
                command open
                final opened
                within 99999999999999999999s -> opened
                state closed waits for user { on open -> opened }
                """,
            cure: "Write a smaller number.",
            instead: "99999999999999999999s", write: "15m"),
        DiagnosticPage(
            .unexpectedToken, "something else is expected here",
            cause: "The text leaves the grammar. The message says what was found and what could stand there.",
            example: """
                flow Door version 1
                command open
                final opened
                within 15m -> opened
                state closed waits for user { on open opened }
                """,
            cure: "Write what is expected. After a missing brace the message stands where it should be.",
            instead: "on open opened", write: "on open -> opened"),
        DiagnosticPage(
            .nestedTooDeep, "scopes, parentheses or sub-flows are nested too deep",
            cause:
                "Scopes are read 64 deep, parentheses and negations 128, and flows within flows 32: nobody can read more.",
            example: "Two hundred parentheses around a condition.",
            cure: "Flatten the groups, or name a part of the condition by a variable."),
        DiagnosticPage(
            .noHeader, "the file does not say what it declares",
            cause: "A file is empty, or it does not begin with 'flow' or 'provider'; a profile begins with 'profile'.",
            example: """
                // A door.
                command open
                final opened
                within 15m -> opened
                state closed waits for user { on open -> opened }
                """,
            cure: "Begin with the flow's name and version.",
            instead: "// A door.", write: "flow Door version 1"),
        DiagnosticPage(
            .reservedName, "a word of the language cannot be a name",
            cause: "The words of rule 0b, such as 'state', 'on' and 'final', can name nothing.",
            example: """
                flow Door version 1
                command take
                final opened
                within 15m -> opened
                reject other
                state closed { after 5m -> opened }
                """,
            cure: "Choose another name. A provider's own word is written as a string.",
            instead: "command take", write: "command takeKey"),
        DiagnosticPage(
            .childNotChecked, "this part is not checked yet",
            cause: "The child's flow is missing or has errors, so it could not be checked. Here 'Cellar' has errors.",
            example: """
                flow House version 1
                command start, cancel
                final inside
                within 20m -> inside
                on cancel -> inside
                reject other
                state idle waits for user { on start -> door }
                state door {
                  child front = Cellar
                  enter { run front.open }
                  on front.opened -> inside
                }
                """,
            cure: "Mend the child's flow where its problems are told.",
            instead: "Cellar", write: "Door"),
    ]
}
