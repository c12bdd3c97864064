import FlowLanguage
import FlowMachine
import FlowProviders
import KeywayCore
import KeywayTesting
import ProviderFlows
import Testing

@testable import TerminalSignIn

@Suite("A fake SDK goes the ways of its model")
struct RandomModelWalkTests {
    private static let models = Phone.shippedModels

    private func walk(
        _ provider: String, _ version: String, _ tendency: RandomModelWalk.Tendency = .init()
    ) throws -> RandomModelWalk {
        let model = try #require(
            Self.models.first { $0.name.text == provider && $0.version.content == version })
        let tables = [OTPlessSmartAuth.table, TruecallerOTP.table, OfflineOTP.table]
        return RandomModelWalk(model, called: AppCalls(of: provider, by: tables), tendency)
    }

    /// The configurations in which a model can be after the calls and words so far, whatever rows without words it took between.
    private struct Listener {
        let model: ProviderModel
        let interpreter: ModelInterpreter
        var possible: Set<ModelConfiguration>

        init(_ model: ProviderModel) {
            self.model = model
            interpreter = ModelInterpreter(model)
            possible = [interpreter.beginning]
        }

        mutating func hear(call: String) {
            allowSilentRows()
            possible = Set(possible.flatMap { interpreter.targets(of: call, from: $0) })
        }

        mutating func hear(_ words: [Int]) {
            allowSilentRows()
            possible = Set(
                possible.flatMap { place in
                    interpreter.turns(from: place).filter { model.words(of: $0.row) == words }.map(\.next)
                })
        }

        /// Adds the configurations to which rows without words may have led since.
        mutating func allowSilentRows() {
            var open = Array(possible)
            while let place = open.popLast() {
                for turn in interpreter.turns(from: place) where model.rows[turn.row].happening == .silence {
                    if possible.insert(turn.next).inserted { open.append(turn.next) }
                }
            }
        }
    }

    @Test(
        "It says only what its model can say, whatever is called",
        arguments: [
            ("OTPless", "2.3.2"), ("OTPless", "2.0.9"), ("Truecaller", "0.2"), ("CAStrongAuthentication", "2.2"),
        ])
    func onlyTheModel(provider: String, version: String) throws {
        var spoken: Set<Int> = []
        let loaded = try walk(provider, version, .init(silence: 10, trouble: 45))
        for seed in 0..<250 as Range<UInt64> {
            var chance = SeededGenerator(seed: seed)
            var walk = loaded
            var listener = Listener(walk.model)
            for _ in 0..<60 {
                if chance.happens(percent: 35), let call = walk.model.calls.randomElement(using: &chance) {
                    walk.call(call, [.open, .good, .none].randomElement(using: &chance) ?? .open, by: &chance)
                    listener.hear(call: call)
                } else if let turn = walk.turn(by: &chance), !turn.words.isEmpty {
                    listener.hear(turn.words)
                    spoken.formUnion(turn.words)
                }
                listener.allowSilentRows()
                guard listener.possible.contains(walk.configuration) else {
                    Issue.record("seed \(seed): the model cannot be in \(walk.configuration)")
                    return
                }
            }
        }
        // Whatever the model can say is said at some time.
        let model = loaded.model
        let unspoken = model.words.indices.filter { !spoken.contains($0) }.map { model.words[$0].name.text }
        #expect(unspoken.isEmpty, "never said: \(unspoken)")
    }

    /// The words of the next turns: up to `count`, or until the SDK does nothing more.
    private func turns(
        of walk: inout RandomModelWalk, _ chance: inout SeededGenerator, atMost count: Int = 20
    ) -> [Int] {
        var words: [Int] = []
        for _ in 0..<count {
            guard let turn = walk.turn(by: &chance) else { break }
            words += turn.words
        }
        return words
    }

    @Test("Without trouble an attempt succeeds, or waits for a code and succeeds with the right one")
    func success() throws {
        for (provider, version, begin) in [
            ("OTPless", "2.3.2", "begin"), ("OTPless", "2.0.9", "begin"), ("Truecaller", "0.2", "request"),
        ] {
            var asked = 0
            for seed in 0..<60 as Range<UInt64> {
                var chance = SeededGenerator(seed: seed)
                var walk = try walk(provider, version)
                _ = turns(of: &walk, &chance)
                walk.call(begin, .open, by: &chance)
                var words = turns(of: &walk, &chance)
                // Not every attempt needs a code: one by a link, for example, does not.
                if walk.waitsForCall {
                    asked += 1
                    #expect(!words.contains { walk.model.words[$0].isSuccess }, "\(provider), seed \(seed)")
                    walk.call("verify", .good, by: &chance)
                    words = turns(of: &walk, &chance, atMost: 1)
                }
                #expect(words.contains { walk.model.words[$0].isSuccess }, "\(provider), seed \(seed)")
            }
            #expect(asked > 5, "\(provider)")
        }
    }

    @Test("A wrong code is never followed by a success")
    func wrongCode() throws {
        var count = 0
        for seed in 0..<100 as Range<UInt64> {
            var chance = SeededGenerator(seed: seed)
            var walk = try walk("OTPless", "2.3.2", .init(silence: 0, trouble: 50))
            walk.call("begin", .open, by: &chance)
            _ = turns(of: &walk, &chance)
            walk.call("verify", .none, by: &chance)
            for _ in 0..<20 {
                guard let turn = walk.turn(by: &chance) else { continue }
                count += 1
                #expect(!walk.model.tellsSuccess(turn.row), "seed \(seed)")
            }
        }
        #expect(count > 0)
    }

    @Test("An SDK whose silence is 100 per cent says nothing")
    func silence() throws {
        for seed in 0..<50 as Range<UInt64> {
            var chance = SeededGenerator(seed: seed)
            var walk = try walk("OTPless", "2.3.2", .init(silence: 100, trouble: 50))
            walk.call("begin", .open, by: &chance)
            #expect(turns(of: &walk, &chance).isEmpty)
        }
    }

    @Test("The same seed makes the same choices")
    func seeded() throws {
        func words(_ seed: UInt64) throws -> [Int] {
            var chance = SeededGenerator(seed: seed)
            var walk = try walk("Truecaller", "0.2", .init(silence: 5, trouble: 40))
            var words: [Int] = []
            for _ in 0..<10 {
                walk.call("request", .open, by: &chance)
                words += turns(of: &walk, &chance)
            }
            return words
        }
        #expect(try words(4) == words(4))
        #expect(try Set((0..<10).map { try words($0) }).count > 5)
    }
}

@Suite("A channel that fails")
struct WordChannelTests {
    private func words(_ faults: Set<ChannelFault>, seed: UInt64) -> [Int] {
        var chance = SeededGenerator(seed: seed)
        return WordChannel(faults: faults).passages(of: Array(0..<10), by: &chance).map(\.word)
    }

    @Test("It does what it is asked for, and nothing else")
    func faults() {
        var kinds: [ChannelFault: Int] = [:]
        for seed in 0..<100 as Range<UInt64> {
            #expect(words([], seed: seed) == Array(0..<10))
            let dropped = words([.drop], seed: seed)
            #expect(dropped == dropped.sorted() && Set(dropped).count == dropped.count)
            if dropped.count < 10 { kinds[.drop, default: 0] += 1 }
            let doubled = words([.double], seed: seed)
            #expect(Set(doubled) == Set(0..<10) && doubled == doubled.sorted())
            if doubled.count > 10 { kinds[.double, default: 0] += 1 }
            let reordered = words([.reorder], seed: seed)
            #expect(reordered.sorted() == Array(0..<10))
            if reordered != Array(0..<10) { kinds[.reorder, default: 0] += 1 }
        }
        for fault in ChannelFault.allCases { #expect(kinds[fault, default: 0] > 20, "\(fault)") }
    }
}
