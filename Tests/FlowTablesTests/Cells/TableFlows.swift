/// Flows that tests of the tables read.
enum TableFlows {
    /// Every disposition, a held timer, stale rows, choices in a chain and a choice to which a group and a state outside it lead.
    static let constructs = """
        /// A flow with `everything` that a table shows.
        flow Everything version 3
        type Name = text(1...9) personal
        enum Way { left, right, back }
        context { name: Name?, way: Way?, n: int 0...3 = 0, lit: bool = false, seen: set of Way? }
        command go(way: Way?), up, back, call(name: Name?)
        callback word(lit: bool), plain
        effect say(way: Way?, n: int 0...3)
        effect check(name: Name?) replies yes(n: int 0...3), no otherwise yes(n: 2) within 5s
        source sdk = "SDK" by word stamped { WORD => word(lit: lit) PLAIN => plain }
        final done
        final failed keeps n, way
        within 20m -> failed
        reject other
        late other
        ignore unrecognised
        state idle waits for user {
          on go when not (way == left or n > 2) and (lit or way in { right, back }) -> next { keep way; n += 1 }
          on go otherwise -> first { n = 0; do say(way, 2) }
          on call when name absent and not way in seen stay { seen = nil }
          reject call when name present or way in seen
          on back -> chosen
        }
        choice next { when n == 0 -> first  otherwise -> chosen { lit = true; do say(way, n) } }
        choice chosen { when lit -> second { set slow 9s }  when not lit -> done }
        group outer {
          timer slow
          enter { do check(name); set slow 50s }
          on slow -> done
          on yes, no stay { clear slow }
          on back -> chosen
          on stale word when lit stay
          late stale word otherwise
          on word, plain stay { do say(right, n) }
          state first { enter { n = 1 } after 3s -> first on go -> next }
          state second { hold slow after 90m -> idle on up -> first }
        }
        """

    /// Texts that a format could take for its own signs: markup, quotes and escapes. `\u202E` stands there as these six characters.
    static let hostile = #"""
        /// <script>alert(1)</script> | *bold* `a|b` _x_ [l](u) & "q" \u202E unclosed `
        flow Hostile version 1
        type Text = text(0...99)
        context { t: Text? }
        command go
        effect say(t: Text?)
        final done
        within 1h -> done
        reject other
        state idle waits for user { on go stay { t = "a|b, \"c\" `d` </code><script>x</script> \\| &amp;"; do say("'--><b>,") } }
        """#
}
