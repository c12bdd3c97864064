import FlowFixtures
import FlowLanguage
import FlowMachine
import KeywayCore
import Testing

@Suite("A step")
struct StepTests {
    static let ordered = """
        flow Tiny version 1
        context { n: int 0...99 = 1 }
        command go, again
        effect say(n: int 0...99)
        final done
        within 20m -> done
        reject other
        enter { do say(n) }
        state first { on go when n == 1 -> way { n += 10; do say(n) } on go otherwise -> done }
        choice way { when n == 11 -> other { n += 20; do say(n) } otherwise -> done }
        choice other { when n == 31 -> second { n += 30; do say(n) } otherwise -> done }
        group outer {
          timer poll
          enter { n += 1; do say(n); set poll 7s }
          after 3s -> done
          on poll stay
          group inner {
            enter { n += 1; do say(n) }
            state second {
              enter { n += 1; do say(n) }
              after 2s -> done
              on again -> second { do say(n) }
            }
          }
        }
        """

    @Test("Rule 8: guard, assignments, choices, timers, orders in their order, then enter bodies from outside")
    func order() throws {
        var machine = try MachineUnderTest(Self.ordered)
        #expect(machine.begun == ["say(1)"])
        let step = try machine.on("go", at: 1000)
        // The guard read 1, each choice what the body before it had made of `n`, and every order of these bodies what all of them had made.
        #expect(step.choices == ["way", "other"])
        #expect(step.orders == ["say(61)", "say(61)", "say(61)", "say(62)", "say(63)", "say(64)"])
        #expect(machine.timers == ["after 3s@4000", "after 2s@3000", "poll@8000"])
    }

    @Test("Rule 8: a timer that begins with its scope begins before the orders, which may set or clear others")
    func timersBeforeOrders() throws {
        var machine = try MachineUnderTest(
            """
            flow Tiny version 1
            command go
            final done
            within 20m -> done
            group g {
              timer t
              on t -> done
              state first { enter { set t 1s } on go -> second { clear t } after 9s -> done }
              state second { on go -> third { set t 2s } after 5s -> done }
              state third { after 4s -> done }
            }
            """)
        #expect(machine.timers == ["after 9s@9000", "t@1000"])
        try machine.on("go", at: 500)
        #expect(machine.timers == ["after 5s@5500"])
        try machine.on("go", at: 600)
        #expect(machine.timers == ["after 4s@4600", "t@2600"])
    }

    @Test("Rule 9: the assignments of one body read the values before it, all at once")
    func simultaneous() throws {
        var machine = try MachineUnderTest(
            """
            flow Tiny version 1
            enum Way { left, right, back }
            context { first: Way? = left, second: Way? = right, third: Way? = back, n: int 0...9 = 2, m: int 0...9 = 3 }
            command go
            effect say(first: Way?, second: Way?, third: Way?, n: int 0...9, m: int 0...9)
            final done
            within 20m -> done
            state here {
              on go stay {
                do say(first, second, third, n, m)
                first = second; second = third; third = nil; n = m; m += n
              }
            }
            """)
        // Orders see the new values, though they stand before the assignments.
        #expect(try machine.on("go").orders == ["say(right, back, nil, 3, 5)"])
        #expect(try machine.on("go").orders == ["say(back, nil, nil, 5, 8)"])
        #expect(machine["first"] == "back")
    }

    @Test("Rule 9: keep is the event's field, also where it is absent")
    func keep() throws {
        var machine = try MachineUnderTest(
            """
            flow Tiny version 1
            type Name = text(1...9)
            context { name: Name? = "old", n: int 0...9 = 0 }
            command go(name: Name?, n: int 0...9)
            effect say(name: Name?, n: int 0...9)
            final done
            within 20m -> done
            state here { on go stay { keep name, n; do say(name, n) } }
            """)
        #expect(machine["name"] == "old")
        #expect(try machine.on("go", .text("new"), .integer(7)).orders == ["say(new, 7)"])
        #expect(machine["name"] == "new")
        try machine.on("go", nil, .integer(1))
        #expect(machine["name"] == "nil")
        #expect(machine["n"] == "1")
    }

    @Test("Rule 9: in one body a variable gets one value")
    func twoValues() {
        let text = """
            flow Tiny version 1
            context { n: int 0...9 = 0 }
            command go
            final done
            within 20m -> done
            state here { on go stay { n = 1; n += 1 } }
            """
        #expect(Understood(text).errors == [.duplicateRow])
    }

    static let choosing = """
        flow Tiny version 1
        type Name = text(1...9)
        context { n: int 0...9 = 0, name: Name? }
        command go(name: Name, by: int 0...3), walk(name: Name)
        effect say(name: Name, n: int 0...9)
        final done
        final far
        within 20m -> done
        state first {
          on go -> way { n = by }
          on walk -> far
        }
        choice way {
          when n < 2 -> deeper { n += 2; do say(name, n) }
          otherwise -> second { keep name }
        }
        choice deeper { when n == 3 -> far { do say(name, n) } otherwise -> second { n = 9 } }
        state second { on walk -> done }
        """

    @Test(
        "Rule 10: a choice is resolved in the step, after the assignments, and its bodies may read the event's fields")
    func choices() throws {
        for (by, state, n, choices, orders) in [
            (0, "second", "9", ["way", "deeper"], ["say(x, 9)"]),
            (1, "far", "3", ["way", "deeper"], ["say(x, 3)", "say(x, 3)"]),
            (2, "second", "2", ["way"], []),
        ] as [(Int64, String, String, [String], [String])] {
            var machine = try MachineUnderTest(Self.choosing)
            let step = try machine.on("go", .text("x"), .integer(by))
            #expect(step.disposition == .taken)
            #expect(step.choices == choices)
            #expect(step.orders == orders)
            #expect(machine.state == state)
            #expect(machine["n"] == n)
            #expect(machine["name"] == (by == 2 ? "x" : "nil"))
        }
    }

    @Test("Rule 10: choices form no cycle, are visible where they are declared, and read only what every event brings")
    func refusedChoices() {
        func errors(_ rest: String) -> [DiagnosticCode] {
            Understood(
                """
                flow Tiny version 1
                context { n: int 0...9 = 0 }
                command go(m: int 0...9), walk
                effect say(n: int 0...9)
                final done
                within 20m -> done
                \(rest)
                """
            ).errors
        }
        #expect(
            errors(
                "state a { on go -> b } choice b { when n == 1 -> c otherwise -> done } choice c { otherwise -> done }")
                == [])
        #expect(
            errors("state a { on go -> b } choice b { when n == 1 -> c otherwise -> done } choice c { otherwise -> b }")
                == [.choiceCycle, .choiceCycle])
        #expect(
            errors("state a { on go -> b } group g { choice b { otherwise -> done } state c { on walk -> b } }")
                == [.unknownTarget])
        #expect(errors("state a { on go -> b } choice b { otherwise -> done { do say(m) } }") == [])
        #expect(errors("state a { on go, walk -> b } choice b { otherwise -> done { do say(m) } }") == [.unknownValue])
        #expect(errors("state a { on go -> b } choice b { when m == 1 -> a otherwise -> done }") == [.unknownValue])
        #expect(errors("state a { on go -> b } state b { enter { do say(m) } on go -> done }") == [.unknownValue])
    }

    static let scoped = """
        flow Tiny version 1
        command go, again, back, up, wait
        effect say(n: int 0...9)
        final done
        within 20m -> done
        group outer {
          enter { do say(1) }
          after 60s -> done
          group inner {
            enter { do say(2) }
            after 50s -> done
            state first {
              enter { do say(3) }
              after 40s -> done
              on go -> second
              on again -> first
              on up -> third
              on wait stay { do say(9) }
            }
            state second { enter { do say(4) } after 40s -> done on back -> first }
          }
          state third { enter { do say(5) } after 40s -> done on back -> first }
        }
        """

    @Test("Rule 11: a move leaves what does not contain the target, and enters what was not around the source")
    func scopesOfAMove() throws {
        var machine = try MachineUnderTest(Self.scoped)
        #expect(machine.begun == ["say(1)", "say(2)", "say(3)"])
        #expect(machine.timers == ["after 60s@60000", "after 50s@50000", "after 40s@40000"])
        #expect(try machine.on("go", at: 1000).orders == ["say(4)"])
        #expect(machine.timers == ["after 60s@60000", "after 50s@50000", "after 40s@41000"])
        #expect(try machine.on("back", at: 2000).orders == ["say(3)"])
        #expect(try machine.on("up", at: 3000).orders == ["say(5)"])
        #expect(machine.timers == ["after 60s@60000", "after 40s@43000"])
        #expect(try machine.on("back", at: 4000).orders == ["say(2)", "say(3)"])
        #expect(machine.timers == ["after 60s@60000", "after 50s@54000", "after 40s@44000"])
    }

    @Test("Rule 11: a move to the same state enters the state anew but not its groups")
    func sameState() throws {
        var machine = try MachineUnderTest(Self.scoped)
        let step = try machine.on("again", at: 1000)
        #expect(step.disposition == .taken)
        #expect(step.orders == ["say(3)"])
        #expect(machine.timers == ["after 60s@60000", "after 50s@50000", "after 40s@41000"])
    }

    @Test("Rule 11: stay leaves nothing: no timer starts, stops or restarts, and no enter runs")
    func stay() throws {
        var machine = try MachineUnderTest(Self.scoped)
        let before = machine.timers
        let step = try machine.on("wait", at: 1000)
        #expect(step.disposition == .stayed)
        #expect(step.orders == ["say(9)"])
        #expect(machine.timers == before)
    }

    @Test("Rule 12: the enter of a group runs when it is entered from outside, that of a state at every entry")
    func enter() throws {
        var machine = try MachineUnderTest(
            """
            flow Tiny version 1
            command go
            effect say(n: int 0...9)
            final done
            within 20m -> done
            state outside { on go -> first }
            group g {
              enter { do say(1) }
              state first { enter { do say(2) } on go -> second }
              state second { on go -> outside { do say(7) } }
            }
            """)
        #expect(machine.begun == [])
        for _ in 0..<2 {
            #expect(try machine.on("go").orders == ["say(1)", "say(2)"])
            #expect(try machine.on("go").orders == [])
            // There is no exit body: what must be said on leaving is said by the row.
            #expect(try machine.on("go").orders == ["say(7)"])
        }
    }

    @Test("Rule 13: a final ends every timer and absorbs everything that comes after")
    func finals() throws {
        let text = """
            flow Tiny version 1
            context { n: int 0...9 = 0 }
            command go
            callback word
            effect check replies yes, no otherwise no within 5s
            effect say
            final done
            within 20m -> done { n = 9 }
            late other
            group g {
              timer t
              on t -> done
              on word, yes, no stay { n += 1 }
              on stale word stay { n += 1 }
              ignore unrecognised
              state first {
                enter { set t 5s; do check }
                after 9s -> done
                on go -> done { n = 7; do say; do check }
              }
            }
            """
        var machine = try MachineUnderTest(text)
        let check = try machine.order(of: "check")
        #expect(try machine.on("go", at: 100).orders == ["say", "check"])
        #expect(machine.state == "done")
        #expect(machine.run.timers == [])
        let told: [(String, Stamp, EffectOrder.ID?, Disposition)] = [
            ("go", .unknown, nil, .rejected), ("word", .unknown, nil, .late), ("word", .stale, nil, .late),
            ("yes", .unknown, try machine.order(of: "check"), .late), ("no", .unknown, check, .late),
            ("t", .unknown, nil, .late), ("after 9s", .unknown, nil, .late), ("within 20m", .unknown, nil, .late),
            ("unrecognised", .unknown, nil, .unrecognised),
        ]
        for (event, stamp, order, disposition) in told {
            let step = try machine.on(event, stamp: stamp, answering: order, at: 2_000_000)
            #expect(step.disposition == disposition, "\(event)")
            #expect(!step.changesRun && step.orders.isEmpty)
        }
        #expect(machine.state == "done")
        #expect(machine["n"] == "7")
    }
}
