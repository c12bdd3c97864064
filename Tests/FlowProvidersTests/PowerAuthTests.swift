import FlowFixtures
import FlowLanguage
import FlowMachine
import FlowProviders
import FlowTranscripts
import TestThreads
import Testing

/// PowerAuth's models count what no flow can see, such as how far the phone's counter is ahead of the server's. They require that no flow
/// drives the activation into deadlock, takes it off the phone on a guess, or lets a request wait for itself.
@Suite("PowerAuth's flows against its models", .longComputation)
struct PowerAuthTests {
    /// An exploration of a flow against a model, and the size that it must have.
    struct Product: CustomTestStringConvertible, Sendable {
        var flow: String
        var version: String
        var crashes = false
        var configurations: Int
        var steps: Int

        var testDescription: String { "\(flow) against PowerAuth \(version)" + (crashes ? ", with crashes" : "") }
    }

    private static func provider(_ version: String) throws -> ProviderModel {
        try model(Fixtures.shipped("PowerAuth/Models/SDK-\(version).provider"))
    }

    @Test(
        "The request is proved against both versions, also where the app dies and comes back",
        arguments: [
            Product(flow: "Request", version: "1.3", configurations: 57_009, steps: 241_023),
            Product(flow: "Request", version: "2", configurations: 55_281, steps: 233_103),
            Product(flow: "Request", version: "1.3", crashes: true, configurations: 79_962, steps: 432_523),
            Product(flow: "Request", version: "2", crashes: true, configurations: 77_578, steps: 419_755),
        ])
    func request(product: Product) throws { try expect(product) }

    @Test(
        "The activation is proved", .enabled(if: isOptimised),
        arguments: [
            Product(flow: "Activation", version: "1.3", configurations: 406_843, steps: 2_762_332),
            Product(flow: "Activation", version: "2", configurations: 406_843, steps: 2_762_332),
            Product(flow: "Activation", version: "1.3", crashes: true, configurations: 2_616_124, steps: 36_632_149),
        ])
    func activation(product: Product) throws { try expect(product) }

    @Test(
        "Biometry, a token's removal and offline codes are proved",
        arguments: [
            Product(flow: "Biometry", version: "1.3", configurations: 134_541, steps: 711_907),
            Product(flow: "Biometry", version: "2", crashes: true, configurations: 165_134, steps: 1_319_319),
            Product(flow: "TokenRemoval", version: "1.3", crashes: true, configurations: 16_208, steps: 103_453),
            Product(flow: "TokenRemoval", version: "2", configurations: 15_194, steps: 61_809),
            Product(flow: "Offline", version: "1.3", configurations: 5_492, steps: 23_077),
            Product(flow: "Offline", version: "2", crashes: true, configurations: 18_355, steps: 102_277),
        ])
    func others(product: Product) throws { try expect(product) }

    private func expect(_ product: Product) throws {
        let exploration = try explore(
            machine(Fixtures.shipped("PowerAuth/\(product.flow).flow")), against: Self.provider(product.version),
            crashing: product.crashes)
        #expect(exploration.isProved, "\(exploration.judgements.filter { $0.verdict != .proved })")
        #expect(exploration.configurations == product.configurations)
        #expect(exploration.steps == product.steps)
    }

    // MARK: - The counter

    /// The text of a flow or model with a window of 6 instead of 20 for the counter, so that an exploration is short.
    private func narrowed(_ text: String) -> String {
        [("21", "7"), ("20", "6"), ("19", "5"), ("= 10", "= 3"), ("> 10", "> 3")]
            .reduce(text) { $0.changingIfPresent($1.0, to: $1.1) }
    }

    /// Explores the activation with these mistakes beside version 1.3, both with the narrow window.
    private func explored(_ mistakes: [Mistake] = [], crashing: Bool = false) throws -> FlowExploration {
        var flow = try Fixtures.shipped("PowerAuth/Activation.flow")
        for mistake in mistakes {
            flow = flow.changing(mistake.row, to: mistake.mistaken)
        }
        let provider = try Fixtures.shipped("PowerAuth/Models/SDK-1.3.provider")
        return try explore(machine(narrowed(flow)), against: model(narrowed(provider)), crashing: crashing)
    }

    /// The names of the requirements that are not proved.
    private func unproved(_ mistakes: [Mistake], crashing: Bool = false) throws -> [String] {
        try explored(mistakes, crashing: crashing).judgements.filter { $0.verdict != .proved }.map(\.name)
    }

    @Test("With a window of 6 the activation is proved as it is with one of 20")
    func window() throws {
        let exploration = try explored()
        #expect(exploration.isProved, "\(exploration.judgements.filter { $0.verdict != .proved })")
        #expect(exploration.verdict(on: "PowerAuth 1.3: never ahead == 7") == .proved)
    }

    @Test("The app may die at any moment: what may make the SDK sign is not done again by itself")
    func crashes() throws {
        #expect(try explored(crashing: true).isProved)
        let again = Mistake(row: "effect fetchStatus once calls", mistaken: "effect fetchStatus calls")
        #expect(
            try explored([again], crashing: true).verdict(on: "PowerAuth 1.3: never ahead == 7") == .broken)
        #expect(try explored([again]).isProved)
    }

    @Test("Keys that no password keeps die with the app, and then no password is asked for")
    func keysGone() throws {
        let asksOn = Mistake(row: "on restored -> empty { do dropUnfinished }", mistaken: "ignore restored")
        #expect(try unproved([asksOn], crashing: true) == ["PowerAuth 1.3: never in keyless"])
        #expect(try explored([asksOn]).isProved)
    }

    @Test("Keys that an earlier run of the process left are dropped, so that they obstruct one code at most")
    func keysInTheWay() throws {
        let holding = Mistake(
            row: "on keysHeld -> reopening { lead = 10; obstacle = held; do dropUnfinished }",
            mistaken: "on keysHeld -> reopening { lead = 10; obstacle = held }")
        #expect(try unproved([holding]) == ["PowerAuth 1.3: never in obstructed"])
    }

    @Test("A run whose session ends while a password is chosen leaves no keys behind")
    func keysLeft() throws {
        let leaving = Mistake(
            row: "within session -> failed { why = abandoned; do dropUnfinished }",
            mistaken: "within session -> failed { why = abandoned }")
        #expect(
            try unproved([leaving]) == [
                "in failed or in cancelled never after keysReady until persisted or do dropUnfinished or do removeLocal"
            ])
    }

    /// A row of the activation, and how it must not be written.
    struct Mistake: Sendable {
        var row: String
        var mistaken: String
    }

    /// Rows by which the flow keeps the phone's counter within the server's window. In each list one such safeguard is left out.
    static let mistakes = [
        [
            Mistake(row: "on use when lead < 19 ->", mistaken: "on use ->"),
            Mistake(row: "reject use, remove when lead == 19", mistaken: "reject remove when lead == 19"),
        ],
        [
            Mistake(row: "on remove when lead < 19 ->", mistaken: "on remove ->"),
            Mistake(row: "reject use, remove when lead == 19", mistaken: "reject use when lead == 19"),
        ],
        [Mistake(row: "when lead > 10  -> active { lead = 10 }", mistaken: "when lead > 10 -> active { lead = 0 }")],
        [
            Mistake(
                row: "reopening { lead = 10; refusal = nil; obstacle = nil }",
                mistaken: "reopening { refusal = nil; obstacle = nil }")
        ],
        [Mistake(row: "asBefore { lead += 1 }", mistaken: "asBefore")],
        [Mistake(row: "on lost -> active { lead += 1; keep", mistaken: "on lost -> active { keep")],
        [Mistake(row: "on removalLost -> refreshing { lead += 1; ", mistaken: "on removalLost -> refreshing { ")],
    ]

    @Test(
        "Without any one of these counts and guards the flow drives its activation into deadlock", arguments: mistakes)
    func deadlock(mistakes: [Mistake]) throws {
        let exploration = try explored(mistakes)
        let name = "PowerAuth 1.3: never ahead == 7"
        #expect(exploration.judgements.filter { $0.verdict != .proved }.map(\.name) == [name])
        let violation = try #require(exploration.judgements.first { $0.name == name }?.violations.first)
        let counterexample = exploration.counterexample(of: violation)
        let decisions = try counterexample.played(by: exploration.machine)
        #expect(
            counterexample.obstacles.contains(.durations) || decisions == violation.run.legDecisions,
            "\(counterexample.transcript.text)")
    }

    /// Rows that leave an activation on the phone which could still be good, each written so that it is removed on a guess. A phone that
    /// starts offline, a time limit, an upgrade that failed and a person who leaves do not mean that the server has ended the activation.
    static let guesses = [
        Mistake(row: "on statusUnknown -> empty", mistaken: "on statusUnknown -> empty { do removeLocal }"),
        Mistake(
            row: "on persistUnknown -> reopening { do dropUnfinished }",
            mistaken: "on persistUnknown -> reopening { do removeLocal }"),
        Mistake(row: "on upgradeFailed -> stranded", mistaken: "on upgradeFailed -> stranded { do removeLocal }"),
        Mistake(
            row: "on keysUnreachable -> empty { obstacle = lost; do dropUnfinished }",
            mistaken: "on keysUnreachable -> empty { do removeLocal }"),
        Mistake(
            row: "on statusUnknown -> failed { why = expired }",
            mistaken: "on statusUnknown -> failed { why = expired; do removeLocal }"),
        Mistake(
            row: "  on cancel -> cancelled\n\n  state waiting {",
            mistaken: "  on cancel -> cancelled { do removeLocal }\n\n  state waiting {"),
    ]

    @Test("A row that takes an activation off the phone on a guess is refuted", arguments: guesses)
    func guess(mistake: Mistake) throws {
        let exploration = try explored([mistake])
        #expect(
            exploration.judgements.filter { $0.verdict != .proved }.map(\.name) == [
                "PowerAuth 1.3: never harmed == true", "do removeLocal only after status",
            ])
    }

    /// Rows that act as if the server had refused, or the person had asked for removal, where neither did, each with the requirement that
    /// this breaks.
    static let refusals = [
        (
            Mistake(
                row: "on persistUnknown -> reopening { do dropUnfinished }",
                mistaken: "on persistUnknown -> failed { why = refused; do dropUnfinished }"),
            "why == refused only after keysRefused, status"
        ),
        (
            Mistake(row: "otherwise keysUnreachable within", mistaken: "otherwise keysRefused within"),
            "why == refused only after keysRefused, status"
        ),
        (
            Mistake(row: "on refused -> refreshing {", mistaken: "on refused -> blocked {"),
            "in blocked only after status since refused"
        ),
        (
            Mistake(row: "on removalRefused -> refreshing {", mistaken: "on removalRefused -> removed {"),
            "removed only after gone, status since remove"
        ),
        (
            Mistake(row: "otherwise removalLost within", mistaken: "otherwise gone within"),
            "removed only after gone, status since remove"
        ),
        (
            Mistake(
                row: "  on cancel -> cancelled\n\n  state waiting {",
                mistaken: "  on cancel -> cancelled { do forget }\n\n  state waiting {"),
            "do forget only after on forget"
        ),
    ]

    @Test(
        "A row that takes a limit, a count or a person who leaves for the server's refusal is refuted",
        arguments: refusals)
    func refusal(mistake: Mistake, requirement: String) throws {
        let exploration = try explored([mistake])
        #expect(exploration.judgements.filter { $0.verdict != .proved }.map(\.name) == [requirement])
    }

    /// Effects whose time limit is told as a failure of the activation, a signature or a token, each with the SDK's version and the
    /// requirement that this breaks.
    static let limits = [
        (
            Mistake(
                row: "missing, unanswered otherwise unanswered within",
                mistaken: "missing, unanswered otherwise missing within"
            ), "1.3", "reason == missingActivation only after missing"
        ),
        (
            Mistake(
                row: "signFailed, unanswered otherwise unanswered",
                mistaken: "signFailed, unanswered otherwise signFailed"),
            "1.3", "reason == signError only after missing, signFailed, tokenUseless"
        ),
        (
            Mistake(
                row: "tokenNone, unanswered otherwise unanswered",
                mistaken: "tokenNone, unanswered otherwise tokenFailed"),
            "2", "reason == tokenError only after tokenFailed, tokenUseless"
        ),
    ]

    @Test(
        "A row that tells a time limit as a failure of the activation, a signature or a token is refuted",
        arguments: limits)
    func limit(mistake: Mistake, version: String, requirement: String) throws {
        let text = try Fixtures.shipped("PowerAuth/Request.flow")
        let exploration = try explore(
            machine(text.changing(mistake.row, to: mistake.mistaken)), against: Self.provider(version))
        #expect(exploration.verdict(on: requirement) == .broken)
    }

    /// Rows by which the other flows keep a run from signing more often than the server's window allows, each list written without them: a
    /// run may then try more often than the window allows, or sign while the server cannot be reached.
    static let outrunning = [
        (
            "Biometry",
            [
                Mistake(row: "param tries: int 1...5", mistaken: "param tries: int 1...12"),
                Mistake(row: "left: int 0...5", mistaken: "left: int 0...12"),
            ]
        ),
        (
            "Biometry",
            [
                Mistake(row: "on turnOn when online and left > 0", mistaken: "on turnOn when left > 0"),
                Mistake(row: "reject turnOn when not online or left == 0", mistaken: "reject turnOn when left == 0"),
            ]
        ),
        (
            "Offline",
            [
                Mistake(row: "param codes: int 1...5", mistaken: "param codes: int 1...12"),
                Mistake(row: "left: int 0...5", mistaken: "left: int 0...12"),
            ]
        ),
    ]

    @Test(
        "A flow that allows more tries, or signs while no server hears it, drives the activation into deadlock",
        arguments: outrunning)
    func outrun(flow: String, mistakes: [Mistake]) throws {
        var text = try Fixtures.shipped("PowerAuth/\(flow).flow")
        for mistake in mistakes {
            text = text.changing(mistake.row, to: mistake.mistaken)
        }
        let exploration = try explore(machine(text), against: Self.provider("2"))
        #expect(
            exploration.judgements.filter { $0.verdict != .proved }.map(\.name) == ["PowerAuth 2: never ahead == 21"])
    }

    @Test("A server that never blocks by itself blocks an activation only after a signature")
    func blocked() throws {
        let text = try Fixtures.shipped("PowerAuth/Models/SDK-2.provider")
        let alone = text.changing("quiet when server == active stay { server = blocked }\n", to: "")
            .changing(/.*server = blocked; ahead = 10.*\n/, to: "")
        let flow = try Fixtures.shipped("PowerAuth/Activation.flow").changing(
            "within session", to: "require in blocked only after do signCall, do removeRemote\nwithin session")
        let exploration = try explore(machine(narrowed(flow)), against: model(narrowed(alone)))
        #expect(exploration.isProved, "\(exploration.judgements.filter { $0.verdict != .proved })")
        #expect(
            try explore(machine(narrowed(flow)), against: model(narrowed(text)))
                .verdict(on: "in blocked only after do signCall, do removeRemote") == .broken)
    }

    // MARK: - The lane

    @Test("With serialAll and a token that is not cached the naive request waits for itself after five steps")
    func naive() throws {
        let exploration = try explore(
            machine(Fixtures.naive("PowerAuthRequest.flow")), against: Self.provider("1.3"))
        let name = "PowerAuth 1.3: never in waitingForItself"
        let broken = exploration.judgements.filter { $0.verdict != .proved }.map(\.name)
        #expect(broken == ["nothing waits for itself", name])
        let violation = try #require(exploration.judgements.first { $0.name == name }?.violations.first)
        #expect(
            RunWords(exploration).lines(of: violation.run).map(\.happening) == [
                "post(kind: token, strategy: serialAll, sdk: v1, encrypted: false, timeKnown: false)",
                "readActivation answers active", "queue", "syncTime answers synced",
                "nobody answers cachedToken in time: uncached",
            ])
        let counterexample = exploration.counterexample(of: violation)
        #expect(
            try counterexample.played(by: exploration.machine) == violation.run.legDecisions,
            "\(counterexample.transcript.text)")
    }

    @Test("The flow's own lane shows that the naive request waits for itself, without a model and beside version 2")
    func laneOfItsOwn() throws {
        let naive = try machine(Fixtures.naive("PowerAuthRequest.flow"))
        for models in [[], [try Self.provider("2")]] {
            let exploration = try explore(naive, against: models)
            #expect(
                exploration.judgements.filter { $0.verdict != .proved }.map(\.name) == ["nothing waits for itself"])
            #expect(
                exploration.sentences(about: "nothing waits for itself")
                    == ["'fetchToken' needs the lane in which this run stands, so it waits for itself": 5])
        }
    }

    @Test("A request that let serialAll and a token through would wait for itself as well")
    func letThrough() throws {
        let accepting = try Fixtures.shipped("PowerAuth/Request.flow")
            .changing("(kind == token or sdk == v2)", to: "sdk == v2")
            .changing("kind != token and sdk == v1 -> place", to: "sdk == v1 -> place")
        let exploration = try explore(machine(accepting), against: Self.provider("1.3"))
        #expect(exploration.verdict(on: "PowerAuth 1.3: never in waitingForItself") == .broken)
    }

    // MARK: - What they have in common

    @Test("Flows and models share everything: no call is unmade, no reply ungiven, no answer untaken")
    func coverage() throws {
        let flows = try ["Activation", "Request", "Biometry", "TokenRemoval", "Offline"].map {
            try machine(Fixtures.shipped("PowerAuth/\($0).flow"))
        }
        let models = try ["1.3", "2"].map { try Self.provider($0) }
        for flow in flows { #expect(Mismatches(of: flow, against: models, and: flows).sentences.isEmpty) }
        let alone = Mismatches(of: flows[1], against: models)
        #expect(alone.neverMade.contains("signedCall") && alone.neverTaken.contains("status(server: deadlock)"))
        #expect(alone.neverGiven.isEmpty)
    }
}
