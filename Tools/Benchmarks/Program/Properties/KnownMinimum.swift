/// A flow that can break its requirement, with the known number of things that must at least be done to a run until it does.
struct KnownMinimum {
    let title: String
    /// How many parts the shortest walk has that breaks the requirement; a part is one thing done to the run.
    let minimum: Int
    let flow: BrokenFlow

    private init(_ title: String, _ minimum: Int, _ body: String) throws {
        self.title = title
        self.minimum = minimum
        flow = try BrokenFlow(body)
    }

    static func all() throws -> [KnownMinimum] {
        try (1...5).map(row) + (2...5).map(count) + (2...3).map(attempts)
            + (3...5).flatMap { length in
                try Shortcut.allCases.map { try shortcut($0, past: length) }
            } + [answer(), word(), silence()]
    }

    /// A row of states with one command that leads on: only that many commands lead to its end.
    private static func row(_ length: Int) throws -> KnownMinimum {
        let states = (0..<length).map { place in
            "state s\(place) waits for user { on step -> \(place == length - 1 ? "broken" : "s\(place + 1)") on leave -> done }"
        }
        return try KnownMinimum(
            "a row of \(length)", length, (["command step, leave"] + states).joined(separator: "\n"))
    }

    /// A command that is counted: only that many of them reach the number.
    private static func count(_ number: Int) throws -> KnownMinimum {
        try KnownMinimum(
            "a count of \(number)", number,
            """
            context { n: int 0...\(number) = 0 }
            command step, leave
            state idle waits for user {
              on step when n < \(number - 1) stay { n += 1 }
              on step when n >= \(number - 1) -> broken
              on leave -> done
            }
            """)
    }

    /// Attempts that a backend refuses: each takes a command and a reply, and `lost`, which comes by itself, is not counted.
    private static func attempts(_ number: Int) throws -> KnownMinimum {
        try KnownMinimum(
            "\(number) refused attempts", 2 * number,
            """
            context { n: int 0...\(number) = 0 }
            command attempt, leave
            effect ask replies right, wrong, lost otherwise lost within 20s
            state idle waits for user { on attempt -> asking on leave -> done }
            state asking {
              enter { do ask }
              on right -> done
              on wrong when n < \(number - 1) -> idle { n += 1 }
              on wrong when n >= \(number - 1) -> broken
              on lost -> idle
            }
            """)
    }

    /// What leads past a row of states at once.
    private enum Shortcut: String, CaseIterable {
        case command, reply, timer

        var declaration: String { self == .reply ? "effect ask replies yes, no, lost otherwise yes within 20s" : "" }
        /// What the later states do with the replies.
        var laterRow: String { self == .reply ? "late yes, no, lost" : "" }
        var row: String {
            switch self {
            case .command: "on jump -> last"
            case .reply: "enter { do ask } on lost -> last ignore yes, no"
            case .timer: "after 10m -> last"
            }
        }
    }

    /// A row of states that something else leads past: that and the last command are enough.
    private static func shortcut(_ shortcut: Shortcut, past length: Int) throws -> KnownMinimum {
        let others = (1..<length).map { place in
            "state s\(place) waits for user { on step -> \(place == length - 1 ? "last" : "s\(place + 1)") \(shortcut.laterRow) }"
        }
        let lines =
            ["command step, boom\(shortcut == .command ? ", jump" : "")", shortcut.declaration]
            + ["state s0 waits for user { \(shortcut.row) on step -> s1 }"] + others
            + ["state last waits for user { on boom -> broken \(shortcut.laterRow) }"]
        return try KnownMinimum("a \(shortcut.rawValue) past \(length)", 2, lines.joined(separator: "\n"))
    }

    /// A reply that does not come by itself, to what a command asks.
    private static func answer() throws -> KnownMinimum {
        try KnownMinimum(
            "an answer", 2,
            """
            command start, leave
            effect ask replies yes, no, lost otherwise lost within 20s
            state idle waits for user { on start -> asking on leave -> done }
            state asking { enter { do ask } on yes, lost -> done on no -> broken }
            """)
    }

    /// What the SDK says after a command.
    private static func word() throws -> KnownMinimum {
        try KnownMinimum(
            "a word", 2,
            """
            command start, leave
            callback ok, bad
            source sdk = "SDK" by word singleton { OK => ok BAD => bad }
            ignore unrecognised
            state idle waits for user { on start -> hearing on leave -> done }
            state hearing { after 1m -> done on ok -> done on bad -> broken }
            """)
    }

    /// A timer: the run is left alone at the end of each case, so nothing more needs to be done than what sets the timer.
    private static func silence() throws -> KnownMinimum {
        try KnownMinimum(
            "silence", 1,
            """
            command start, leave
            state idle waits for user { on start -> waiting on leave -> done }
            state waiting waits for user { after 2m -> broken on leave -> done }
            """)
    }
}
