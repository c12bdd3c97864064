import KeywayCore
import KeywayLog
import KeywayNodes
import KeywayOrchestrator
import KeywayRuns
import KeywayTesting

/// The course of one seed: several nodes over one engine, people who sign in, and all that goes wrong between them.
///
/// Everything happens in one thread and by a virtual clock. Times are milliseconds of the engine's clock.
struct NodeWorld: SeedCourse {
    let seed: UInt64
    let mistake: NodeMistake?
    let setting: NodeSetting
    /// The flow `ManyNodes`, which all runs follow.
    let flow: RunningFlow
    let version: FlowVersion
    /// The flow of the service's next version: the same under another number, so that nodes of either version may go on with all runs.
    let next: (version: FlowVersion, flow: RunningFlow)
    var chance: SeededGenerator
    /// The time of the engine's clock.
    var time: Int64 = 0
    var engine: MemoryEngine
    var hosts: [Host] = []
    var people: [Person] = []
    /// What is going to happen.
    var events = EventQueue<WorldEvent>()
    /// The key store.
    var keys = WorldKeys()
    /// Which handlers were called.
    var ledger = Ledger()
    /// The wishes of which a node has told the person that they are decided.
    var acknowledged: [Acknowledged] = []
    /// For each time that a person asked a node, the identity of the wish.
    var askings: [Asker: String] = [:]
    /// How many webhooks and words of devices were sent so far: each gets an asker with a number of its own.
    var callbacks: UInt64 = 0
    /// What the records of runs on devices say of the line for the device's SDK; for the judge.
    var moments: [DeviceMoment] = []
    /// What devices said, as far as a node acknowledged it.
    var deviceWords: [DeviceSaying] = []
    /// For each time that a device asked a node: the device, its word, and how many appends the engine had done then.
    var sayings: [Asker: (device: DeviceID, word: String, appends: Int)] = [:]
    /// For each run how many webhooks that have no identity a node has acknowledged.
    var webhooks: [RunID: Int] = [:]
    /// The identity of each webhook that has one.
    var deliveries: [Asker: String] = [:]
    /// For each run the identities of the webhooks that a node has acknowledged.
    var acknowledgedDeliveries: [RunID: Set<String>] = [:]
    /// The host of each node.
    var hostOf: [NodeID: Int] = [:]
    /// When each node died.
    var deaths: [NodeID: Int64] = [:]
    /// Until when the engine answers nobody.
    var outageUntil: Int64 = 0
    /// From when until when the engine answered nobody.
    var outages: [(from: Int64, to: Int64)] = []
    /// When each append was first sent.
    var firstSent: [AppendID: Int64] = [:]
    /// For each run the nodes that did not get its key from the key store, and when.
    var keyOutages: [RunID: [(node: NodeID, at: Int64)]] = [:]
    /// For each append since when its node has had its lease without a gap, as the node believed when the append was done.
    var leaseHeldSince: [AppendID: Int64] = [:]
    var tally = NodeTally()
    private let teller: StoryTeller

    init(seed: UInt64, mistake: NodeMistake?, telling: Bool = false) {
        self.seed = seed
        self.mistake = mistake
        teller = StoryTeller(isTelling: telling)
        chance = SeededGenerator(seed: seed &* 0x9E37_79B9_7F4A_7C15 ^ 0x5EED_0DE5)
        setting = NodeSetting(using: &chance)
        engine = MemoryEngine(planting: mistake?.madeInEngine)
        (version, flow) = FlowVersion.shared(for: ManyNodes.self)
        next = FlowVersion.shared(for: NextManyNodes.self)
    }

    var story: [String] { teller.lines }

    func tell(_ sentence: @autoclosure () -> String) {
        teller.tell("[\(time)] ", sentence)
    }

    /// Draws whether something happens that happens in `rate` of 1,000 cases.
    mutating func happens(perThousand rate: Int) -> Bool { Int.random(in: 0..<1000, using: &chance) < rate }

    mutating func draw(_ range: ClosedRange<Int64>) -> Int64 { .random(in: range, using: &chance) }

    /// Whether the time has come from which nothing goes wrong any more.
    var isPeace: Bool { time >= NodeSetting.peace }

    // MARK: - The course

    /// Plays the whole course.
    mutating func play() {
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
        // A world that is not at rest after 20 minutes breaks a law: the judge finds which one.
        while let next = events.removeFirst(), !isAtRest, next.time < 1_200_000 {
            time = next.time
            happen(next.event)
        }
        tally.seeds = 1
        judge()
    }

    /// Whether all is done: nothing goes wrong any more, nobody wants anything, every run is over or set aside, and no node is busy.
    private var isAtRest: Bool {
        isPeace && people.allSatisfy { $0.wish == nil } && engine.rows.values.allSatisfy { $0.isOver || $0.isSetAside }
            && hosts.allSatisfy { $0.node?.isAtRest ?? true }
    }

    /// The commands that the person will ask for: a start, and up to six more that are drawn at random.
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

/// The flow of the service's next version: `ManyNodes` with another version number.
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
