import FlowFixtures
import FlowLanguage
import FlowMachine
import KeywayCore
import Testing

@Suite("Decoders")
struct DecoderTests {
    static let text = """
        flow Tiny version 1
        type Code = text(2...4) transient
        type Count = int(0...100)
        enum Refusal { wrong = 7112 | 7118, network = 9100 ... 9105, blocked = "B1", other = * }
        enum Leg { silent = SILENT, code = OTP }
        callback a, b, c, d, e, f
        callback full(code: Code, count: Count?, refusal: Refusal?, leg: Leg?, wait: duration?, lit: bool?)
        callback legged(leg: Leg)
        source sdk = "SDK" by kind singleton {
          FIRST when x == 1 => a
          FIRST when x != 1 => b
          FIRST when not (y present) and z == true => d
          FIRST, SECOND => c
          THIRD when status >= 400 and status < 500 => d
          THIRD when word in { up, "down side", 7 } => e
          THIRD => f
          FULL => full(code: data.code or code, count: count, refusal: refusal, leg: leg, wait: wait or 60s, lit: lit)
          LEG => legged(leg: leg)
          LEG => f
        }
        final done
        within 20m -> done
        state first { on a, b, c, d, e, f, full, legged -> done }
        """

    /// The event's name, or nothing where no row matches.
    func decode(_ kind: String, _ fields: [String: RawValue], in text: String = DecoderTests.text) throws -> String? {
        let table = try LoadedFlow(text).table
        let callback = fields.merging(["kind": .text(kind)]) { _, word in word }
        guard case .event(let event, _, _, _) = table.decode(.object(callback)) else { return nil }
        return table.events[event].name
    }

    @Test("Rule 25: the first row that matches counts, and what none matches is unrecognised")
    func firstMatch() throws {
        #expect(try decode("FIRST", ["x": .integer(1), "z": .bool(true)]) == "a")
        #expect(try decode("FIRST", ["x": .integer(2), "z": .bool(true)]) == "b")
        #expect(try decode("FIRST", ["z": .bool(true)]) == "d")
        #expect(try decode("FIRST", ["z": .bool(true), "y": .integer(0)]) == "c")
        #expect(try decode("SECOND", ["x": .integer(1)]) == "c")
        #expect(try decode("FOURTH", ["x": .integer(1)]) == nil)
        #expect(try decode("first", ["x": .integer(1)]) == nil)
    }

    @Test(
        "Rule 25: a test on a missing field is false, also the unequal; null and the empty text are missing",
        arguments: [nil, .null, .text("")] as [RawValue?])
    func missing(value: RawValue?) throws {
        var fields: [String: RawValue] = ["z": .bool(true)]
        fields["x"] = value
        fields["y"] = value
        #expect(try decode("FIRST", fields) == "d")
    }

    @Test("Rule 26: a literal equals the integer or the text of the same spelling, and nothing else")
    func literals() throws {
        let equal: [RawValue] = [.integer(1), .text("1"), .number(1)]
        for value in equal { #expect(try decode("FIRST", ["x": value]) == "a", "\(value)") }
        let unequal: [RawValue] = [
            .integer(2), .text("01"), .text(" 1"), .text("1.0"), .number(1.5), .bool(true), .list([.integer(1)]),
        ]
        for value in unequal { #expect(try decode("FIRST", ["x": value]) == "b", "\(value)") }
        for value in [.bool(true), .text("true")] as [RawValue] {
            #expect(try decode("FIRST", ["z": value]) == "d", "\(value)")
        }
        for value in [.bool(false), .text("yes"), .integer(1)] as [RawValue] {
            #expect(try decode("FIRST", ["z": value]) == "c", "\(value)")
        }
        for (value, event) in [
            (.integer(399), "f"), (.integer(400), "d"), (.text("499"), "d"), (.integer(500), "f"),
            (.number(499.5), "d"), (.text("4oo"), "f"), (.bool(true), "f"),
        ] as [(RawValue, String)] {
            #expect(try decode("THIRD", ["status": value]) == event, "\(value)")
        }
        for (value, event) in [
            (.text("up"), "e"), (.text("down side"), "e"), (.integer(7), "e"), (.text("7"), "e"),
            (.text("down"), "f"), (.number(7.5), "f"),
        ] as [(RawValue, String)] {
            #expect(try decode("THIRD", ["word": value]) == event, "\(value)")
        }
    }

    @Test("Rule 26: an integer and a number are compared as they are, also where rounding would make them equal")
    func exactOrder() throws {
        let vast = Self.text.changing(
            "THIRD => f",
            to: """
                THIRD when vast <= 9223372036854775807 => a
                  THIRD when vast > 9223372036854775807 => b
                  THIRD => f
                """)
        for (value, event) in [
            (.integer(.max), "a"), (.number(9_223_372_036_854_774_784), "a"), (.number(-1e300), "a"),
            (.number(9_223_372_036_854_775_808), "b"), (.number(.infinity), "b"), (.number(.nan), "f"),
        ] as [(RawValue, String)] {
            #expect(try decode("THIRD", ["vast": value], in: vast) == event, "\(value)")
        }
        for (number, event) in [(399.9, "f"), (400.1, "d"), (-0.5, "f")] {
            #expect(try decode("THIRD", ["status": .number(number)]) == event, "\(number)")
        }
    }

    /// The fields of a `full` as a spec writes them, or nothing where the row does not match.
    func full(_ fields: [String: RawValue]) throws -> [String]? {
        let table = try LoadedFlow(Self.text).table
        var callback = fields
        callback["kind"] = .text("FULL")
        guard case .event(let event, let values, _, _) = table.decode(.object(callback)) else { return nil }
        return zip(table.events[event].fields, values).map { table.words(for: $1, of: $0) }
    }

    @Test("Rule 26: a field tries one place after the other, is then empty if optional, else the row does not match")
    func alternatives() throws {
        let empty = ["nil", "nil", "nil", "60000ms", "nil"]
        #expect(try full(["code": .text("abc")]) == ["abc"] + empty)
        #expect(try full(["code": .text("abc"), "data": .object(["code": .text("xyz")])]) == ["xyz"] + empty)
        // Too long, too short, of another type: the next place counts.
        for useless in [.text("x"), .text("toolong"), .bool(true), .list([]), .object([:]), .null] as [RawValue] {
            #expect(try full(["code": .text("abc"), "data": .object(["code": useless])]) == ["abc"] + empty)
            #expect(try full(["code": useless]) == nil)
            #expect(try full(["code": .text("abc"), "data": useless]) == ["abc"] + empty)
        }
        #expect(try full([:]) == nil)
    }

    @Test("Rule 26: each kind of field takes what spells it, and nothing else is converted")
    func conversions() throws {
        let told: [(String, RawValue, Int, String)] = [
            ("count", .integer(100), 1, "100"), ("count", .text("7"), 1, "7"), ("count", .integer(101), 1, "nil"),
            ("count", .integer(-1), 1, "nil"), ("count", .text("07"), 1, "nil"), ("count", .number(1.5), 1, "nil"),
            ("count", .bool(true), 1, "nil"), ("wait", .integer(2), 4, "2000ms"), ("wait", .number(1.5), 4, "1500ms"),
            ("wait", .text("3"), 4, "3000ms"), ("wait", .integer(0), 4, "60000ms"),
            ("wait", .integer(86_400), 4, "86400000ms"), ("wait", .integer(86_401), 4, "60000ms"),
            ("wait", .integer(.max), 4, "60000ms"), ("wait", .number(1e300), 4, "60000ms"),
            ("wait", .text("soon"), 4, "60000ms"), ("lit", .bool(false), 5, "false"), ("lit", .text("true"), 5, "true"),
            ("lit", .integer(1), 5, "nil"), ("code", .integer(123), 0, "123"),
        ]
        for (name, value, place, words) in told {
            var fields: [String: RawValue] = ["code": .text("abc")]
            fields[name] = value
            #expect(try full(fields)?[place] == words, "\(name): \(value)")
        }
    }

    @Test("Rule 27: codes, ranges and the rest become cases; without the rest an unknown code does not match")
    func codes() throws {
        let told: [(RawValue, String)] = [
            (.integer(7112), "wrong"), (.text("7118"), "wrong"), (.integer(9100), "network"),
            (.text("9105"), "network"),
            (.integer(9106), "other"), (.integer(9099), "other"), (.text("B1"), "blocked"), (.text("wrong"), "other"),
            (.text(""), "nil"), (.null, "nil"), (.list([]), "nil"), (.bool(true), "other"),
        ]
        for (value, words) in told {
            #expect(try full(["code": .text("abc"), "refusal": value])?[2] == words, "\(value)")
        }
        #expect(try decode("LEG", ["leg": .text("OTP")]) == "legged")
        #expect(try decode("LEG", ["leg": .text("LINK")]) == "f")
        #expect(try decode("LEG", [:]) == "f")
    }

    @Test(
        "Rule 27: a code belongs to one case",
        arguments: [
            "a = 1, b = 1", "a = 1 | 1", "a = 1...5, b = 5", "a = 3, b = 1...5", "a = 1...5, b = 5...9", "a = *, b = *",
            "a = \"1\", b = 1", "a = b, b",
        ])
    func doubledCodes(cases: String) {
        let understood = Understood(
            """
            flow Tiny version 1
            enum Refusal { \(cases) }
            context { r: Refusal? }
            command go
            final done
            within 20m -> done
            state first { on go -> done }
            """)
        #expect(understood.errors == [.duplicateCode])
        let isOfOneCase = !cases.contains(",")
        let message = understood.diagnostics.first { $0.code == .duplicateCode }?.message ?? ""
        #expect(message.hasSuffix(isOfOneCase ? "'a' has the code '1' already" : "belongs to another case already"))
    }
}
