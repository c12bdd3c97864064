extension DiagnosticPage {
    /// What can be wrong with values.
    static let ofValues: [DiagnosticPage] = [
        DiagnosticPage(
            .typeMismatch, "a value is of another type",
            cause:
                "Both sides of a comparison or assignment have one type, and a field one with the variable that it hides (rule 7).",
            example: """
                flow Door version 1
                context { tries: int 0...3 = 0 }
                command open
                final opened
                within 15m -> opened
                state closed waits for user {
                  on open when tries == "3" -> opened
                  on open otherwise stay { tries += 1 }
                }
                """,
            cure: "Write a value of the type that is expected.",
            instead: "\"3\"", write: "3"),
        DiagnosticPage(
            .wrongArguments, "the arguments do not fit the fields",
            cause:
                "Values stand for the fields in their order, one for each; 'name: value' names a field that is declared.",
            example: """
                flow Door version 1
                type Key = text(1...8) transient
                command open(key: Key)
                effect turn(key: Key)
                final opened
                within 15m -> opened
                state closed waits for user { on open -> opened { do turn } }
                """,
            cure: "Give each field its value.",
            instead: "do turn", write: "do turn(key)"),
        DiagnosticPage(
            .emptyRange, "a range holds nothing",
            cause: "The lower bound is above the upper one.",
            example: """
                flow Door version 1
                context { tries: int 3...0 = 0 }
                command open
                final opened
                within 15m -> opened
                state closed waits for user {
                  on open when tries == 3 -> opened
                  on open otherwise stay { tries += 1 }
                }
                """,
            cure: "Write the lower bound first; both bounds belong to the range.",
            instead: "3...0", write: "0...3"),
        DiagnosticPage(
            .noInitialValue, "a variable has no first value",
            cause: "A run begins with the context, so each variable is optional or has a first value.",
            example: """
                flow Door version 1
                context { tries: int 0...3 }
                command open
                final opened
                within 15m -> opened
                state closed waits for user {
                  on open when tries == 3 -> opened
                  on open otherwise stay { tries += 1 }
                }
                """,
            cure: "Give a first value, or make it optional with '?'.",
            instead: "0...3", write: "0...3 = 0"),
        DiagnosticPage(
            .transientKept, "a transient value is kept",
            cause: "A 'transient' value passes through one step and reaches neither the context nor the log.",
            example: """
                flow Door version 1
                type Key = text(1...8) transient
                context { key: Key? }
                command open(key: Key)
                final opened keeps key
                within 15m -> opened
                state closed waits for user { on open -> opened { keep key } }
                """,
            cure: "Hand it to an effect at once; if it must be kept, class it 'secret'.",
            instead: "transient", write: "secret"),
        DiagnosticPage(
            .guardReadsUnboundedValue, "a guard reads a value without end",
            cause: "Guards read bool, enum, bounded int, set and presence (rule 7), so that every case can be tried.",
            example: """
                flow Door version 1
                type Key = text(1...8)
                command open(key: Key?)
                final opened
                within 15m -> opened
                state closed waits for user {
                  on open when key == "7" -> opened
                  on open otherwise stay
                }
                """,
            cure: "Let the decoder or an effect turn it into an enum; a guard may ask whether it is present.",
            instead: "key == \"7\"", write: "key present"),
        DiagnosticPage(
            .classifiedValueSteers, "a secret, personal or transient value steers",
            cause: """
                What a guard reads can be told from the run's path, so classified values reach no guard. No timer takes its \
                duration from one, and nothing is counted by one with '+=': a run that comes back may not have it. No test of a \
                decoder compares one, and no source is by one: the log keeps the names of callbacks.
                """,
            example: """
                flow Door version 1
                type Age = int(0...9) personal
                command open(age: Age)
                final opened
                within 15m -> opened
                state closed waits for user {
                  on open when age > 5 -> opened
                  on open otherwise stay
                }
                """,
            cure: "Ask for what the decision needs, in a type of its own without a class.",
            instead: " personal", write: ""),
        DiagnosticPage(
            .valueMayBeAbsent, "a value may be absent where one is needed",
            cause: "On some way to this row nobody has set the variable (rule 7a), and the field is not optional.",
            example: """
                flow Door version 1
                type Key = text(1...8)
                context { key: Key? }
                command open(key: Key)
                effect turn(key: Key)
                final opened
                within 15m -> opened
                state closed waits for user { on open -> turning }
                state turning {
                  enter { do turn(key) }
                  reject open
                  after 5s -> opened
                }
                """,
            cure: "Keep the value on every way, guard the row with 'present', or make the field optional.",
            instead: "-> turning }", write: "-> turning { keep key } }"),
        DiagnosticPage(
            .valueMayLeaveRange, "a value may leave its range",
            cause:
                "A value goes to a place with a narrower range: an int that leaves the variable's range in some configuration, a text that may be longer or shorter than the effect takes, a duration, or a literal outside.",
            example: """
                flow Door version 1
                context { tries: int 0...3 = 0 }
                command open, stop
                final stopped
                within 15m -> stopped
                on stop -> stopped
                state closed waits for user {
                  on open stay { tries += 1 }
                }
                """,
            cure:
                "Guard the row of an int, so that the last value is not passed; of texts and durations give both places one type.",
            instead: "  on open stay", write: "  reject open when tries == 3\n  on open when tries < 3 stay"),
        DiagnosticPage(
            .classLowered, "a value is handed to a lower class",
            cause:
                "A value of class personal, secret or transient is assigned or given to something that may be seen by more.",
            example: """
                flow Door version 1
                type Key = text(1...8) secret
                type Note = text(1...8)
                command open(key: Key)
                effect write(note: Note)
                final opened
                within 15m -> opened
                state closed waits for user { on open -> opened { do write(key) } }
                """,
            cure: "Give the receiver the same class, or do not hand it over.",
            instead: "type Note = text(1...8)", write: "type Note = text(1...8) secret"),
        DiagnosticPage(
            .classifiedValueRetained, "a value with a class is kept for later runs",
            cause:
                "A retained word stays in memory when its run is over and is told to the next one, perhaps another person's.",
            example: """
                flow Door version 1
                type Key = text(1...8) secret
                context { key: Key? }
                command open
                callback ready(key: Key)
                source lock = "Lock" by kind singleton {
                  retained READY => ready(key: key)
                }
                final opened keeps key
                within 15m -> opened
                ignore unrecognised
                state closed waits for user {
                  on open -> opened
                  on ready stay { keep key }
                }
                """,
            cure: "Do not retain the word, or leave the value out of it.",
            instead: "retained READY", write: "READY"),
        DiagnosticPage(
            .parameterChanged, "a row changes a parameter",
            cause:
                "Whoever begins a run chooses its parameters, and they are fixed for the run: the log tells them at its beginning.",
            example: """
                flow Door version 1
                param tries: int 1...5 = 3
                context { left: int 0...5 = tries }
                command knock
                final opened
                within 15m -> opened
                state closed waits for user {
                  on knock when tries > 1 stay { tries -= 1 }
                  on knock otherwise -> opened
                }
                """,
            cure: "Count in a variable that begins with the parameter.",
            instead: "tries > 1 stay { tries -= 1 }", write: "left > 1 stay { left -= 1 }"),
    ]
}
