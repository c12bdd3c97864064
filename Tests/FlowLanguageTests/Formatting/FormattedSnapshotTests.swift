import Testing

@Suite("How formatted texts look")
struct FormattedSnapshotTests {
    @Test("A text without any layout gets one")
    func withoutLayout() throws {
        let ugly = """
            flow   A version 1 type Phone=text(4 ... 15)personal type Id = int(0...9)enum Why{gone,later=7|"x",other=*}
            context{phone:Phone?,n:int 0 ... 3=0}command start(phone:Phone),cancel effect ask(phone:Phone)
            replies yes,no otherwise no within 10s calls X.ask once final done  success state idle waits for user{on start when(not
            (n<3)and(phone present))->asking{keep phone;n+=1;;do ask(phone)}on start otherwise stay{}}
            choice next{when n<3->idle when n==3->done{}} state asking{on yes->done}
            """
        #expect(
            try formatted(ugly) == """
                flow A version 1
                type Phone = text(4...15) personal
                type Id    = int(0...9)
                enum Why { gone, later = 7 | "x", other = * }
                context { phone: Phone?, n: int 0...3 = 0 }
                command start(phone: Phone), cancel
                effect ask(phone: Phone) once calls X.ask replies yes, no otherwise no within 10s
                final done success
                state idle waits for user {
                  on start when not n < 3 and phone present -> asking { keep phone; n += 1; do ask(phone) }
                  on start otherwise stay
                }
                choice next {
                  when n < 3  -> idle
                  when n == 3 -> done
                }
                state asking {
                  on yes -> done
                }

                """)
    }

    @Test("What is too long for a line is divided where it reads well")
    func longLines() throws {
        let long = """
            flow A version 1
            enum Refusal { wrong = 7112 | 7118, network = 9100...9105, badInput = 7101...7106 | 7113, expired = 7303 | 7114, other = * }
            effect checkStatus(requestId: RequestID, phone: Phone) replies confirmed, pending, denied, unreachable otherwise denied within 9s
            ignore initiated, silentFailed, exhausted, terminated, channelChanged, setupFailed, codeRefused, factorDone, initFailed, oneTap
            on codeRefused when refusal in { wrong, other } and tries < 3 -> entering { tries += 1; keep code; do verify(code, 12345) }
            """
        #expect(
            try formatted(long) == """
                flow A version 1
                enum Refusal {
                  wrong    = 7112 | 7118,
                  network  = 9100...9105,
                  badInput = 7101...7106 | 7113,
                  expired  = 7303 | 7114,
                  other    = *
                }
                effect checkStatus(requestId: RequestID, phone: Phone)
                       replies confirmed, pending, denied, unreachable otherwise denied within 9s
                ignore initiated, silentFailed, exhausted, terminated, channelChanged, setupFailed, codeRefused, factorDone, initFailed,
                    oneTap
                on codeRefused when refusal in { wrong, other } and tries < 3 -> entering {
                  tries += 1
                  keep code
                  do verify(code, 12345)
                }

                """)
    }

    @Test("Comments stay where they are, and those behind neighbouring lines stand in one column")
    func comments() throws {
        let commented = """
            // Before everything.


            flow A version 1 // the first

            state idle{// waits

              // Alone.
              on a->b// short
              on aLongerName->b      // long

              on c -> d { // in a body
                keep x // kept
                }
              // the last
            }
            """
        #expect(
            try formatted(commented) == """
                // Before everything.

                flow A version 1  // the first

                state idle {           // waits
                  // Alone.
                  on a -> b            // short
                  on aLongerName -> b  // long

                  on c -> d {  // in a body
                    keep x     // kept
                  }
                  // the last
                }

                """)
    }

    @Test("A duration and a string stay as they are spelled, a provider's word loses quotes that it does not need")
    func spelling() throws {
        let spelled = #"""
            flow A version 1
            source sdk = "S\u{21}" by kind singleton {
              "READY" => ready
              "NOT READY", "when", "7" => ready
            }
            within 120s -> failed
            """#
        #expect(
            try formatted(spelled) == #"""
                flow A version 1
                source sdk = "S\u{21}" by kind singleton {
                  READY => ready
                  "NOT READY", "when", "7" => ready
                }
                within 120s -> failed

                """#)
    }

    @Test("A model's answers stand with their fields, and a provider that only answers has no source")
    func answers() throws {
        let model = """
            provider  Porter version "1.0"
            require  never  in asleep
            state resting { answer yes( mood:good,loud :true ) ,no when n>1 ->resting{ n=0 } answer  no stay }
            """
        #expect(
            try formatted(model) == """
                provider Porter version "1.0"
                require never in asleep
                state resting {
                  answer yes(mood: good, loud: true), no when n > 1 -> resting { n = 0 }
                  answer no stay
                }

                """)
    }

    @Test("Parentheses stay where the meaning needs them")
    func parentheses() throws {
        let rows = "flow A version 1\nignore e when ((a or b) and (c and d)) or not (x or y) or (not (z == 1))\n"
        #expect(
            try formatted(rows)
                == "flow A version 1\nignore e when (a or b) and c and d or not (x or y) or not z == 1\n")
    }
}
