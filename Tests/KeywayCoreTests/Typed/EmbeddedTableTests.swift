import FlowFixtures
import KeywayCore
import Testing

@Suite("A table in generated code")
struct EmbeddedTableTests {
    @Test("Of a text that is no table a flow is made in which nothing happens, and which says why")
    func unreadable() {
        for text: StaticString in ["", "AQ", "not base 64 at all!", "AAAA", "AAAAAAAAAAA"] {
            let table = Table(embedded: text, of: "Door")
            #expect(table.fault?.flow == "Door")
            var (run, orders) = table.begin(at: Instant(milliseconds: 0))
            #expect(orders.isEmpty)
            let step = table.reduce(&run, Event(0), at: Instant(milliseconds: 0), sequence: 1)
            #expect(step.disposition == .unrecognised)
            #expect(table.states[run.state].isFinal)
        }
    }

    @Test("Every damaged byte, and every cut, is found")
    func damaged() throws {
        let table = try LoadedFlow(Self.door).table
        let bytes = table.embeddedBytes
        #expect(try Table(embeddedBytes: bytes, children: []) == table)
        for place in bytes.indices {
            var damaged = bytes
            damaged[place] ^= 1 << UInt8(place % 8)
            #expect(throws: Table.FormatError.self, "byte \(place)") { try Table(embeddedBytes: damaged, children: []) }
            #expect(throws: Table.FormatError.self, "cut at \(place)") {
                try Table(embeddedBytes: Array(bytes[..<place]), children: [])
            }
        }
    }

    @Test("A form of another version is no table, though its bytes are whole; nor is one without a checksum")
    func otherVersions() throws {
        let table = try LoadedFlow(Self.door).table
        var later = table.canonicalBytes
        later[0] = 9
        let checksum = CRC32C.checksum(of: later)
        later += (0..<4).map { UInt8(truncatingIfNeeded: checksum >> (8 * $0)) }
        let error = #expect(throws: Table.FormatError.self) { try Table(embeddedBytes: later, children: []) }
        #expect("\(try #require(error))".contains("byte 0"))
        #expect(throws: Table.FormatError.self) { try Table(embeddedBytes: table.canonicalBytes, children: []) }
    }

    @Test("Where a sub-flow was not read its parent says so, and not that the sub-flow is another flow now")
    func unreadSubFlow() {
        let house = Table(embedded: "", of: "House", children: [Table(embedded: "AQ", of: "Door")])
        #expect(house.name == "House" && house.fault?.flow == "Door")
        #expect(house.fault?.description.hasSuffix("; generate it again") == true)
    }

    private static let house = """
        flow House version 1
        command start, cancel
        final inside
        final outside
        within 20m -> outside
        on cancel -> outside
        reject other
        state idle waits for user { on start -> door }
        state door {
          child front = Door
          enter { run front.open }
          on front.opened -> inside
          on front.shut -> outside
        }
        """

    private static let door = """
        flow Door version 1
        command open, cancel
        final opened
        final shut
        within 15m -> shut
        on cancel -> shut
        reject other
        state closed waits for user { on open -> opened }
        """

    @Test("A parent reads its sub-flows as they are; one that is another now is not taken for what it was")
    func subFlows() throws {
        let house = try LoadedFlow(Self.house, among: ["Door": Self.door]).table
        let bytes = house.embeddedBytes
        let door = try LoadedFlow(Self.door).table
        #expect(try Table(embeddedBytes: bytes, children: [door]) == house)
        #expect(throws: Table.FormatError.self) { try Table(embeddedBytes: bytes, children: [door, door]) }
        for (old, new) in [
            ("final opened\nfinal shut", "final shut\nfinal opened"), ("version 1", "version 2"),
            ("open, cancel", "cancel, open"), ("Door", "Gate"),
        ] {
            let other = try LoadedFlow(Self.door.changing(old, to: new)).table
            #expect(throws: Table.FormatError.self, "\(new)") { try Table(embeddedBytes: bytes, children: [other]) }
        }
    }

    private static let hatch = """
        flow Hatch version 1
        enum Why { refused, confirmed }
        command open, cancel
        context { why: Why?, other: Why?, seen: bool = false }
        final over keeps why
        within 15m -> over
        on cancel -> over { why = refused; other = confirmed }
        reject other
        state closed waits for user { on open -> over { why = confirmed; seen = true } }
        """

    private static let cellar = """
        flow Cellar version 1
        command start, cancel
        final inside
        final outside
        within 20m -> outside
        on cancel -> outside
        reject other
        state idle waits for user { on start -> hatch }
        state hatch {
          child front = Hatch
          enter { run front.open }
          on front.over when why == confirmed -> inside
          on front.over otherwise -> outside
        }
        """

    @Test(
        "A sub-flow whose enum has its cases in another order, or whose kept variable is another one, is another flow now"
    )
    func meanings() throws {
        let cellar = try LoadedFlow(Self.cellar, among: ["Hatch": Self.hatch]).table
        let bytes = cellar.embeddedBytes
        let hatch = try LoadedFlow(Self.hatch).table
        #expect(try Table(embeddedBytes: bytes, children: [hatch]) == cellar)
        for (old, new) in [
            ("refused, confirmed }", "confirmed, refused }"), ("refused, confirmed }", "refused, confirmed, unsure }"),
            ("why: Why?, other: Why?", "other: Why?, why: Why?"), ("enum Why {", "enum Kind { near, far }\nenum Why {"),
        ] {
            let other = try LoadedFlow(Self.hatch.changing(old, to: new)).table
            #expect(throws: Table.FormatError.self, "\(new)") { try Table(embeddedBytes: bytes, children: [other]) }
        }
    }

    @Test("What a provider says for a case of a sub-flow's enum is no matter of the parent")
    func codes() throws {
        let cellar = try LoadedFlow(Self.cellar, among: ["Hatch": Self.hatch]).table
        let coded = try LoadedFlow(Self.hatch.changing("refused, confirmed }", to: "refused = 7, confirmed }")).table
        let read = try Table(embeddedBytes: cellar.embeddedBytes, children: [coded])
        #expect(read.children.first?.table == coded)
    }

    @Test("A table whose sub-flow keeps a value of an enum with other cases than the parent's is refused")
    func casesOfAnotherOrder() throws {
        var cellar = try LoadedFlow(Self.cellar, among: ["Hatch": Self.hatch]).table
        #expect(throws: Never.self) { try Table(canonicalBytes: cellar.canonicalBytes) }
        cellar.children[0].table = try LoadedFlow(
            Self.hatch.changing("refused, confirmed }", to: "confirmed, refused }")
        ).table
        #expect(throws: Table.FormatError.self) { try Table(canonicalBytes: cellar.canonicalBytes) }
    }
}
