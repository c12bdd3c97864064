import Testing

@testable import KeywayPostgres

@Suite("Where a search for promises that have passed begins")
struct LowWaterMarkTests {
    private let ours: [[UInt8]] = [[1]]

    @Test(
        "It begins at the first promise, then 250 ms before the last found, once a second 5 s before it, after 30 s at the first"
    )
    func sweeps() {
        var mark = LowWaterMark()
        #expect(mark.begin(for: ours, at: 0) == .min)
        mark.raise(to: 100_000)
        #expect(mark.begin(for: ours, at: 1) == 99_750)
        mark.raise(to: 90_000)
        #expect(mark.begin(for: ours, at: 999) == 99_750)
        #expect(mark.begin(for: ours, at: 1_000) == 95_000)
        #expect(mark.begin(for: ours, at: 1_999) == 99_750)
        #expect(mark.begin(for: ours, at: 29_999) == 95_000)
        #expect(mark.begin(for: ours, at: 30_000) == .min)
        mark.raise(to: .min)
        #expect(mark.begin(for: ours, at: 30_001) == .min)
    }

    @Test("A search for other flows begins at the first promise")
    func others() {
        var mark = LowWaterMark()
        _ = mark.begin(for: ours, at: 0)
        mark.raise(to: 100_000)
        #expect(mark.begin(for: [[2]], at: 1) == .min)
    }

    @Test("It goes back to an earlier promise, also one that is made while a search is under way")
    func lowered() {
        var mark = LowWaterMark()
        _ = mark.begin(for: ours, at: 0)
        mark.raise(to: 100_000)
        mark.lower(to: 7_000)
        #expect(mark.begin(for: ours, at: 1) == 7_000)
        #expect(mark.begin(for: ours, at: 1_001) == 7_000)
        mark.lower(to: 50_000)
        mark.raise(to: 100_000)
        #expect(mark.begin(for: ours, at: 1_002) == 50_000)
        mark.raise(to: 100_000)
        #expect(mark.begin(for: ours, at: 1_003) == 99_750)
    }
}
