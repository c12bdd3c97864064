/// The page that explains a corpus to somebody who makes flows run in another language.
///
/// A corpus is the folder that `keyway conformance` writes: inputs of a flow, each with what a reducer must make of it.
package enum CorpusGuide {
    /// A phrase near the page's beginning: `keyway conformance` overwrites a folder only if its page has this phrase, because then it
    /// wrote the folder itself.
    package static let sign = "by 'keyway conformance "

    /// The whole page, in Markdown.
    package static let text = """
        # A conformance corpus

        Written \(sign)FLOW --out DIR'. Change nothing here: the next call writes it anew.

        What a flow means, as data: whoever makes Keyway's flows run in another language plays these files against it. A reducer takes where a
        run stands and one event, and says what the event means, what is ordered, and where the run stands afterwards. The expected side is
        that of the reference interpreter of the language.

        ## Files

        There is a folder for each flow:

        | file | holds |
        |---|---|
        | `table.json` | the flow's enums, variables and events, and every cell in words, as `keyway table FLOW --format json` prints it |
        | `FLOW-VERSION.table` | the bytes by which Keyway's own logs and `Released` know this version: to tell whether a log is of it |
        | `transcripts/NAME.jsonl` | what an app and a provider said in one run, as it ships |
        | `records/NAME.jsonl` | what became of it, record by record |
        | `walks.jsonl` | walks that come to every cell, and to each way in which a cell decides |

        A reducer needs `records` and `walks` alone: every line has the event that comes to it, decoded. Decoders, clocks, lanes and handlers are
        tested by playing a transcript and coming to its records. What rows mean is said by the reference of the language, Keyway's
        `Specs/README.md`, whose rules are numbered. The bytes of `FLOW-VERSION.table` are Keyway's own: no page has their form, and no reducer
        needs them.

        In `table.json` the kinds of variables and fields are spelled as in the language, `life: duration 1s...2h?`; `first` is what a variable
        is when a run begins, or the parameter that it begins with. Each event has its `position` there, and a timer the `scope` that it lives
        in: where two timers are called `after 30s`, `decidedBy` of their rows names that scope.

        ## Lines

        Each line of `records` and `walks` is one JSON object, whose members stand in the order of this table. `walk` is in `walks` alone,
        `leg` and `of` are on lines of sub-flows, `given` on a line that gives a run, `stamp` on one of a callback, `answers` and `answered` on
        one of a reply. A line without `event` has no member from `event` to `answered`, and one with `given` no `effects` and `changes`
        either. All others always stand, as `[]` or `{}` where they have nothing to say.

        | member | is | |
        |---|---|---|
        | `walk` | the number of the walk; a new one begins with a line without `event` | in `walks` |
        | `sequence` | the number of the record; effects take their identity from it | given |
        | `at` | seconds since the run began | given |
        | `leg`, `of` | of a sub-flow: the number of its leg, and the sub-flow's name, `outer.inner` where it is nested | given |
        | `given` | `true`: the run begins as this line says; start your reducer from it | given |
        | `event`, `position` | the event's name, and its position among the `events` of its flow's `table.json`: unnamed timers share names | given |
        | `cause` | what brought it: see below | given |
        | `with` | the values of the event's fields | given |
        | `stamp` | of a callback: whether it is of the attempt that runs (`current`), of an earlier one (`stale`), or nobody knows (`unknown`, as of a `singleton` source always) | given |
        | `answers` | of a reply: the order that it answers; left out where it answers none that the run knows | given |
        | `disposition` | `taken`, `stayed`, `ignored`, `rejected`, `late`, `stale` or `unrecognised` | expected |
        | `answered` | of a reply: whether somebody still waited for it | expected |
        | `effects` | what is ordered, in order: `order`, `effect`, `with` and the number of the `attempt` | expected |
        | `changes` | sub-flows and lanes: `begins` with a `command` `with` values, `leaves`, `asks`, `frees`, each with a name | expected |
        | `state` | the state or final after the event | expected |
        | `context` | all variables after it | expected |
        | `timers` | those that will fire, in the order in which they were set: name, `position` of the event that tells the end, and when it is `due` | expected |
        | `open` | effects that have not answered, in the order in which they were ordered, each until it is `due` | expected |
        | `running` | sub-flows (`child`) and lanes (`lane`, and whether it is `held`), in the order in which they began | expected |
        | `attempt` | how many attempts the run has started | expected |

        A line without `event` begins a run or a leg: with `given` it only says where the run stands; else your reducer begins one at this time,
        with the values that the line has for the flow's parameters, and must come to what the line says. In `records` a line
        with `given` stands also where another process goes on: what no log keeps is withheld from there on. Then each line goes on from where
        the one before of the same leg left the run.

        A given run has every timer set and every effect open, so that whatever a step ends or begins shows; no real run may stand so. Where a
        value is absent that the flow's rules prove present, a reducer that cannot take it may leave the line out.

        ## Where no row decides

        A line may bring an event for which `table.json` has no cell in the run's state, because it cannot come there: a given run has timers
        set whose scope is elsewhere. It may also bring a timer that the state holds, `hold` in `table.json`, which in a run would wait. Such an
        event does what it does in any state, and nothing else: the timer has fired, the order is answered, the lane is held, the sub-flow has
        ended. No row decides it, and its disposition follows from its origin alone:

        | event | disposition |
        |---|---|
        | a command | `rejected` |
        | a callback that no decoder row matches | `unrecognised` |
        | a timer, `restored` | `ignored` |
        | a callback, a reply, a lane, a sub-flow's final | `late` |

        A stale callback, and a reply to an order that is closed, is `stale` where no row for `stale` of the event decides it. In a final a
        command is `rejected`, a callback that no decoder row matches `unrecognised`, and everything else `late`, whatever it is.

        ## Values

        | kind | in JSON |
        |---|---|
        | bool | `true`, `false` |
        | int | a number |
        | duration, and every time | seconds, to the millisecond: `0.25` |
        | text | a text |
        | enum | the name of the case |
        | set | a list of the names of its cases, in the order of the spec |
        | absent | `null` |
        | present, and not known | `{"withheld": true}`: a `secret` or `personal` value in a run that came back from its log |

        An order is `"5.0"`: the record that ordered the effect, and its place among that record's effects, counted from 0.

        Else values of every class stand in clear, `secret` and `personal` too, as a reducer sees them: a corpus is made of invented values.

        ## Causes

        `asked` by the app, `heard` from a provider, `retained` by a source and heard now, `replied` by a handler, `failed`, `refused`,
        `interrupted` or `valueGone`: the effect's `otherwise` in its place, behind a restart where it needs a value that is gone, `timer`,
        `limit`: an effect took longer than the flow allows, `granted` (a lane),
        `restored`: another process goes on, `owed by N`: record N of another leg brought it (a walk has no other
        leg, and says `owed` alone), `overrun`: the run has 2,000 records that
        changed something, and its session deadline comes early. To a reducer a cause makes no difference.

        """
}
