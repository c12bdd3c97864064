import Testing

@testable import FlowSearch

@Suite("The store of configurations")
struct ConfigurationStoreTests {
    @Test("The store keeps each configuration once, in the order of arrival, whichever of its two words differ")
    func againstSet() {
        var numbers = SeededNumbers(seed: 7)
        var store = ConfigurationStore()
        var expected: [Configuration] = []
        var known: Set<Configuration> = []
        for round in 0..<6_000 {
            // Configurations differ in the low word, the high word or both, close together or far apart, and many come again.
            let near = UInt64.random(in: 0..<3_000, using: &numbers)
            let configuration = [
                Configuration(low: near), Configuration(low: 0, high: near), Configuration(low: near << 50, high: near),
            ][round % 3]
            store.take(targetsOf: [Step(0, to: configuration)], from: UInt32(round))
            if round % 100 == 0 { store.settle() }
            if known.insert(configuration).inserted { expected.append(configuration) }
        }
        store.settle()
        #expect(store.configurations == expected)
        #expect(expected.indices.allSatisfy { store.position(of: expected[$0]) == $0 })
        #expect(store.position(of: Configuration(low: .max, high: .max)) == nil)
    }

    @Test("Targets that come twice in the same steps are kept once")
    func twice() {
        var store = ConfigurationStore()
        let steps = (0..<5_000).map { Step(0, to: Configuration(low: UInt64($0 / 2))) }
        store.take(targetsOf: steps, from: ConfigurationStore.none)
        store.settle()
        #expect(store.configurations == (0..<2_500).map { Configuration(low: $0) })
    }
}
