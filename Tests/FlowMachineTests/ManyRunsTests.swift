import FlowFixtures
import FlowMachine
import KeywayCore
import KeywayPacked
import KeywayTesting
import Testing

@Suite("Many packed runs")
struct ManyRunsTests {
    /// An event of one of the runs, and the state to which the table takes that run.
    struct Coming {
        var run: Int
        var event: Event
        var time: Instant
        var state: Int
    }

    /// The greatest sequence of a record that a packed run can have.
    private static let lastSequence: UInt64 = 1 << 24 - 2

    @Test("An order has an identity exactly if a packed run can give it")
    func identities() {
        func identity(_ sequence: UInt64, _ index: UInt32) -> UInt32 {
            PackedEvent.identity(of: EffectOrder.ID(sequence: sequence, index: index))
        }
        #expect(identity(0, 0) == 16 && identity(Self.lastSequence, 15) == 1 << 28 - 1)
        #expect(identity(Self.lastSequence + 1, 0) == .max && identity(.max, 0) == .max && identity(0, 16) == .max)
        #expect(PackedEvent.identity(of: nil) == .max)
    }

    @Test("A run is packed only if its next record has room")
    func lastRecord() throws {
        let table = try ShippedFlows.named("TruecallerOTP").table
        var runs = PackedRuns(of: try #require(PackedTable(table)), from: Instant(milliseconds: 0))
        let run = table.begin(at: Instant(milliseconds: 0)).run
        for (sequence, hasRoom) in [(Self.lastSequence, true), (Self.lastSequence + 1, false), (UInt64.max, false)] {
            let isAdded = runs.append(run, after: sequence)
            #expect(isAdded == hasRoom, "\(sequence)")
        }
    }

    @Test(
        "Packed runs that are interleaved in one call go the way that the table takes each alone",
        arguments: ["TruecallerOTP", "OTPlessSmartAuth"])
    func interleaved(in name: String) throws {
        let table = try ShippedFlows.named(name).table
        let packed = try #require(PackedTable(table))
        var coming: [Coming] = []
        var runs = PackedRuns(of: packed, from: Instant(milliseconds: 0))
        var alone: [RunState] = []
        for seed in 0..<20 {
            var random = RandomWalk(seed: UInt64(seed))
            var (run, orders) = table.begin(at: random.now)
            let isAdded = runs.append(run)
            #expect(isAdded)
            random.note(orders)
            for sequence in 1...30 {
                let next = random.next(for: run, of: table)
                let event = try #require(next)
                let step = table.reduce(&run, event, at: random.now, sequence: UInt64(sequence))
                random.note(step.orders)
                coming.append(Coming(run: seed, event: event, time: random.now, state: run.state))
            }
            alone.append(run)
        }
        // A stable order in which the runs take turns.
        let turns = (0..<30).flatMap { turn in (0..<20).map { coming[$0 * 30 + turn] } }
        var left: Set<Int> = []
        packed.reduce(turns, into: &runs) { coming in
            packed.pack(coming.event).map { PackedArrival($0, to: coming.run, at: coming.time) }
        } tell: { coming, step in
            // A step that is left to the table does not change the packed run, which from there on differs from the other.
            if step == nil { left.insert(coming.run) }
            guard let step, !left.contains(coming.run) else { return }
            #expect(step.state == coming.state, "run \(coming.run)")
        }
        let told = alone.indices.filter { !left.contains($0) }
        #expect(told.count > 10)
        for run in told {
            let state = try #require(runs.state(of: run, keeping: alone[run].values))
            #expect(state == alone[run], "run \(run)")
            #expect(runs.sequence(of: run) == 30)
        }
    }

    /// Events of shipped flows whose cells have more guards than packed outcomes have room for.
    private static let eventsWithManyGuards = [
        "OTPlessSmartAuth setupFailed", "PowerAuthActivation status", "TruecallerOTP failed",
    ]

    @Test(
        "Of shipped flows only events with a duration or too many guards, and numbers out of range, are left"
    )
    func nothingIsLeft() throws {
        var packedFlows: Set<String> = []
        for flow in try ShippedFlows.all() where flow.table.children.isEmpty && flow.table.lanes.isEmpty {
            packedFlows.insert(flow.table.name)
            var variants = PackedVariants(of: flow.table) { PackedTable(flow.table, choosing: $0) }
            for arrival in Arrival.all(at: flow.machine) {
                let variant = variants.variant(for: arrival.run)
                let packed = try #require(variant)
                let event = "\(flow.table.name) \(flow.table.events[arrival.event.position].name)"
                let (step, _) = packed.reduced(arrival.run, arrival.event, at: Instant(milliseconds: 700), sequence: 9)
                // A packed event has of a duration only whether it is present.
                let carriesDuration = flow.table.events[arrival.event.position].fields.contains {
                    if case .duration = $0.kind { true } else { false }
                }
                let hasManyGuards = Self.eventsWithManyGuards.contains(event)
                guard step == nil, !carriesDuration, !hasManyGuards else { continue }
                var run = arrival.run
                _ = flow.table.reduce(&run, arrival.event, at: Instant(milliseconds: 700), sequence: 9)
                var runs = PackedRuns(of: packed, from: Instant(milliseconds: 0))
                let hasRoom = runs.append(run, after: 9)
                #expect(!hasRoom, "\(flow.table.name): \(arrival)")
            }
        }
        #expect(packedFlows.isSuperset(of: ["OTPlessSNA", "OTPlessSmartAuth", "PowerAuthActivation", "TruecallerOTP"]))
    }

    @Test("What comes for a run that is not there, or to runs of another table, is told as left to the table")
    func strangers() throws {
        let packed = try #require(PackedTable(try ShippedFlows.named("TruecallerOTP").table))
        let other = try #require(PackedTable(try ShippedFlows.named("OTPlessSNA").table))
        var runs = PackedRuns(of: packed, from: Instant(milliseconds: 0))
        let isAdded = runs.append(
            try ShippedFlows.named("TruecallerOTP").table.begin(at: Instant(milliseconds: 0)).run)
        #expect(isAdded)
        let before = runs.state(of: 0)
        let arrivals = [(0, 999_999), (1, 0), (-1, 0)].map { run, event in
            PackedArrival(PackedEvent(event), to: run, at: Instant(milliseconds: 1))
        }
        let tooEarly = PackedArrival(PackedEvent(0), to: 0, at: Instant(milliseconds: -1))
        var told = 0
        packed.reduce(arrivals + [tooEarly], into: &runs) {
            $0
        } tell: { _, step in
            told += 1
            #expect(step == nil)
        }
        other.reduce([PackedArrival(PackedEvent(0), to: 0, at: Instant(milliseconds: 1))], into: &runs) {
            $0
        } tell: { _, step in
            told += 1
            #expect(step == nil)
        }
        // The same holds for runs that began with another duration than the table was laid out for.
        let silent = try ShippedFlows.named("OTPlessSNA").table
        let patience = try #require(silent.parameter(named: "patience")).position
        let patient = try #require(PackedTable(silent, choosing: [patience: .duration(60_000)]))
        var started = PackedRuns(of: other, from: Instant(milliseconds: 0))
        let run = silent.begin(at: Instant(milliseconds: 0)).run
        var later = PackedRuns(of: patient, from: Instant(milliseconds: 0))
        let (isStarted, isTaken) = (started.append(run), later.append(run))
        #expect(isStarted && !isTaken)
        patient.reduce([PackedArrival(PackedEvent(0), to: 0, at: Instant(milliseconds: 1))], into: &started) {
            $0
        } tell: { _, step in
            told += 1
            #expect(step == nil)
        }
        #expect(told == 6)
        #expect(runs.state(of: 0) == before)
        #expect(runs.state(of: 1) == nil)
    }

    /// For each of these events, as the first of a run, the state after it; nil where the event is left to the table.
    private static func statesAfter(_ events: [String], of flow: LoadedFlow) throws -> [Int?] {
        let packed = try #require(PackedTable(flow.table))
        let run = flow.table.begin(at: Instant(milliseconds: 0)).run
        return try events.map { name in
            let event = try #require(flow.table.event(named: name))
            return packed.reduced(run, Event(event), at: Instant(milliseconds: 1), sequence: 1).step?.state
        }
    }

    @Test("A cell with more guards than a packed cell has room for is left to the table")
    func tooManyQuestions() throws {
        let names = (0..<8).map { "a\($0)" }
        let flow = try LoadedFlow(
            """
            flow Many version 1
            context { \(names.map { "\($0): bool = false" }.joined(separator: ", ")) }
            command go, leave
            final done
            within 20m -> done
            ignore unrecognised
            state here waits for user {
              on go when \(names.joined(separator: " and ")) -> done
              reject go otherwise
              on leave -> done
            }
            """)
        #expect(try Self.statesAfter(["go", "leave"], of: flow) == [nil, 1])
    }

    @Test("A cell whose ways together have too many guards is left to the table, also where guards stand side by side")
    func tooManyQuestionsSideBySide() throws {
        let names = (0..<8).map { "a\($0)" }
        let flow = try LoadedFlow(
            """
            flow Many version 1
            context { \(names.map { "\($0): bool = false" }.joined(separator: ", ")) }
            command one, other, both, leave
            final done
            within 20m -> done
            ignore unrecognised
            choice lower {
              when \(names[1..<4].joined(separator: " and ")) -> done
              otherwise -> here
            }
            choice upper {
              when \(names[4...].joined(separator: " and ")) -> done
              otherwise -> here
            }
            state here waits for user {
              on one when \(names[..<4].joined(separator: " and ")) -> done
              reject one otherwise
              on other when \(names[4...].joined(separator: " and ")) -> done
              reject other otherwise
              on both when a0 -> lower
              on both otherwise -> upper
              on leave -> done
            }
            """)
        let states = try Self.statesAfter(["one", "other", "both", "leave"], of: flow)
        #expect(states.map { $0 != nil } == [true, true, false, true])
    }

    @Test("A packed table in which the answers to any one question are exchanged leads another way")
    func plantedFault() throws {
        let flow = try ShippedFlows.named("TruecallerOTP")
        #expect(!flow.table.questions.isEmpty)
        for position in flow.table.questions.indices {
            var table = flow.table
            let question = table.questions[position]
            table.questions[position] = Table.Question(
                test: question.test, ifTrue: question.ifFalse, ifFalse: question.ifTrue)
            let packed = try #require(PackedTable(table))
            let differs = Arrival.all(at: flow.machine).contains { arrival in
                var reference = arrival.run
                let now = Instant(milliseconds: 700)
                _ = flow.interpreter.step(&reference, arrival.event, at: now, sequence: 9)
                let (step, run) = packed.reduced(arrival.run, arrival.event, at: now, sequence: 9)
                return step == nil || run?.state != reference.state || run?.attempt != reference.attempt
            }
            #expect(differs, "question \(position)")
        }
    }
}

extension PackedTable {
    /// Decides one event of one run in packed form; the new run has the texts and durations of the old one.
    ///
    /// A nil step is left to the table; where the run is nil as well, the run or the event cannot be packed.
    func reduced(
        _ run: RunState, _ event: Event, at now: Instant, sequence: UInt64
    ) -> (step: PackedStep?, run: RunState?) {
        var runs = PackedRuns(of: self, from: Instant(milliseconds: 0))
        guard let arriving = pack(event), runs.append(run, after: sequence - 1) else { return (nil, nil) }
        var told: PackedStep?
        reduce([PackedArrival(arriving, to: 0, at: now)], into: &runs) {
            $0
        } tell: {
            told = $1
        }
        return (told, runs.state(of: 0, keeping: run.values))
    }
}
