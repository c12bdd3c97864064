extension DiagnosticPage {
    /// What can be wrong with states, cells and rows.
    static let ofStructure: [DiagnosticPage] = [
        DiagnosticPage(
            .cellUndecided, "nobody decides what an event means in a state",
            cause: "No scope of the state names the event and no 'other' covers it (rules 2 and 3).",
            example: """
                flow Door version 1
                command open, cancel
                final opened
                within 15m -> opened
                state closed waits for user { on open -> opened }
                """,
            cure: "Name the event in the state, or in a group or the file if it means the same everywhere.",
            instead: "within", write: "reject cancel\nwithin"),
        DiagnosticPage(
            .cellImpossible, "a row names an event that cannot come there",
            cause: """
                A timer, lane, child or reply that cannot be running or open in this state cannot speak (rule 5), and a \
                callback that only singleton sources make is never stale (rule 23).
                """,
            example: """
                flow Door version 1
                command open
                effect ring replies heard otherwise heard
                final opened
                within 15m -> opened
                state closed waits for user {
                  on open -> ringing
                  ignore heard
                }
                state ringing {
                  enter { do ring }
                  on heard -> opened
                  reject open
                }
                """,
            cure: "Delete the row; for replies 'late other' says that none can come.",
            instead: "ignore heard", write: "late other"),
        DiagnosticPage(
            .guardsOverlap, "two rows hold at once",
            cause:
                "The guards of a scope's rows for one event are disjoint (rule 6). The message gives values for which both hold.",
            example: """
                flow Door version 1
                context { tries: int 0...3 = 0 }
                command open
                final opened
                within 15m -> opened
                state closed waits for user {
                  on open when tries < 2 stay { tries += 1 }
                  on open when tries > 0 -> opened
                }
                """,
            cure: "Narrow one of the guards, or write 'otherwise' for the rest.",
            instead: "when tries > 0", write: "otherwise"),
        DiagnosticPage(
            .guardsIncomplete, "no row holds for some values",
            cause:
                "The guards of a scope's rows for one event cover every value (rule 6); outer rows do not fill a gap. Guards that read too many values to go through have an 'otherwise', because nothing else shows that they leave no gap.",
            example: """
                flow Door version 1
                context { locked: bool = false }
                command open
                final opened
                within 15m -> opened
                state closed waits for user {
                  on open when not locked -> opened
                }
                """,
            cure: "Say what the event means in the remaining cases.",
            instead: "-> opened\n}", write: "-> opened\n  reject open otherwise\n}"),
        DiagnosticPage(
            .otherwiseTwice, "an event has 'otherwise' twice",
            cause:
                "'otherwise' is the complement of all other guards of the scope, so there is at most one an event (rule 6).",
            example: """
                flow Door version 1
                context { locked: bool = false }
                command open
                final opened
                within 15m -> opened
                state closed waits for user {
                  on open otherwise -> opened
                  reject open otherwise
                }
                """,
            cure: "Give one of them its condition.",
            instead: "reject open otherwise", write: "reject open when locked"),
        DiagnosticPage(
            .finalStateLeft, "a final has rows",
            cause: "Nothing leads out of a final (rule 13): afterwards commands are rejected, and nothing else counts.",
            example: """
                flow Door version 1
                command open
                final opened { reject open }
                within 15m -> opened
                state closed waits for user { on open -> opened }
                """,
            cure: "Delete the rows, or make it a state.",
            instead: " { reject open }", write: ""),
        DiagnosticPage(
            .stateUnreachable, "no way leads to a state",
            cause: "No row, choice or deadline that can be taken has it as its target.",
            example: """
                flow Door version 1
                command open
                final opened
                within 15m -> opened
                state closed waits for user { on open -> opened }
                state ajar waits for user { on open -> opened }
                """,
            cure: "Lead to it, or delete it.",
            instead: "closed waits for user { on open -> opened }", write: "closed waits for user { on open -> ajar }"),
        DiagnosticPage(
            .stateCannotEnd, "from a state no way leads to a final",
            cause:
                "Whatever happens, a run that is there does not end but by the session deadline, or when the app dies.",
            example: """
                flow Door version 1
                command open, close
                final opened
                within 15m -> opened
                reject other
                state closed waits for user {
                  on open -> ajar
                  on close -> opened
                }
                state ajar waits for user { on close stay }
                """,
            cure: "Give the state, or one behind it, a row that ends.",
            instead: "on close stay", write: "on close -> closed"),
        DiagnosticPage(
            .silentWait, "a state can wait for ever",
            cause:
                "In some configuration no timer runs, no effect is open and no child lives, and the state does not say 'waits for user' (rule 28).",
            example: """
                flow Door version 1
                callback rang
                final opened
                within 15m -> opened
                state listening {
                  on rang -> opened
                }
                """,
            cure: "Give the state a deadline; say 'waits for user' only where a person is asked.",
            instead: "  on rang", write: "  after 30s -> opened\n  on rang"),
        DiagnosticPage(
            .pollingWithoutDeadline, "a poll can go on for ever",
            cause: "Timers and replies alone lead in a circle, and no other timer runs on through it (rule 28).",
            example: """
                flow Door version 1
                effect ask replies yes, no otherwise no
                final opened
                within 15m -> opened
                state asking {
                  timer again
                  enter { do ask }
                  on no stay { set again 2s }
                  on again stay { do ask }
                  on yes -> opened
                }
                """,
            cure: "Give the state or the group around it a deadline that the poll leaves alone.",
            instead: "  on yes", write: "  after 1m -> opened\n  on yes"),
        DiagnosticPage(
            .pollOutlastsRun, "a poll may go round until the run has too many records",
            cause:
                "A run that has changed 2,000 times ends early, by the target of its 'within' (rule 15). Here timers and replies alone lead in a circle, and by the shortest pause and the longest deadline that may be chosen the run goes round until that happens: who is still in time, by the flow's own deadline, is lost. Answers count as coming at once.",
            example: """
                flow Door version 1
                param pause: duration 1s...30s = 5s
                param patience: duration 1m...20m = 5m
                effect ask replies yes, no otherwise no
                final opened
                final shut
                within 30m -> shut
                state asking {
                  timer again
                  enter { do ask }
                  on no stay { set again pause }
                  on again stay { do ask }
                  on yes -> opened
                  after patience -> shut
                }
                """,
            cure:
                "Let a turn take longer, or the stay end sooner, by the bounds of the parameters too; or let a turn change the run less often. Leave room for the rest of the run.",
            instead: "duration 1s...30s", write: "duration 2s...30s"),
        DiagnosticPage(
            .usedOutOfScope, "a timer, lane or sub-flow is used outside of its scope",
            cause:
                "A timer, a lane or a sub-flow lives in the scope that declares it and ends when that scope is left (rules 14 and 16). A final ends all of them.",
            example: """
                flow Door version 1
                command open
                final opened
                within 15m -> opened
                reject open
                state closed waits for user { on open -> ajar }
                state ajar {
                  timer bell
                  enter { set bell 5s }
                  on bell -> shut
                }
                state shut {
                  enter { set bell 5s }
                  after 5s -> opened
                }
                """,
            cure: "Declare it in the group around the states that share it, or use it only where it lives.",
            instead: "state shut {\n  enter { set bell 5s }", write: "state shut {"),
        DiagnosticPage(
            .choiceCycle, "choices lead in a circle",
            cause:
                "A choice is resolved within the step (rule 10), so from choice to choice it must come to a state or final.",
            example: """
                flow Door version 1
                command open
                final opened
                within 15m -> opened
                state closed waits for user { on open -> first }
                choice first { otherwise -> second }
                choice second { otherwise -> first }
                """,
            cure: "Lead one of them to a state or final.",
            instead: "otherwise -> first", write: "otherwise -> opened"),
        DiagnosticPage(
            .noStates, "the flow has no state",
            cause: "The first state of the file is where a run begins (rule 0), and there is none.",
            example: """
                flow Door version 1
                command open
                final opened
                within 15m -> opened
                """,
            cure: "Declare the state in which a run begins.",
            instead: "-> opened", write: "-> opened\nstate closed waits for user { on open -> opened }"),
        DiagnosticPage(
            .noSessionDeadline, "the flow has no session deadline",
            cause:
                "A run that is left alone must end by itself: 'within' is set with the run and never restarted (rule 15).",
            example: """
                flow Door version 1
                command open
                final opened
                state closed waits for user { on open -> opened }
                """,
            cure: "Say when a run ends and how.",
            instead: "final opened", write: "final opened\nfinal abandoned\nwithin 15m -> abandoned"),
        DiagnosticPage(
            .decoderRowNeverMatches, "a row of a decoder never matches",
            cause: "Rows above it take every callback that it could read: the first match wins (rule 25).",
            example: """
                flow Door version 1
                callback rang, knocked
                source bell = "Bell" by kind singleton {
                  RING => rang
                  RING when loud == true => knocked
                }
                final opened
                within 15m -> opened
                ignore unrecognised
                state closed waits for user { on rang, knocked -> opened }
                """,
            cure: "Write the narrower row first.",
            instead: "  RING => rang\n  RING when loud == true => knocked",
            write: "  RING when loud == true => knocked\n  RING => rang"),
        DiagnosticPage(
            .claimsUnproved, "claims of 'other' are not proved",
            cause:
                "An 'other' row claims that the cells it decides never come with anything to say (rule 4), and no model proves it.",
            example: """
                flow Door version 1
                callback rang
                final opened
                within 15m -> opened
                late other
                state closed { after 5m -> opened }
                """,
            cure: "Read the cells that 'keyway check --claims' lists, and name each event that can arrive.",
            instead: "late other", write: "ignore rang"),
        DiagnosticPage(
            .tooManyConfigurations, "there are more configurations than are tried",
            cause:
                "Guards read more than 1,000,000 combinations of values (rule 7a) or a set of more than 12 cases, an event carries more values than can be gone through, in one configuration or in all together, or parameters can be chosen in more than 100,000 ways (rule 34): some rules are unproved, and what breaks them on the way is named. Guards of one event or choice that read so many and have no 'otherwise' are an error, FL063.",
            example: "Six counters of int 0...20, each read by a guard.",
            cure: "Bound counters by 3 to 5, give parameters narrow ranges, and let guards read fewer variables."),
        DiagnosticPage(
            .misplacedRow, "a row or declaration stands where it cannot",
            cause:
                "'within' and declarations belong to the file; 'call', 'emit', 'quiet' and 'word' to provider files.",
            example: """
                flow Door version 1
                command open
                within 15m -> opened
                state closed waits for user {
                  final opened
                  on open -> opened
                }
                """,
            cure: "Move it to where it belongs.",
            instead: "state closed waits for user {\n  final opened",
            write: "final opened\nstate closed waits for user {"),
        DiagnosticPage(
            .rowNeverDecides, "a row, or a name in it, decides nothing",
            cause:
                "Inner scopes name the event in every state of this scope, and the innermost decides alone (rule 2).",
            example: """
                flow Door version 1
                command open
                final opened
                within 15m -> opened
                reject open
                state closed waits for user { on open -> opened }
                """,
            cure: "Delete the row or the name.",
            instead: "reject open\n", write: ""),
        DiagnosticPage(
            .timerNeverFires, "a timer is set and can never fire",
            cause:
                "Something that was set before, ends no later and leaves the timer's scope comes first (rules 14 to 16).",
            example: """
                flow Door version 1
                command open
                final opened
                final shut
                within 15m -> shut
                reject open
                state closed waits for user { on open -> ajar }
                state ajar {
                  timer bell
                  enter { set bell 40s }
                  on bell -> opened
                  after 30s -> shut
                }
                """,
            cure: "Set it for a shorter time, or delete it.",
            instead: "set bell 40s", write: "set bell 20s"),
        DiagnosticPage(
            .staleSuccessUndecided, "a stale callback that tells a success is not decided",
            cause:
                "A stamped source tells a callback of an earlier attempt from a current one, and what is stale changes nothing (rule 23). Where the current one leads to a success, or to a final that a 'require ... only after ...' names, a stale one may be the person's only success, or it may be about something that is over: a code for a number that was changed since. The flow alone can say which, so it has to.",
            example: """
                flow Door version 1
                command open
                callback unlocked
                effect unlock starts attempt
                source lock = "Lock" by kind stamped { UNLOCKED => unlocked }
                final opened
                final shut
                require opened only after unlocked
                within 15m -> shut
                ignore unrecognised
                reject other
                state closed waits for user {
                  on open -> turning
                  late unlocked
                }
                state turning {
                  enter { do unlock }
                  on unlocked -> opened
                  after 30s -> shut
                }
                """,
            cure:
                "If it counts, because it tells the same whichever attempt it is of, let 'on stale' lead where the current one leads, and let a 'require' that asks for the word name 'stale' as well. If it is worth nothing, because it may be about something else by now, write 'late stale unlocked', in the state or around it.",
            instead: "on unlocked ->", write: "on unlocked, stale unlocked ->"),
        DiagnosticPage(
            .releasedTableChanged, "a released version has another table",
            cause:
                "'Released/<Flow>-<n>.table' beside the spec holds what version n meant when it was released: another meaning is another version. The example stands for a flow that was released with 'within 15m'.",
            example: """
                flow Door version 1
                command open
                final opened
                within 20m -> opened
                state closed waits for user { on open -> opened }
                """,
            cure: "Raise the version, or take the change back.",
            instead: "version 1", write: "version 2"),
    ]
}
