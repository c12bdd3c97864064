import KeywayCore
import KeywayLog
import KeywayNodes
import KeywayOrchestrator
import KeywayRuns
import KeywayTesting

/// The course of one seed: several nodes over one engine, people who sign in, and all that goes wrong between them, in one thread and by
/// a virtual clock.
struct NodeWorld: SeedCourse {
    let seed: UInt64
    let mistake: NodeMistake?
    let setting: NodeSetting
    let flow: RunningFlow
    let version: FlowVersion
    /// The next version of the service has the same words, so that its nodes may go on with all runs.
    let next: (version: FlowVersion, flow: RunningFlow)
    var chance: SeededGenerator
    /// The engine's time.
    var time: Int64 = 0
    var engine: MemoryEngine
    var hosts: [Host] = []
    var people: [Person] = []
    var events = EventQueue<WorldEvent>()
    var keys = WorldKeys()
    var ledger = Ledger()
    var acknowledged: [Acknowledged] = []
    /// What was asked by each asking.
    var askings: [Asker: String] = [:]
    /// How many webhooks there were.
    var callbacks: UInt64 = 0
    /// What runs on devices have done, for the judge.
    var moments: [DeviceMoment] = []
    /// What devices said that was acknowledged.
    var deviceWords: [DeviceSaying] = []
    /// What was said with each asking, on which device, and how many appends had been done then.
    var sayings: [Asker: (device: DeviceID, word: String, saidAt: Int)] = [:]
    /// How many webhooks of each run without an identity a host has acknowledged.
    var webhooks: [RunID: Int] = [:]
    /// The identity with which a webhook was delivered, of those that have one.
    var deliveries: [Asker: String] = [:]
    /// The identities of each run's webhooks that a host has acknowledged.
    var acknowledgedDeliveries: [RunID: Set<String>] = [:]
    /// The host of each node.
    var hostOf: [NodeID: Int] = [:]
    /// When which node died.
    var deaths: [NodeID: Int64] = [:]
    /// The engine answers nobody before.
    var outageUntil: Int64 = 0
    /// From when until when the engine answered nobody.
    var outages: [(from: Int64, to: Int64)] = []
    /// When each append was first sent.
    var firstSent: [AppendID: Int64] = [:]
    /// When which node was told that the key store says nothing of a run.
    var keyOutages: [RunID: [(node: NodeID, at: Int64)]] = [:]
    /// Since when the node of an append has had its lease without a gap, as it believed when the append was done.
    var leaseHeldSince: [AppendID: Int64] = [:]
    var tally = NodeTally()
    private let told: StoryTeller

    init(seed: UInt64, mistake: NodeMistake?, telling: Bool = false) {
        self.seed = seed
        self.mistake = mistake
        told = StoryTeller(isTelling: telling)
        chance = SeededGenerator(seed: seed &* 0x9E37_79B9_7F4A_7C15 ^ 0x5EED_0DE5)
        setting = NodeSetting(using: &chance)
        engine = MemoryEngine(planting: mistake?.below)
        (version, flow) = FlowVersion.shared(for: ManyNodes.self)
        next = FlowVersion.shared(for: NextManyNodes.self)
    }

    var story: [String] { told.lines }

    func tell(_ sentence: @autoclosure () -> String) {
        told.tell("[\(time)] ", sentence)
    }

    /// Whether something happens that happens so often of 1,000 times.
    mutating func happens(perThousand rate: Int) -> Bool { Int.random(in: 0..<1000, using: &chance) < rate }

    mutating func draw(_ range: ClosedRange<Int64>) -> Int64 { .random(in: range, using: &chance) }

    var isPeace: Bool { time >= NodeSetting.peace }

    // MARK: - The course

    /// Lives the whole course.
    mutating func live() {
        for host in 0..<setting.hosts {
            hosts.append(Host(offset: draw(0...1_000_000)))
            schedule(.fault(.start(host)), in: draw(0...3_000))
        }
        for person in 0..<setting.people {
            people.append(Person(wishes: wishes(of: person)))
            schedule(.personActs(person), in: draw(500...25_000))
            for _ in 0..<Int.random(in: 0...2, using: &chance) {
                schedule(.webhook(person: person), in: draw(5_000...50_000))
            }
        }
        for device in 0..<setting.devices {
            for _ in 0..<Int.random(in: 0...6, using: &chance) {
                schedule(.deviceSpeaks(device), in: draw(1_000...55_000))
            }
        }
        for _ in 0..<setting.faults { schedule(.fault(drawnFault()), in: draw(1_000...NodeSetting.peace - 20_000)) }
        while let next = events.removeFirst(), !isAtRest, next.time < 1_200_000 {
            time = next.time
            happen(next.event)
        }
        tally.seeds = 1
        judge()
    }

    /// Whether all is done: nothing goes wrong any more, nobody wants anything, and every run is over.
    private var isAtRest: Bool {
        isPeace && people.allSatisfy { $0.wish == nil } && engine.rows.values.allSatisfy { $0.isOver || $0.isSetAside }
            && hosts.allSatisfy { $0.node?.isAtRest ?? true }
    }

    private mutating func wishes(of person: Int) -> [Person.Wish] {
        let names = ["submit", "resend", "submit", "cancel", "start"]
        let phone = Value.text(Person.phone(of: person))
        var wishes = [Person.Wish(command: command("start"), fields: [phone], id: "\(person)-start", pause: 0)]
        for number in 0..<Int.random(in: 0...6, using: &chance) {
            let name = names[Int.random(in: 0..<(happens(perThousand: 150) ? 5 : 3), using: &chance)]
            let fields: [Value?] = name == "submit" ? [.integer(draw(0...9))] : name == "start" ? [phone] : []
            wishes.append(
                Person.Wish(
                    command: command(name), fields: fields, id: "\(person)-\(name)-\(number)",
                    pause: happens(perThousand: 300) ? draw(0...5) : draw(100...12_000)))
        }
        return wishes
    }

    private func command(_ name: String) -> Int { flow.table.events.firstIndex { $0.name == name } ?? 0 }

    private mutating func drawnFault() -> WorldFault {
        let host = Int.random(in: 0..<setting.hosts, using: &chance)
        switch Int.random(in: 0..<9, using: &chance) {
        case 0...2: return .kill(host)
        case 3, 4: return .pause(host, for: draw(200...20_000))
        case 5, 6: return .cut(host, for: draw(200...20_000))
        case 7: return .drain(host, for: draw(200...12_000))
        default: return .outage(for: draw(200...18_000))
        }
    }

    mutating func schedule(_ event: WorldEvent, in milliseconds: Int64) {
        events.insert(event, at: time + milliseconds)
    }

    private mutating func happen(_ event: WorldEvent) {
        switch event {
        case .reaches(let host, let life, let event): reach(host, life, event)
        case .asked(let statement, let number, let node, let host, let life, let locked, let answers, let back):
            execute(statement, number, of: node, host, life, locked, answers: answers, back: back)
        case .personActs(let person): act(person)
        case .personGivesUp(let person, let attempt): giveUp(person, attempt)
        case .webhook(let person): callBack(person)
        case .deviceSpeaks(let device): speak(device)
        case .fault(let fault): strike(fault)
        }
    }
}

/// The next version of `ManyNodes`.
private enum NextManyNodes: Flow {
    typealias State = ManyNodes.State
    typealias Event = ManyNodes.Event
    typealias Command = ManyNodes.Command
    typealias Effect = ManyNodes.Effect
    typealias Context = ManyNodes.Context

    static let table = {
        var table = ManyNodes.table
        table.version += 1
        return table
    }()
    static let annotations = ManyNodes.annotations
}
