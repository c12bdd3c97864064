/// Flows that together use most constructs of the language, but no lanes and no sub-flows.
enum Constructs {
    /// Each with its name, its text, and how many cells and arrivals (guard witnesses) it has.
    static let all: [(String, String, Int, Int)] = [
        ("groups and holds", groups, 91, 210), ("choices", choices, 18, 6784),
        ("sets and optionals", sets, 21, 194), ("stale rows and attempts", stale, 30, 180),
    ]

    static let groups = """
        flow Groups version 1
        context { n: int 0...5 = 0 }
        command go, back, up
        effect say(n: int 0...5)
        effect check replies yes, no otherwise no within 5s
        final done
        final failed keeps n
        within 20m -> failed
        ignore unrecognised
        reject other
        late other
        enter { do say(n) }
        state idle waits for user { on go -> first on up -> deep }
        group outer {
          timer slow
          enter { n = 1; set slow 50s }
          after 60s -> failed
          on slow -> done
          on up -> idle
          group inner {
            timer quick
            enter { n += 1; do say(n); set quick 2s }
            on quick stay { set quick 2s; do check }
            on yes, no -> between
            state first { enter { do say(n) } after 3s -> first on go -> second { clear quick } }
            state second { hold quick, slow on back -> first on go -> second on up -> deep }
          }
          state between { on back -> first { n = 0 } on go -> idle after 4s -> deep late yes, no }
        }
        state deep { on back -> second { do check; n = 3 } ignore yes on no -> failed after 3s -> done }
        """

    static let choices = """
        flow Choices version 1
        enum Way { left, right, back }
        context { first: Way? = left, second: Way? = right, third: Way?, n: int 0...4 = 0, skipped: bool = false }
        command go(way: Way), skip(way: Way), count(by: int 0...2)
        effect say(way: Way?)
        final done
        within 20m -> done
        reject other
        state here waits for user {
          on go -> next { third = way; do say(way) }
          on skip -> chosen { skipped = true; first = second; second = first }
          on count when n < 3 and by != 2 stay { n += by }
          on count when n >= 3 or by == 2 -> counted { n = by }
        }
        choice next { otherwise -> chosen { first = second; second = third; third = nil; do say(first) } }
        choice chosen {
          when first == left -> toLeft { do say(way) }
          when first == right and skipped -> counted
          when first == right and not skipped -> here
          when first in { back } or first absent -> done
        }
        choice counted { when n == 0 -> here { n = 4 } when n in { 1, 2 } -> toLeft otherwise -> done }
        state toLeft { enter { n = 1; do say(second) } on go, skip -> next after 5s -> counted }
        """

    static let sets = """
        flow Sets version 1
        type Name = text(1...9) personal
        enum Way { left, right, back }
        context { seen: set of Way?, way: Way?, name: Name?, wait: duration?, n: int 0...3 = 1, m: int 1...4 = 2 }
        command look(seen: set of Way?, way: Way?), call(name: Name?), time(wait: duration?), bend(n: int 0...3)
        effect say(name: Name?, seen: set of Way?)
        final done
        within 20m -> done
        reject other
        state here waits for user {
          on look when way in seen stay { keep seen, way }
          on look when not (way in seen) and left in seen -> here { seen = nil }
          on look when not (way in seen) and not (left in seen) -> there { keep seen, way }
          on call when name present stay { keep name; do say(name, seen) }
          reject call when name absent
          on time stay { keep wait }
          on bend when n < m -> there
          on bend when n == m -> here
          ignore bend when n > m
        }
        state there {
          timer t
          enter { set t 5s; do say(name, seen) }
          on t -> here
          on call when name present or seen present -> here { name = nil }
          on call when not (name present or seen present) stay
          on time when wait present and way == back stay { wait = nil; clear t }
          on time when wait absent or way != back or way absent -> done
        }
        """

    static let stale = """
        flow Stale version 1
        context { lit: bool = false, tries: int 0...3 = 0 }
        command go, stop
        callback word(lit: bool), plain
        effect begin once starts attempt
        effect check replies yes(n: int 0...3), no otherwise yes(n: 2) within 5s
        effect look replies no, perhaps otherwise perhaps
        source sdk = "SDK" by word stamped { WORD => word(lit: lit) PLAIN => plain }
        final done
        within 20m -> done
        ignore other
        reject other
        on unrecognised stay { tries = 0 }
        on stale word when lit stay { lit = false }
        on stale word otherwise stay
        group live {
          on stale yes when n > tries -> first { tries = n }
          ignore stale yes when n <= tries
          on word when lit -> second { keep lit }
          on word when not lit -> first { keep lit; do begin }
          state first { enter { do begin; do check } on go -> second { do look } late stale word on no -> second }
          state second {
            enter { do check; do look }
            after 9s -> first
            on stop -> done
            on yes when n == tries -> done
            on yes otherwise stay { tries = n; do check }
            on no, perhaps -> first
            on stale plain -> first
            late plain
          }
        }
        """
}
