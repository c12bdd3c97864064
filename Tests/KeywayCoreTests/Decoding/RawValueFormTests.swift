import Foundation
import KeywayCore
import Testing

@Suite("A raw value as literal and as JSON")
struct RawValueFormTests {
    private static let word: RawValue = [
        "statusCode": 200, "share": 0.5, "isTest": true, "list": ["a", ["b": 1], RawValue.null],
        "big": 9_223_372_036_854_775_807, "text": "200",
    ]

    @Test("A literal is the value that it shows, and of two members of one name the last one counts")
    func literals() {
        #expect(
            Self.word
                == .object([
                    "statusCode": .integer(200), "share": .number(0.5), "isTest": .bool(true),
                    "list": .list([.text("a"), .object(["b": .integer(1)]), .null]), "big": .integer(.max),
                    "text": .text("200"),
                ]))
        #expect(["a": 1, "a": 2] as RawValue == .object(["a": .integer(2)]))
    }

    @Test("What is written as JSON is read as it was")
    func bothWays() throws {
        let bytes = try JSONEncoder().encode(Self.word)
        #expect(try JSONDecoder().decode(RawValue.self, from: bytes) == Self.word)
    }

    @Test("Each kind of JSON is read as its own kind: a number is no truth value, and a text of digits no number")
    func kinds() throws {
        let texts: [(String, RawValue)] = [
            ("1", 1), ("0", 0), ("-7", -7), ("1.5", 1.5), ("true", true), ("false", false), ("null", .null),
            ("\"1\"", "1"), ("\"\"", ""), ("[]", []), ("{}", [:]), ("9223372036854775808", 9_223_372_036_854_775_808.0),
            (#"{"a": {"b": [1, "2", null]}}"#, ["a": ["b": [1, "2", RawValue.null]]]),
        ]
        for (text, value) in texts {
            #expect(try JSONDecoder().decode(RawValue.self, from: Data(text.utf8)) == value, "\(text)")
        }
        for text in ["", "{", "[1,", "nul", "\"a"] {
            #expect(throws: (any Error).self, "\(text)") {
                try JSONDecoder().decode(RawValue.self, from: Data(text.utf8))
            }
        }
    }

    @Test("What is nested deeper than the greatest depth is null, and the rest is read")
    func depth() throws {
        func text(_ depth: Int) -> Data {
            Data((String(repeating: "[", count: depth) + "7" + String(repeating: "]", count: depth)).utf8)
        }
        func value(_ depth: Int, around inner: RawValue) -> RawValue {
            (0..<depth).reduce(inner) { value, _ in .list([value]) }
        }
        let most = RawValue.greatestDepth
        #expect(try JSONDecoder().decode(RawValue.self, from: text(most)) == value(most, around: 7))
        #expect(try JSONDecoder().decode(RawValue.self, from: text(most + 1)) == value(most, around: .null))
        #expect(try JSONDecoder().decode(RawValue.self, from: text(3 * most)) == value(most, around: .null))
    }

    @Test("The document around a value does not count towards its depth")
    func depthInside() throws {
        /// A document of an app, whose raw values lie four lists deep.
        struct Report: Decodable {
            var pages: [[[[RawValue]]]]
        }
        let most = RawValue.greatestDepth
        func text(_ depth: Int) -> Data {
            let value = String(repeating: "[", count: depth) + "7, null" + String(repeating: "]", count: depth)
            return Data(#"{"pages": [[[[\#(value), {"a": null, "b": [true]}]]]]}"#.utf8)
        }
        func value(_ depth: Int, around inner: RawValue) -> RawValue {
            (0..<depth).reduce(inner) { value, _ in .list([value]) }
        }
        let read = try JSONDecoder().decode(Report.self, from: text(most)).pages[0][0][0]
        #expect(read[0] == value(most - 1, around: .list([7, .null])))
        #expect(read[1] == ["a": .null, "b": [true]])
        let deeper = try JSONDecoder().decode(Report.self, from: text(most + 1)).pages[0][0][0]
        #expect(deeper[0] == value(most, around: .null))
    }
}
