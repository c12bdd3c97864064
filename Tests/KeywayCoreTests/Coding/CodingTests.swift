import KeywayCore
import Testing

@Suite("Bytes")
struct CodingTests {
    @Test("Every number comes back, at the edges of every length")
    func numbers() throws {
        var numbers: [UInt64] = [0, .max]
        for shift in 1..<64 { numbers += [(1 << shift) - 1, 1 << shift, (1 << shift) + 1] }
        for number in numbers {
            var writer = ByteWriter()
            writer.varint(number)
            writer.signed(Int64(bitPattern: number))
            writer.fixed(number)
            writer.fixed(UInt16(truncatingIfNeeded: number))
            writer.fixed(Int32(truncatingIfNeeded: number))
            writer.fixed(UInt8(truncatingIfNeeded: number))
            var reader = ByteReader(writer.bytes)
            #expect(try reader.varint() == number)
            #expect(try reader.signed() == Int64(bitPattern: number))
            #expect(try reader.fixed(UInt64.self) == number)
            #expect(try reader.fixed(UInt16.self) == UInt16(truncatingIfNeeded: number))
            #expect(try reader.fixed(Int32.self) == Int32(truncatingIfNeeded: number))
            #expect(try reader.fixed(UInt8.self) == UInt8(truncatingIfNeeded: number))
            #expect(reader.isAtEnd)
        }
    }

    @Test("Small negative numbers are short")
    func zigzag() {
        var writer = ByteWriter()
        for number: Int64 in [0, -1, 1, -64, 63] { writer.signed(number) }
        #expect(writer.bytes == [0, 1, 2, 127, 126])
    }

    static let values: [Value?] = [
        nil, .bool(false), .bool(true), .integer(-7), .integer(.max), .integer(.min), .duration(30_000),
        .text(""), .text("größer 👩‍🔬 e\u{301}"), .enumCase(0), .enumCase(300), .set(.max), .set(0), .withheld,
    ]

    @Test("Every kind of value comes back, and its bytes cut short are an error", arguments: CodingTests.values)
    func roundTrip(value: Value?) throws {
        var writer = ByteWriter()
        writer.value(value)
        var reader = ByteReader(writer.bytes)
        #expect(try reader.value() == value)
        #expect(reader.isAtEnd)
        for length in 0..<writer.bytes.count {
            var short = ByteReader(writer.bytes, in: 0..<length)
            #expect(throws: ByteError.self) { try short.value() }
        }
    }

    @Test("Lists of values that are often the same come back, each from the bytes of its own place")
    func repeatedValues() throws {
        let shorter = Array(Self.values.dropLast())
        let lists = [Self.values, Self.values, [], Self.values, shorter, [.text("a")], [.text("b")], [.text("b")]]
        var writer = ByteWriter()
        for list in lists { writer.values(list) }
        var reader = ByteReader(writer.bytes)
        for list in lists { #expect(try reader.repeatedValues() == list) }
        #expect(reader.isAtEnd)
    }

    @Test("A list that stood before is an error where its bytes are cut short")
    func repeatedValuesCutShort() throws {
        var writer = ByteWriter()
        writer.values(Self.values)
        let length = writer.bytes.count
        let bytes = writer.bytes + writer.bytes
        for end in length..<2 * length {
            var reader = ByteReader(bytes)
            #expect(try reader.repeatedValues() == Self.values)
            reader.go(to: length..<end)
            #expect(throws: ByteError.self) { try reader.repeatedValues() }
        }
    }

    @Test("A reader goes on with any part of its bytes, and not past their end")
    func parts() throws {
        var reader = ByteReader([1, 2, 3, 4])
        reader.go(to: 2..<3)
        #expect(try reader.byte() == 3)
        #expect(reader.isAtEnd)
        reader.go(to: 3..<9)
        #expect(reader.remaining == 1)
        reader.go(to: 0..<2)
        #expect(try reader.byte() == 1)
    }

    @Test("Lists, optionals, text and bytes come back")
    func compounds() throws {
        var writer = ByteWriter()
        writer.list(["a", "", "ß"]) { $0.string($1) }
        writer.optional(7 as Int?) { $0.int($1) }
        writer.optional(nil as Int?) { $0.int($1) }
        writer.bytes([1, 2, 3])
        writer.bool(true)
        writer.raw([9, 8])
        var reader = ByteReader(writer.bytes)
        #expect(try reader.list { (reader) throws(ByteError) in try reader.string() } == ["a", "", "ß"])
        #expect(try reader.optional { (reader) throws(ByteError) in try reader.int() } == 7)
        #expect(try reader.optional { (reader) throws(ByteError) in try reader.int() } == nil)
        #expect(try reader.bytes() == [1, 2, 3])
        #expect(try reader.bool())
        #expect(try reader.raw(2) == [9, 8])
        #expect(reader.isAtEnd)
    }

    @Test(
        "A number in a longer form than it needs is refused",
        arguments: [
            [0x80, 0x00], [0xFF, 0x80, 0x00], [0x80],
            [0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x02], [UInt8](repeating: 0xFF, count: 64),
        ] as [[UInt8]])
    func overlong(bytes: [UInt8]) {
        var reader = ByteReader(bytes)
        #expect(throws: ByteError.self) { try reader.varint() }
    }

    @Test("A length beyond what is left is refused before anything is kept for it")
    func hugeLength() {
        var writer = ByteWriter()
        writer.varint(.max)
        var reader = ByteReader(writer.bytes)
        #expect(throws: ByteError.ended(position: 0, needed: .max)) { try reader.bytes() }
        reader = ByteReader(writer.bytes)
        #expect(throws: ByteError.ended(position: 0, needed: .max)) { try reader.string() }
        reader = ByteReader(writer.bytes)
        #expect(throws: ByteError.self) { try reader.list { (reader) throws(ByteError) in try reader.byte() } }
        #expect(throws: ByteError.self) { try reader.raw(-1) }
        #expect(throws: ByteError.self) { try reader.raw(.max) }
    }

    @Test(
        "Text that is not UTF-8 is refused",
        arguments: [[0xFF], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xE2, 0x82]] as [[UInt8]])
    func malformedText(bytes: [UInt8]) {
        var writer = ByteWriter()
        writer.bytes(bytes)
        var reader = ByteReader(writer.bytes)
        #expect(throws: ByteError.malformedText(position: 0)) { try reader.string() }
    }

    @Test("A case of an enum that is numbered below 0 is refused, and is in no set")
    func negativeCases() {
        for position in [-1, -64, Int.min] {
            var writer = ByteWriter()
            writer.value(.enumCase(position))
            var reader = ByteReader(writer.bytes)
            #expect(throws: ByteError.outOfRange(position: 0)) { try reader.value() }
            let test = Table.Test.containment(.constant(.enumCase(position)), in: .constant(.set(.max)))
            #expect(!test.holds(values: [], fields: []))
        }
    }

    @Test("The milliseconds between two instants stop at either end")
    func betweenInstants() {
        let (first, last) = (Instant(milliseconds: .min), Instant(milliseconds: .max))
        #expect(last.milliseconds(since: first) == .max && first.milliseconds(since: last) == .min)
        #expect(Instant(milliseconds: 0).milliseconds(since: first) == .max)
        #expect(Instant(milliseconds: 5).milliseconds(since: Instant(milliseconds: 8)) == -3)
    }

    @Test(
        "Random bytes give a value or an error, and a value that is read has these very bytes",
        arguments: [UInt64(1), 2, 3])
    func anyBytes(seed: UInt64) {
        var state = seed
        var read = 0
        for _ in 0..<2_000 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            let bytes = (0..<12).map { UInt8(truncatingIfNeeded: state >> (UInt64($0) * 5)) % ($0 == 0 ? 10 : 255) }
            var reader = ByteReader(bytes)
            guard let value = try? reader.value() else { continue }
            var writer = ByteWriter()
            writer.value(value)
            #expect(writer.bytes == Array(bytes[..<reader.position]), "seed \(seed)")
            read += 1
        }
        #expect(read > 500, "seed \(seed): \(read)")
    }

    @Test("The checksum is the published one")
    func publishedChecksums() {
        // Source: RFC 3720, appendix B.4.
        #expect(CRC32C.checksum(of: [UInt8](repeating: 0, count: 32)) == 0x8A91_36AA)
        #expect(CRC32C.checksum(of: [UInt8](repeating: 0xFF, count: 32)) == 0x62A8_AB43)
        #expect(CRC32C.checksum(of: [UInt8](0..<32)) == 0x46DD_794E)
        #expect(CRC32C.checksum(of: [UInt8]((0..<32).reversed())) == 0x113F_DB5C)
        #expect(CRC32C.checksum(of: Array("123456789".utf8)) == 0xE306_9283)
        #expect(CRC32C.checksum(of: [UInt8]()) == 0)
    }

    @Test("A checksum continued is the checksum of the whole, wherever it is cut")
    func continued() {
        let bytes = (0..<41).map { UInt8(truncatingIfNeeded: $0 &* 37) }
        let whole = CRC32C.checksum(of: bytes)
        for cut in 0...bytes.count {
            #expect(CRC32C.checksum(of: bytes[cut...], after: CRC32C.checksum(of: bytes[..<cut])) == whole)
        }
    }
}
