import FlowLanguage

/// The text of a file that is made for a test.
func text(_ content: String) -> SourceText {
    SourceText(path: "Test.flow", bytes: Array(content.utf8))
}

/// The codes of what is wrong with a text, in order.
func codes(of content: String) -> [DiagnosticCode] {
    let source = text(content)
    let found = source.isProfile ? parseProfile(source).diagnostics : parse(source).diagnostics
    return found.map(\.code)
}

/// A flow that uses most constructs of the grammar.
let everything = """
    /// Everything that a flow can say.
    /// In two lines.
    flow Everything version 3

    type Phone = text(4...15) personal // a comment
    type Wait  = duration(1s...15m)
    type Tries = int(0...5)
    enum Way { silent = SILENT, code = OTP | "one time" | 7, rest = 9100 ... 9105 | * }
    enum Why { denied, gone,
      later }

    context {
      phone: Phone?, why: Why?
      tries: int 0...3 = 0 ways: set of Way
      sure: bool = false
      pause: duration = 30s
    }

    command start(phone: Phone), stop
    callback told(way: Way, token: Phone?), other
    effect begin(phone: Phone) once volatile starts attempt calls Other.begin needs road
    /// Asks.
    effect ask(phone: Phone?)
           replies yes, no(why: Why) otherwise no(why: gone)
                   within 10s
    effect ping replies pong otherwise pong
    within 15m -> failed { why = gone }

    source sdk = "Response\\u{21}" by kind singleton {
      retained READY, "NOT READY" => other
      TOLD when not (status == 200 or error.code absent) and data.state in { 1, "a" } => told(way: data.in or 5, token: nil)
      retained => other
      when2 when list.not present => other
    }

    final done keeps phone, why
    final failed { }
    require done only after yes, leg.done
    require never in failed
    require eventually tries < 3
    scenario "a story" {
      on start(phone: "12345")
      advance 30s
      expect in asking
      expect tries == 1
      on stale yes
    }

    reject other
    late other
    ignore told otherwise

    /// Where it begins.
    state idle waits for user {
      on start when phone present -> asking { keep phone; tries += 1
        sure = true
      }
      on start otherwise stay
      on stop stay { }
      on stale yes, pong when silent in ways or not sure -> next
    }
    choice next { when tries < 3 -> asking  otherwise -> failed { why = gone } }
    group asked {
      timer again
      lane road of Other
      child leg = Other
      hold again
      enter { take road; run leg.start(phone, 5); do ask(phone)
        set again pause; set again 5s; clear again; }
      state asking {
        on leg.done, yes -> done
        after 30s -> failed { why = gone }
      }
    }
    """
