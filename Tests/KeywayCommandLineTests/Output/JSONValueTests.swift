import FlowTranscripts
import KeywayCore
import Testing

@testable import KeywayCommandLine

@Suite("Writing JSON")
struct JSONValueTests {
    @Test(
        "Milliseconds become exact seconds",
        arguments: [
            (0, "0"), (1, "0.001"), (100, "0.1"), (30_100, "30.1"), (1_200_000, "1200"), (-1, "-0.001"),
            (-1500, "-1.5"),
            (Int64.max, "9223372036854775.807"), (Int64.min, "-9223372036854775.808"),
        ] as [(Int64, String)])
    func seconds(milliseconds: Int64, text: String) {
        #expect(JSONValue.seconds(milliseconds).rendered == text + "\n")
    }

    @Test("Every scalar survives writing and reading, and none breaks a line")
    func scalars() throws {
        let text = String(String.UnicodeScalarView((0...0x2100).compactMap { Unicode.Scalar($0) }))
        let rendered = JSONValue.text(text).rendered
        #expect(rendered.unicodeScalars.filter { $0.value < 0x20 } == ["\n"])
        #expect(try JSONReader.value(of: rendered.utf8) == .text(text))
    }

    @Test("Members keep their order, and plain values stand in one line")
    func layout() {
        let value = JSONValue.object([
            "b": .integer(1), "a": .list([.object(["z": .null, "y": .texts(["x"])])]), "e": .list([]),
        ])
        #expect(
            value.rendered == """
                {
                  "b": 1,
                  "a": [
                    {"z": null, "y": ["x"]}
                  ],
                  "e": []
                }

                """)
    }
}
