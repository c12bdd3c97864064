public import FlowLanguage
package import KeywayCore

/// A flow with every name resolved and every row in its scope; each element keeps its place in the spec.
///
/// The elements refer to each other by position. States come first in `states`, in the order of the file, and finals after
/// them; scope 0 is the file.
public struct Machine: Sendable {
    /// The flow's name, as the first line of the file gives it.
    public var name: Name
    /// The flow's version, as the first line of the file gives it; 1 where that line could not be read.
    public var version: Int
    /// The `///` lines above the first line of the file, without their slashes.
    package var documentation: [String]
    /// In the order of the file; kinds of value refer to them by position.
    package var enumerations: [Enumeration]
    /// For each enum, the `///` lines of the spec, without their slashes.
    package var enumerationDocumentation: [[String]] = []
    /// In the order of the file, which is that of a run's values.
    package var variables: [Variable]
    /// First commands, callbacks, replies and `unrecognised`, then the events of timers, lanes and sub-flows, then `restored` and
    /// `stale` events, which exist only if rows name them.
    package var events: [Event]
    /// In the order of the file.
    package var effects: [Effect]
    /// In the order of the file, unnamed ones among the named.
    package var timers: [Timer]
    /// In the order of the file.
    package var lanes: [Lane]
    /// In the order of the file.
    package var children: [Child]
    /// The file, then groups and states in the order of the file; a scope stands before those inside it.
    package var scopes: [Scope]
    /// States in the order of the file, then finals; a run begins in the first state.
    package var states: [State]
    /// In the order of the file.
    package var choices: [Choice]
    /// In the order of the file; `after` and `within` are rows of their timers' events. The last may be the file's
    /// `ignore restored`, which no line of the spec has.
    package var rows: [Row]
    /// In the order of the file, in which they are also asked to decode a callback.
    package var sources: [Source]
    /// In the order of the file, without those that name something unknown.
    package var requirements: [Requirement] = []
    /// In the order of the file, without those that name something unknown.
    package var roles: [Role] = []
    /// In the order of the file, without those that name something unknown.
    package var scenarios: [Scenario] = []
    /// Sub-flows whose flow is unknown or has problems; empty in a flow that can run.
    package var unusableChildren: [UnusableChild]
    /// For a scope and an event, the positions of the rows that stand in the scope and name the event; filled when all rows are resolved.
    var rowsByScope: [ScopedEvent: [Int]] = [:]

    /// The key of `rowsByScope`: a scope and an event, by their positions.
    struct ScopedEvent: Hashable {
        var scope: Int
        var event: Int
    }

    /// A variable of the context, with its first value.
    package struct Variable: Sendable {
        /// The variable's name, kind and class, and whether it may be absent.
        package var field: Field
        /// The first value; nil where the variable is absent at first.
        ///
        /// For a parameter, and for a variable that begins with a parameter's value, it is the value where nobody chooses another.
        package var initial: Value?
        /// Whether the variable is a parameter, which whoever begins a run may choose and no row changes.
        package var isParameter = false
        /// The parameter, by its position among the variables, that the variable begins with; nil for any other first value.
        package var initialParameter: Int?
        /// The `///` lines above a parameter, without their slashes; empty for a variable of the context.
        package var documentation: [String] = []
        /// Where the name stands in the spec.
        package var range: SourceRange
    }

    /// What can come to a run.
    package struct Event: Sendable {
        /// Name, origin and fields, which the table takes over as they are.
        package var signature: EventSignature
        /// The `///` lines of the spec; empty for what is no command, callback or reply.
        package var documentation: [String]
        /// Where the name stands in the spec.
        ///
        /// For an unnamed timer's event it is the place of the timer's row, for `unrecognised` and `restored` that of the flow's name, for
        /// the end of a sub-flow that of the sub-flow's name, and for a `stale` event that of its name in the first row that names it.
        package var range: SourceRange

        /// What the log and timelines call it: `confirmed`, `after 30s`, `silent.failed`, `stale confirmed`.
        package var name: String { signature.name }
    }

    /// What a run can order.
    package struct Effect: Sendable {
        /// Name, fields, attributes and replies, which the table takes over as they are.
        package var signature: EffectSignature
        /// The position of the lane behind `needs`; nil for none.
        ///
        /// Before the provider is called for this effect, the call itself waits for a place in this lane's queue. A run that holds or
        /// has asked for a lane of the same provider would wait for itself, so such a run may not order the effect.
        package var needs: Int?
        /// The `///` lines of the spec, without their slashes.
        package var documentation: [String]
        /// Where the name stands in the spec.
        package var range: SourceRange

        /// What rows, transcripts and generated handlers call it.
        package var name: String { signature.name }
    }

    /// A timer: one with a name, the unnamed one of an `after` row, or the session's deadline.
    package struct Timer: Sendable {
        /// The name, or the words and duration of the row: `poll`, `after 30s` or `within 15m`.
        package var name: String
        /// The scope that declares the timer; leaving this scope ends the timer.
        package var scope: Int
        /// How long the timer runs from the moment at which its scope is entered; nil for a named timer, which an order `set` starts.
        package var wait: Wait?
        /// Whether the timer is the file's `within`, of which there is at most one: the deadline of the whole run.
        package var isSession: Bool
        /// The position of the event that tells that the timer fired.
        package var event: Int
        /// Where the name stands in the spec, or the whole row of an unnamed timer.
        package var range: SourceRange
    }

    /// How long an unnamed timer runs.
    package enum Wait: Hashable, Sendable {
        /// In milliseconds.
        case fixed(Int64)
        /// A parameter, by its position among the variables.
        case parameter(Int)
    }

    /// The file, a group or a state: each may declare rows, timers, lanes, sub-flows, choices and what is done on entering it.
    package struct Scope: Sendable {
        /// What kind of part of the spec the scope is.
        package enum Kind: Hashable, Sendable {
            /// The whole file, which is the outermost scope.
            case file
            /// A group around states.
            case group
            /// The state at this position.
            case state(Int)
        }

        /// An `other` row: in each state inside the scope it decides the events of its kinds that no row of the state's scopes names.
        ///
        /// `reject other` rejects the commands among them. `late other` and `ignore other` claim that the callbacks and replies among
        /// them cannot come.
        package struct OtherRow: Sendable {
            /// `reject` for commands, `late` or `ignore` for callbacks and replies.
            package var verb: FlowLanguage.Row.Verb
            /// Where the whole row stands in the spec.
            package var range: SourceRange
        }

        /// The name of the group or state; of the file's scope, the flow's name.
        package var name: Name
        /// Scope 0 alone is the file.
        package var kind: Kind
        /// The position of the scope directly around this one; nil for the file.
        package var parent: Int?
        /// What is done on entering the scope, after the bodies of the row and of choices; nil without an `enter`.
        package var enter: Body?
        /// The scope's `other` rows, at most two: one for commands, one for callbacks and replies.
        package var otherRows: [OtherRow]
        /// Where the name stands in the spec.
        package var range: SourceRange
    }

    /// A condition that a run can be in, or its end.
    package struct State: Sendable {
        /// As the spec spells it; timelines, and the table that stands in a log, show the same name.
        package var name: Name
        /// The position of the state's own scope; of a final, that of the file's scope.
        package var scope: Int
        /// Whether the state is a final, which ends the run and has no rows.
        package var isFinal: Bool
        /// Whether it is a final that is declared `success`, as in `final authenticated success`: the end that a run is for.
        ///
        /// `explore` proves that a run enters such a final only after what an `only after` requirement of the flow names.
        package var isSuccess = false
        /// Whether the state says `waits for user`: a person may take as long as they like, so the state needs no deadline of its own.
        package var waitsForUser: Bool
        /// The timers behind `hold`, which do not fire while the run is in the state.
        package var holds: [Hold]
        /// The positions of the variables that a final keeps as the run's result; empty for a state.
        package var keeps: [Int]
        /// The `///` lines of the spec, without their slashes.
        package var documentation: [String]
        /// Where the name stands in the spec.
        package var range: SourceRange

        /// A timer that runs on while the run is in the state, and fires only in a state without this hold: at once if it is due by then.
        package struct Hold: Sendable {
            /// The timer, by its position among the timers.
            package var timer: Int
            /// Where the timer's name stands behind `hold`.
            package var range: SourceRange
        }
    }

    /// One row for one event; a row of the spec that names several events becomes several of these.
    package struct Row: Sendable {
        /// What the row decides.
        package enum Verdict: Hashable, Sendable {
            /// The run goes to the target; the state's own scope is left and entered even where the target is that
            /// state.
            case move(Target)
            /// The run stays in its state: the body, which may be empty, is carried out, and no scope is left.
            case stay
            /// The event was expected here and changes nothing.
            case ignore
            /// The event is a command that is not allowed now.
            case reject
            /// The event is a provider's word or a reply that came too late or out of order.
            case late
        }

        /// When the row holds.
        package enum Guard: Sendable {
            /// The row has no condition.
            case always
            /// The row holds where the condition does.
            case when(Condition)
            /// The row holds where no other guard of the same scope and event, or of the same choice, does.
            case otherwise
        }

        /// The position of the scope in which the row stands.
        package var scope: Int
        /// The position of the event that the row decides.
        package var event: Int
        /// When the row holds. In a flow that passed the rules, exactly one of a scope's rows for an event holds.
        package var condition: Guard
        /// What the row decides; in a faulty row whose target is unknown, `stay`.
        package var verdict: Verdict
        /// What the row does besides moving; empty unless the row moves or stays.
        package var body: Body
        /// The `///` lines above the row, without their slashes; empty for an `after` or `within`.
        package var documentation: [String]
        /// Where the whole row stands in the spec.
        package var range: SourceRange
        /// Where the event's name stands in the row.
        package var eventRange: SourceRange
        /// Whether something in the row could not be resolved; then no rule judges the row's cells.
        package var isFaulty: Bool
    }

    /// A target whose guards pick the next target within the step, so that no run waits in it.
    package struct Choice: Sendable {
        /// A guard of the choice, where it leads, and what is done on the way.
        package struct Branch: Sendable {
            /// When the branch is taken. It reads variables alone, as the row and earlier choices of the step have left them.
            package var condition: Row.Guard
            /// Where the branch leads; in a faulty choice, where the target is unknown, to the choice itself.
            package var target: Target
            /// What the branch does besides moving; it may read fields that every event leading here has.
            package var body: Body
            /// Where the whole branch stands in the spec.
            package var range: SourceRange
        }

        /// As the spec spells it; rows and branches in `scope` and in the scopes inside it may name it.
        package var name: Name
        /// The position of the scope in which the choice stands.
        package var scope: Int
        /// In the order of the file, which decides nothing: in a flow that passed the rules, exactly one guard holds.
        package var branches: [Branch]
        /// Where the name stands in the spec.
        package var range: SourceRange
        /// Whether a part of the choice could not be read or resolved, or the choice leads back to itself; then no rule judges it.
        package var isFaulty: Bool
    }

    /// Where a row or branch leads.
    package enum Target: Hashable, Sendable {
        /// The state or final at this position.
        case state(Int)
        /// The choice at this position.
        case choice(Int)
    }

    /// A source with the places of its decoder rows.
    package struct Source: Sendable {
        /// The source and its decoder, which the table takes over as they are.
        package var source: KeywayCore.Source
        /// For each row of the decoder, where the row stands in the spec.
        package var rowRanges: [SourceRange]
        /// Where the source's name stands in the spec.
        package var range: SourceRange
    }

    /// A sub-flow that cannot be checked, because its flow is unknown or has problems, so that the parent cannot run.
    package struct UnusableChild: Sendable {
        /// What a warning calls it: `sub-flow 'silent' of 'OTPlessSNA'`.
        package var what: String
        /// Where the name of the sub-flow stands in the spec.
        package var range: SourceRange
    }
}
