import FlowFixtures
import KeywayTesting
import Testing

@testable import FlowProviders

@Suite("The channel between a provider and a flow")
struct ChannelTests {
    @Test("Packed words behave as a list of words, whatever is appended, removed and marked as old", arguments: 0..<20)
    func packing(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var packed = WaitingWords()
        var list: [(word: Int, isOld: Bool, isOldToRoot: Bool)] = []
        for _ in 0..<400 {
            switch random.next() % 6 {
            case 0, 1, 2:
                guard list.count < Channel.greatestCapacity else { continue }
                let word = Int(random.next() % UInt64(WaitingWords.greatestWordCount))
                let isGhostly = random.next() % 4 == 0
                packed.append(UInt8(word), isGhostly: isGhostly)
                list.append((word, isGhostly, isGhostly))
            case 3:
                guard !list.isEmpty else { continue }
                let place = Int(random.next() % UInt64(list.count))
                packed.remove(at: place)
                list.remove(at: place)
            case 4:
                let words = random.next()
                packed.outlive(words)
                list = list.map { ($0.word, $0.isOld || words.has($0.word), $0.isOldToRoot) }
            default:
                let words = random.next()
                packed.outlive(toRoot: words)
                list = list.map { ($0.word, $0.isOld, $0.isOldToRoot || words.has($0.word)) }
            }
            #expect(packed.count == list.count, "seed \(seed)")
            for (place, entry) in list.enumerated() {
                #expect(packed.word(at: place) == entry.word, "seed \(seed)")
                #expect(packed.isOld(at: place) == entry.isOld, "seed \(seed)")
                #expect(packed.isOldToRoot(at: place) == entry.isOldToRoot, "seed \(seed)")
            }
        }
    }

    @Test("A packed configuration keeps its parts apart, whatever they hold", arguments: 0..<10)
    func configurations(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var packed = ProductConfiguration(legs: 0)
        var (legs, situations): (Int32, [Int32]) = (0, [0, 0, 0, 0])
        for _ in 0..<200 {
            let provider = Int(random.next() % 5)
            if provider < 4 {
                situations[provider] = Int32(random.next() % (1 << 24))
                packed[provider] = situations[provider]
            } else {
                legs = Int32(truncatingIfNeeded: random.next() % (1 << 31))
                packed.legs = legs
            }
            let again = ProductConfiguration(packed.packed)
            #expect(again == packed && again.legs == legs, "seed \(seed)")
            #expect((0..<4).map { again[$0] } == situations, "seed \(seed)")
        }
    }

    @Test("A step's label is read as it was written")
    func labels() {
        let steps: [ProductStep] = [
            .own(0), .own(70_000), .turn(row: 0), .turn(row: 300), .settled(provider: 0), .settled(provider: 3),
            .lost(place: 7, word: 61), .crash,
            .told(.init(place: 0, word: 0, isOld: false, isKept: false)),
            .told(.init(place: 7, word: 61, isOld: true, isKept: false)),
            .told(.init(place: 3, word: 17, isOld: false, isKept: true)),
            .told(.init(place: 3, word: 17, isOld: true, isKept: true)),
        ]
        for step in steps {
            #expect(ProductStep(step.packed) == step)
            #expect(ProductStep(step.packed | ProductStep.crashing) == step)
        }
        #expect(Set(steps.map(\.packed)).count == steps.count)
    }

    @Test("Each fault adds steps, and so does a wider channel; a channel without delay has fewer")
    func faults() throws {
        let flow = try machine(LockedDoor.flow())
        let talkative = LockedDoor.haunted.changing(
            "emit open when turned",
            to: "emit open then jam when turned stay { turned = false }\n  emit open when turned"
        )
        let provider = try model(talkative)
        func steps(_ channel: Channel) throws -> Int {
            try explore(flow, against: provider, through: channel).steps
        }
        let plain = try steps(Channel())
        for channel in [Channel(drops: true), Channel(doubles: true), Channel(reorders: true), Channel(capacity: 3)] {
            #expect(try steps(channel) > plain, "\(channel)")
        }
        #expect(try steps(Channel(delays: false)) < plain)
        #expect(try steps(Channel(capacity: 1)) < plain, "a channel of one word has no room for two words of one row")
    }

    @Test("A provider may do something in silence while more words wait than the channel holds")
    func silence() throws {
        let flow = try machine(
            """
            flow Poking version 1
            command poke, cancel
            callback said, bad
            effect prod calls Box.prod
            source box = "Box" by kind singleton { ONE, TWO, THREE => said  BAD => bad }
            final done
            require never on bad
            within 20m -> done
            on cancel, bad -> done
            ignore unrecognised
            reject other
            state open waits for user { on poke stay { do prod }  on said -> shut }
            state shut waits for user { ignore said }
            """)
        let box = try model(
            """
            provider Box version "1" for box
            word one = ONE
            word two = TWO
            word three = THREE
            word bad = BAD
            state full { emit one then two then three -> empty }
            state empty { quiet -> asleep }
            state asleep { call prod -> broken }
            state broken { emit bad stay }
            """)
        // The flow orders `prod` only before it hears the first of the three words, so while all of them wait.
        for capacity in [1, 2, 3] {
            let exploration = try explore(flow, against: box, through: Channel(capacity: capacity))
            #expect(exploration.verdict(on: "never on bad") == .broken, "capacity \(capacity)")
        }
    }
}
