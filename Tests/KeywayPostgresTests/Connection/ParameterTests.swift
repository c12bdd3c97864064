import KeywayCore
import Testing

@testable import KeywayPostgres

@Suite("Values in PostgreSQL's binary format")
struct ParameterTests {
    @Test("Numbers have their highest byte first, and come back")
    func numbers() {
        #expect(Parameter.integer(258).encoded == [0, 0, 0, 0, 0, 0, 1, 2])
        for number in [0, 1, -1, .min, .max, 1 << 40] as [Int64] {
            #expect(Int64(bigEndianBytes: number.bigEndianBytes) == number)
        }
        #expect(Int64(bigEndianBytes: [1, 2, 3]) == nil)
    }

    @Test("An identity is the sixteen bytes of its digits")
    func identities() {
        let run = RunID(high: 0x0102_0304_0506_0708, low: 0x090A_0B0C_0D0E_0F10)
        #expect(Parameter.identity(run).encoded == (1...16).map { UInt8($0) })
        #expect(RunID(bytes: run.bytes) == run)
        #expect(RunID(bytes: [1]) == nil)
    }

    @Test("An array has one dimension from 1 on, and says whether an element is NULL")
    func arrays() {
        let array = Parameter.array(.integers([1, nil]))
        #expect(
            array.encoded == [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 20, 0, 0, 0, 2, 0, 0, 0, 1]
                + [0, 0, 0, 8, 0, 0, 0, 0, 0, 0, 0, 1] + [255, 255, 255, 255])
        #expect(Parameter.array(.booleans([true])).encoded?.suffix(5) == [0, 0, 0, 1, 1])
        #expect(Parameter.array(.bytes([])).encoded?.count == 20)
    }

    @Test("NULL has no bytes, and a text of none has")
    func null() {
        #expect(Parameter.null.encoded == nil)
        #expect(Parameter.text("").encoded == [])
    }
}
