import FlowFixtures
import FlowMachine
import FlowSearch
import KeywayCore
import Testing

@testable import FlowProviders

@Suite("A parent's exploration against an enumeration by the run machine's legs")
struct LegCalibrationTests {
    /// A parent without requirements: the enumeration's worlds have nothing of what a configuration keeps for requirements.
    private static let undemanding = House.flow().changing(" success", to: "").changing(
        "require authenticated only after first.authenticated, second.authenticated\n", to: "")

    /// - Parameters:
    ///   - retaining: whether the lock's source retains the word that the lock is ready.
    ///   - recovery: what a new process does with open orders; nil where the app never dies.
    ///   - merging: whether worlds that make no difference are followed as one.
    private func exploration(
        retaining: Bool, recovery: Recovery? = nil, merging: Bool = false
    ) throws -> Exploration<Product> {
        let machine = try House.machine(Self.undemanding, door: House.door(retained: retaining))
        let product = try Product(machine, against: [model(House.lock)], recovery: recovery, merging: merging)
        return try #require(Explorer.explore(product).exploration)
    }

    @Test("The exploration has every world that the run machine's legs can reach, and no other")
    func worlds() throws {
        let exploration = try exploration(retaining: true)
        let naive = NaiveHouse(try House.machine(), retaining: true)
        let found = Set(exploration.configurations.compactMap { key(of: $0, in: exploration.system) })
        #expect(found == Set(naive.worlds.keys))
        #expect(exploration.stepCount == naive.stepCount)
        #expect(exploration.configurationCount == naive.worlds.count)
        #expect(exploration.configurationCount == 324)
    }

    @Test("Worlds that are followed as one where they make no difference are fewer")
    func merged() throws {
        let (lasting, crashing) = (
            try exploration(retaining: true, merging: true),
            try exploration(retaining: true, recovery: .sound, merging: true)
        )
        #expect(lasting.configurationCount == 284)
        #expect(crashing.configurationCount == 298)
    }

    @Test("Both have the same worlds where the app may die: legs stand as they were, and the lock retains nothing")
    func crashes() throws {
        let exploration = try exploration(retaining: true, recovery: .sound)
        let naive = NaiveHouse(try House.machine(), retaining: true, crashing: true)
        let found = Set(exploration.configurations.compactMap { key(of: $0, in: exploration.system) })
        #expect(found == Set(naive.worlds.keys))
        #expect(exploration.stepCount == naive.stepCount)
        #expect(exploration.configurationCount == naive.worlds.count)
        #expect(exploration.configurationCount == 366)
    }

    @Test("A lock that no leg hears is not followed until one does, and may then be where it came by itself")
    func asleep() throws {
        let exploration = try exploration(retaining: false)
        let naive = NaiveHouse(try House.machine(door: House.door(retained: false)), retaining: false)
        func doors(_ keys: some Sequence<String>) -> Set<String> {
            Set(keys.filter { $0.contains("first") || $0.contains("second") })
        }
        let found = exploration.configurations.compactMap { key(of: $0, in: exploration.system) }
        #expect(doors(found) == doors(naive.worlds.keys))
        #expect(
            exploration.configurationCount < naive.worlds.count,
            "what the lock does while no leg hears it must not be followed")
    }

    /// The configuration in the text form of a world of `NaiveHouse`; nil where the lock's situation is not decided yet.
    private func key(of packed: Configuration, in product: Product) -> String? {
        let configuration = ProductConfiguration(packed)
        let legs = product.legs.configurations[Int(configuration.legs)]
        if product.legs.condition(of: configuration.legs).isOver {
            return "ended \(product.legs.state(of: configuration.legs))"
        }
        guard case .known(let standing) = product.providers[0].situations[Int(configuration[0])] else { return nil }
        var key = legs.legs.filter { !product.legs.flows[$0.flow].system.isFinal($0.position) }.map { leg in
            let flow = product.legs.flows[leg.flow]
            let own = flow.system.configurations[Int(leg.position)]
            return HouseKey.leg(
                flow.name ?? "", own.state, own.values, Array(own.timers.bits), Array(own.open.bits))
        }
        let names = ["READY", "OPENED", "JAMMED"]
        let values = product.providers[0].model.configurations[Int(standing.model)].values
        key.append(HouseKey.lock(values.map { $0 == .bool(true) }))
        key += (0..<standing.words.count).map { place in
            let flags = standing.words.bits >> UInt64(place * 8)
            return HouseKey.word(
                names[standing.words.word(at: place)], isGhostly: flags.has(6), isOutlived: flags.has(7))
        }
        if !legs.retained.isEmpty { key.append("retained READY") }
        return key.joined(separator: "; ")
    }
}
