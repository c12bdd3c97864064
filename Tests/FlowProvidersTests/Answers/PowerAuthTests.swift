import FlowLanguage
import FlowMachine
import FlowProviders
import FlowTranscripts
import Testing

/// The models of PowerAuth count what no flow can see, and demand that the flows do not make it worse.
@Suite("PowerAuth's flows against its models")
struct PowerAuthTests {
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
        "Both are proved against both versions, also where the app dies and comes back",
        arguments: [
            Product(flow: "Request", version: "1.3", configurations: 28_935, steps: 140_051),
            Product(flow: "Request", version: "2", configurations: 28_935, steps: 137_171),
            Product(flow: "Request", version: "1.3", crashes: true, configurations: 47_594, steps: 233_943),
            Product(flow: "Request", version: "2", crashes: true, configurations: 47_514, steps: 229_687),
        ])
    func request(product: Product) throws { try expect(product) }

    @Test(
        "The activation is proved", .enabled(if: isOptimised),
        arguments: [
            Product(flow: "Activation", version: "1.3", configurations: 756_524, steps: 3_892_003),
            Product(flow: "Activation", version: "2", configurations: 756_524, steps: 3_892_003),
            Product(flow: "Activation", version: "1.3", crashes: true, configurations: 1_199_965, steps: 9_625_359),
        ])
    func activation(product: Product) throws { try expect(product) }

    private func expect(_ product: Product) throws {
        let exploration = try explore(
            machine(Fixtures.shipped("PowerAuth/\(product.flow).flow")), against: Self.provider(product.version),
            crashing: product.crashes)
        #expect(exploration.isProved, "\(exploration.requirements.filter { $0.verdict != .proved })")
        #expect(exploration.configurations == product.configurations)
        #expect(exploration.steps == product.steps)
    }

    // MARK: - The counter

    /// A window of 8 instead of 20, and two failures instead of five, so that everything is seen in a moment.
    private func narrowed(_ text: String) -> String {
        let narrow = [
            ("21", "9"), ("20", "8"), ("19", "7"), ("= 10", "= 4"), ("> 10", "> 4"), ("int 0...5", "int 0...2"),
        ]
        .reduce(text) { $0.replacing($1.0, with: $1.1) }
        return narrow.replacing(/(failures [<>=]+) ([45])/) { "\($0.1) \($0.2 == "4" ? 1 : 2)" }
    }

    private func explored(_ mistakes: [Mistake] = [], crashing: Bool = false) throws -> FlowExploration {
        var flow = try Fixtures.shipped("PowerAuth/Activation.flow")
        for mistake in mistakes {
            #expect(flow.contains(mistake.row), "the flow has no '\(mistake.row)'")
            flow = flow.replacing(mistake.row, with: mistake.mistaken)
        }
        let provider = try Fixtures.shipped("PowerAuth/Models/SDK-1.3.provider")
        return try explore(machine(narrowed(flow)), against: model(narrowed(provider)), crashing: crashing)
    }

    @Test("With a window of 8 the activation is proved as it is with one of 20")
    func window() throws {
        let exploration = try explored()
        #expect(exploration.isProved, "\(exploration.requirements.filter { $0.verdict != .proved })")
        #expect(exploration.verdict(on: "PowerAuth 1.3: never ahead == 9") == .proved)
    }

    @Test("The app may die at any moment: what may make the SDK sign is not done again by itself")
    func crashes() throws {
        #expect(try explored(crashing: true).isProved)
        let again = Mistake(row: "effect fetchStatus once calls", mistaken: "effect fetchStatus calls")
        #expect(
            try explored([again], crashing: true).verdict(on: "PowerAuth 1.3: never ahead == 9") == .broken)
        #expect(try explored([again]).isProved)
    }

    /// A row of the activation, and how it must not be written.
    struct Mistake: Sendable {
        var row: String
        var mistaken: String
    }

    /// What the flow does so that it does not outrun the server, each without it.
    static let mistakes = [
        [
            Mistake(row: "on use when lead < 19 ->", mistaken: "on use ->"),
            Mistake(row: "reject use when lead == 19", mistaken: ""),
        ],
        [Mistake(row: "when lead > 10  -> active { lead = 10 }", mistaken: "when lead > 10 -> active { lead = 0 }")],
        [Mistake(row: "on refresh -> reopening { lead = 10 }", mistaken: "on refresh -> reopening")],
        [Mistake(row: "asBefore { lead += 1 }", mistaken: "asBefore")],
        [Mistake(row: "on lost -> active { lead += 1; keep refusal }", mistaken: "on lost -> active { keep refusal }")],
    ]

    @Test("Without any one of its counts and guards it drives its own activation into deadlock", arguments: mistakes)
    func deadlock(mistakes: [Mistake]) throws {
        let exploration = try explored(mistakes)
        let name = "PowerAuth 1.3: never ahead == 9"
        #expect(exploration.requirements.filter { $0.verdict != .proved }.map(\.name) == [name])
        let violation = try #require(exploration.requirements.first { $0.name == name }?.violations.first)
        let counterexample = exploration.counterexample(of: violation)
        let heard = try counterexample.played(by: exploration.machine)
        #expect(
            counterexample.obstacles.contains(.durations) || heard == violation.run.heard,
            "\(counterexample.transcript.text)")
    }

    /// What the flow does so that the phone keeps what could still be good, each undone.
    static let guesses = [
        Mistake(
            row: "on keysUnreachable -> empty { do dropUnfinished }",
            mistaken: "on keysUnreachable -> empty { do removeLocal }"),
        Mistake(
            row: "persistFailed -> failed { why = refused; do dropUnfinished }",
            mistaken: "persistFailed -> failed { why = refused; do removeLocal }"),
        Mistake(
            row: "after 15m -> failed { why = expired }",
            mistaken: "after 15m -> failed { why = expired; do removeLocal }"),
        Mistake(
            row: "  on cancel -> cancelled\n  after 15m",
            mistaken: "  on cancel -> cancelled { do removeLocal }\n  after 15m"),
    ]

    @Test("An activation that could still be good is taken off the phone on no guess", arguments: guesses)
    func guess(mistake: Mistake) throws {
        let exploration = try explored([mistake])
        let name = "PowerAuth 1.3: never harmed == true"
        #expect(exploration.requirements.filter { $0.verdict != .proved }.map(\.name) == [name])
    }

    @Test("Where nobody else blocks, the server does so only after a signed call")
    func blocked() throws {
        let text = try Fixtures.shipped("PowerAuth/Models/SDK-2.provider")
        let alone = text.replacing("quiet when server == active stay { server = blocked }\n", with: "")
            .replacing("failures = 4", with: "failures = 0")
            .replacing(/.*server = blocked; ahead = 10.*\n/, with: "")
        #expect(alone != text)
        let flow = try Fixtures.shipped("PowerAuth/Activation.flow").replacing(
            "within 24h", with: "require in blocked only after do signCall\nwithin 24h")
        let exploration = try explore(machine(narrowed(flow)), against: model(narrowed(alone)))
        #expect(exploration.isProved, "\(exploration.requirements.filter { $0.verdict != .proved })")
        #expect(
            try explore(machine(narrowed(flow)), against: model(narrowed(text)))
                .verdict(on: "in blocked only after do signCall") == .broken)
    }

    // MARK: - The line

    @Test("With serialAll and a token that is not cached the naive request waits for itself after five steps")
    func naive() throws {
        let exploration = try explore(
            machine(Fixtures.naive("PowerAuthRequest.flow")), against: Self.provider("1.3"))
        let name = "PowerAuth 1.3: never in waitingForItself"
        let broken = exploration.requirements.filter { $0.verdict != .proved }.map(\.name)
        #expect(broken == ["nothing waits for itself", name])
        let violation = try #require(exploration.requirements.first { $0.name == name }?.violations.first)
        #expect(
            RunWords(exploration).lines(of: violation.run).map(\.happening) == [
                "post(kind: token, strategy: serialAll, sdk: v1, encrypted: false, timeKnown: false)",
                "readActivation answers active", "queue", "syncTime answers synced",
                "nobody answers cachedToken in time: uncached",
            ])
        let counterexample = exploration.counterexample(of: violation)
        #expect(
            try counterexample.played(by: exploration.machine) == violation.run.heard,
            "\(counterexample.transcript.text)")
    }

    @Test("The flow's own lane shows it as well, whoever is beside it")
    func laneOfItsOwn() throws {
        let naive = try machine(Fixtures.naive("PowerAuthRequest.flow"))
        for models in [[], [try Self.provider("2")]] {
            let exploration = try explore(naive, against: models)
            #expect(
                exploration.requirements.filter { $0.verdict != .proved }.map(\.name) == ["nothing waits for itself"])
            #expect(
                exploration.sentences(about: "nothing waits for itself")
                    == ["'fetchToken' needs the lane in which this run stands, so it waits for itself": 5])
        }
    }

    @Test("A request that let serialAll and a token through would wait for itself as well")
    func letThrough() throws {
        let accepting = try Fixtures.shipped("PowerAuth/Request.flow")
            .replacing("(kind == token or sdk == v2)", with: "sdk == v2")
            .replacing("kind != token and sdk == v1 -> place", with: "sdk == v1 -> place")
        let exploration = try explore(machine(accepting), against: Self.provider("1.3"))
        #expect(exploration.verdict(on: "PowerAuth 1.3: never in waitingForItself") == .broken)
    }

    // MARK: - What they have in common

    @Test("Flows and models share everything: no call is unmade, no reply ungiven, no answer untaken")
    func coverage() throws {
        let flows = try ["Activation", "Request"].map { try machine(Fixtures.shipped("PowerAuth/\($0).flow")) }
        let models = try ["1.3", "2"].map { try Self.provider($0) }
        for flow in flows { #expect(Mismatches(of: flow, against: models, and: flows).sentences.isEmpty) }
        let alone = Mismatches(of: flows[1], against: models)
        #expect(alone.neverMade.contains("signedCall") && alone.neverTaken.contains("status(server: deadlock)"))
        #expect(alone.neverGiven.isEmpty)
    }
}
