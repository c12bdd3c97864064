/// The text of a flow with as many states and commands as one wants, in which `check` finds no error.
struct LargeFlow {
    let text: String

    /// Makes a chain of states: each has a transition to the next one, or the last to a final, and one to a distant state.
    ///
    /// Each state has guards, gives an order on entry, and has a deadline of its own.
    init(name: String, states: Int, commands: Int) {
        let asked = (0..<commands).map { "command c\($0)(note: Note, way: Way?)" }
        var lines =
            ["flow \(name) version 1", "type Note = text(1...64) personal", "enum Way { left, right, back }"]
            + ["context { count: int 0...9 = 0, way: Way?, note: Note? }"] + asked
            + ["effect work(note: Note?) replies worked, broke otherwise broke within 5s", "effect tell(way: Way?)"]
            + ["final done keeps way, note", "final failed", "within 24h -> failed", "ignore unrecognised"]
            + ["reject other"]
        for state in 0..<states {
            let next = state == states - 1 ? "done" : "s\(state + 1)"
            let (first, second) = ("c\(state % commands)", "c\((state + 1) % commands)")
            lines += [
                "state s\(state) {",
                "  enter { do work(note) }",
                "  on \(first) when count < 9 -> \(next) { keep way, note; count += 1 }",
                "  on \(first) otherwise -> failed { do tell(way) }",
                "  on \(second) when way == left -> s\((state * 31 + 7) % states) { keep note }",
                "  ignore \(second) otherwise",
                "  on worked -> \(next)",
                "  on broke stay { count = 0 }",
                "  after 90s -> failed",
                "}",
            ]
        }
        text = lines.joined(separator: "\n") + "\n"
    }
}
