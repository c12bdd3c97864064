/// A word with a meaning in the grammar, everywhere or at some positions only.
enum Keyword: String, CaseIterable, Sendable {
    // Reserved: these can name nothing.
    case and, or, not, `in`, `true`, `false`, `nil`, present, absent, when, otherwise
    case on, enter, ignore, reject, late, hold, after, within, stay
    case keep, set, clear, take, run, `do`
    case state, group, choice, timer, lane, child, final

    // Keywords by position: elsewhere they are names like any other.
    case flow, provider, version, `for`
    case type, `enum`, context, param, command, callback, effect, source, require, role, scenario, word, success
    case text, duration, int, bool, of, secret, personal, transient
    case once, volatile, starts, attempt, calls, needs, replies
    case by, singleton, stamped, retained
    case keeps, waits, user, other, stale
    case always, never, sometimes, eventually, only, since, with, the, latest, advance, expect
    case at, most, until, falls, `while`, possible
    case call, emit, quiet, answer, then
    case profile, clause, server

    /// Whether the word can name nothing.
    var isReserved: Bool {
        switch self {
        case .and, .or, .not, .in, .true, .false, .nil, .present, .absent, .when, .otherwise,
            .on, .enter, .ignore, .reject, .late, .hold, .after, .within, .stay,
            .keep, .set, .clear, .take, .run, .do,
            .state, .group, .choice, .timer, .lane, .child, .final:
            true
        default: false
        }
    }

    /// Whether the word stands behind a value or condition, as `and`, `present` and `when` do: where a value must stand, it shows that the
    /// value is missing.
    var followsValue: Bool {
        switch self {
        case .and, .or, .in, .present, .absent, .when, .otherwise: true
        default: false
        }
    }

    /// Whether a declaration of a file begins with the word.
    var beginsDeclaration: Bool {
        switch self {
        case .type, .enum, .context, .param, .command, .callback, .effect, .source, .final, .require, .role, .scenario,
            .word, .success:
            true
        default: false
        }
    }

    /// The words that may stand behind the other parts of a declaration, which is complete without them.
    static let endingDeclarations: [Keyword] = [
        .secret, .personal, .transient, .once, .volatile, .starts, .calls, .needs, .replies, .within, .success, .keeps,
    ]

    /// Whether an item, something that may stand in a scope, begins with the word.
    var beginsItem: Bool {
        switch self {
        case .group, .state, .choice, .timer, .lane, .child, .enter, .on, .ignore, .reject, .late, .hold, .after,
            .within, .call, .emit, .quiet, .answer:
            true
        default: false
        }
    }

    /// Every keyword by its spelling.
    static let bySpelling = Dictionary(uniqueKeysWithValues: allCases.map { ($0.rawValue, $0) })

    /// The bytes of the longest keyword: a longer word is a name, and is not looked up.
    static let longestSpelling = allCases.map(\.rawValue.utf8.count).max() ?? 0
}
