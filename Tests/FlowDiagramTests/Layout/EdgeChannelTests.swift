import Testing

@testable import FlowDiagram

@Suite("Lines between two ranks")
struct EdgeChannelTests {
    @Test("Nested lines do not cross: the outer one of two that go left runs above")
    func nested() {
        let channel = EdgeChannel([.init(upper: 30, lower: 10), .init(upper: 40, lower: 20)])
        #expect(channel.tracks == [0, 1])
        #expect(EdgeChannel([.init(upper: 10, lower: 30), .init(upper: 20, lower: 40)]).tracks == [1, 0])
    }

    @Test("A line never runs upon another's end")
    func ends() {
        // The second line's upper end and the first line's lower end have the same x.
        let channel = EdgeChannel([.init(upper: 0, lower: 50), .init(upper: 50, lower: 90)])
        #expect(channel.tracks == [1, 0])
    }

    @Test("Lines with one end share a track, lines apart share a height, and an upright one needs none")
    func sharing() {
        let channel = EdgeChannel([
            .init(upper: 0, lower: 50), .init(upper: 90, lower: 50), .init(upper: 200, lower: 240),
            .init(upper: 300, lower: 300),
        ])
        #expect(channel.tracks == [0, 0, 0, nil])
        #expect(channel.trackCount == 1)
    }
}
