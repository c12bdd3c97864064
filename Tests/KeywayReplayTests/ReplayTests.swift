import FlowFixtures
import KeywayCore
import KeywayLog
import KeywayRuns
import KeywayTesting
import Testing

@testable import KeywayReplay

@Suite("Replay")
struct ReplayTests {
    static let seeds: [UInt64] = Array(1...16)

    /// The runs of two flows: for each flow one of each seed, in the order of `seeds`.
    static func runs() throws -> [RandomRun] {
        try ["OTPlessSNA", "TruecallerOTP"].flatMap { name in
            let flow = try ShippedFlows.named(name)
            let inputs = try RandomRun.inputs(of: flow)
            return try seeds.map { try RandomRun(flow, given: inputs, seed: $0) }
        }
    }

    @Test("A replay at every prefix is the live run: state, timers, open effects, and every value that is kept")
    func everyPrefix() throws {
        var (prefixes, ends) = (0, 0)
        for (run, seed) in zip(try Self.runs(), Self.seeds + Self.seeds) {
            let table = run.flow.table
            #expect(run.records.count == run.states.count)
            for (length, live) in zip(1..., run.states) {
                prefixes += 1
                var fold = try Fold(run.records.first)
                for record in run.records[1..<length] { try fold.take(record) }
                #expect(fold.difference == nil, "\(table.name), seed \(seed), \(length) records")
                // Of a classified value only whether it is there is compared: the log does not have the value.
                var (replayed, lived) = (fold.machine.state, live)
                replayed.values = table.variables.withholdingClassified(replayed.values)
                lived.values = table.variables.withholdingClassified(lived.values)
                #expect(replayed == lived, "\(table.name), seed \(seed), \(length) records")
                let until = try Replay(of: run.records, until: UInt64(length - 1))
                #expect(until.timeline == (try Replay(of: Array(run.records[..<length]))).timeline)
                #expect(until.timeline.state == table.states[live.state].name)
                #expect(until.timeline.isEnded == table.states[live.state].isFinal)
            }
            if run.states.last.map({ table.states[$0.state].isFinal }) ?? false { ends += 1 }
        }
        // Walks that go nowhere would prove nothing.
        #expect(prefixes > 500 && ends > 10, "\(prefixes) prefixes, \(ends) ends")
    }

    /// The record with another content.
    static func changed(_ record: Record, _ change: (inout EventRecord) -> Void) -> Record {
        guard case .event(var event) = record.content else { return record }
        change(&event)
        var other = record
        other.content = .event(event)
        return other
    }

    @Test("A record that was changed is the first disagreement, with its field and both values")
    func disagreements() throws {
        let flow = try ShippedFlows.named("TruecallerOTP")
        // Any run with enough records will do.
        let runs = try (12...20 as ClosedRange<UInt64>).map { try RandomRun(flow, seed: $0) }
        let run = try #require(runs.first { $0.records.count > 10 })
        let table = run.flow.table
        let sends = try #require(table.variables.firstIndex { $0.name == "sendsLeft" })
        let token = try #require(table.variables.firstIndex { $0.name == "token" })
        let changes: [(String, (inout EventRecord) -> Void)] = [
            ("cause", { $0.cause = $0.cause == .granted ? .asked : .granted }), ("cause", { $0.cause = .owed(by: 0) }),
            ("cause", { $0.cause = .overrun }),
            ("disposition", { $0.disposition = $0.disposition == .taken ? .late : .taken }),
            ("row", { $0.row = $0.row.map { $0 + 1 } ?? 0 }), ("row", { $0.row = .max }),
            ("state", { $0.outcome.state = ($0.outcome.state + 1) % table.states.count }),
            ("context.sendsLeft", { $0.outcome.context[sends] = .integer(77) }),
            ("context.sendsLeft", { $0.outcome.context[sends] = nil }),
            ("context.token", { $0.outcome.context[token] = $0.outcome.context[token] == nil ? .withheld : nil }),
        ]
        for position in run.records.indices.dropFirst() {
            for (field, change) in changes {
                var records = run.records
                records[position] = Self.changed(records[position], change)
                let found = try Replay(of: records).disagreement
                #expect(found?.sequence == UInt64(position) && found?.field == field, "record \(position), \(field)")
                #expect(found?.run == run.records[0].run && found?.recorded != found?.computed)
                let name = try Replay(of: run.records).timeline.entries[position - 1].event
                #expect(found?.event == name)
                // Up to the record before it, nothing is wrong.
                #expect(try Replay(of: records, until: UInt64(position - 1)).disagreement == nil)
            }
        }
    }

    @Test("A timer or limit that is said to have passed before it was due is a disagreement, and later is none")
    func early() throws {
        let flow = try LoadedFlow(
            """
            flow Waiting version 1
            effect look replies seen, none otherwise none within 5s
            final over
            within 15m -> over
            reject other
            late other
            enter { do look }
            state running {
              after 10s -> over
              on seen, none stay
            }
            """)
        var run = try DrivenRun(flow)
        let steps = try run.pass(until: 10_000)
        #expect(steps.map(\.eventRecord?.cause) == [.limit, .timer])
        let records = run.records()
        for (position, due) in [(1, 5_000), (2, 10_000)] as [(Int, Int64)] {
            for time in [due - 1, due, due + 1] {
                var retimed = Array(records[...position])
                retimed[position].time = Instant(milliseconds: time)
                let found = try Replay(of: retimed).disagreement
                #expect(found.map { "\($0.sequence) \($0.field)" } == (time < due ? "\(position) cause" : nil))
            }
        }
    }

    @Test("A changed beginning is the first disagreement")
    func changedBeginning() throws {
        let run = try RandomRun(ShippedFlows.named("TruecallerOTP"), seed: 3)
        let beginning = try #require(run.records[0].beginning)
        let why = try #require(run.flow.table.variables.firstIndex { $0.name == "why" })
        for (field, change) in [
            ("state", { $0.outcome.state = 1 }), ("context.why", { $0.outcome.context[why] = .enumCase(0) }),
        ] as [(String, (inout Beginning) -> Void)] {
            var other = beginning
            change(&other)
            var records = run.records
            records[0].content = .began(other)
            let found = try Replay(of: records).disagreement
            #expect(found?.sequence == 0 && found?.field == field && found?.event == "began")
        }
    }

    @Test("A value in a record where no log may keep it is a disagreement, whose words do not have the value")
    func valuesInTheClear() throws {
        let run = try RandomRun(ShippedFlows.named("TruecallerOTP"), seed: 3)
        let table = run.flow.table
        var found = Set<String>()
        for (position, record) in run.records.enumerated() {
            guard let event = record.event else { continue }
            for (field, value) in event.fields.enumerated() where value == .withheld {
                var records = run.records
                records[position] = Self.changed(record) { $0.fields[field] = .text("CANARY") }
                let other = try #require(try Replay(of: records).disagreement)
                #expect(other.sequence == UInt64(position) && other.recorded == "in the clear")
                #expect(other.field == "field.\(table.events[event.event].fields[field].name)")
                #expect(other.computed == "present")
                found.insert(other.field)
            }
        }
        #expect(!found.isEmpty)
    }

    @Test("What a disagreement says never holds a value that is withheld")
    func withheldWords() throws {
        let field = Field(name: "token", kind: .text(1...9), classification: .secret, isOptional: true)
        for value in [.text("CANARY"), .withheld] as [Value?] {
            #expect(field.described(value, among: []) == "present")
        }
        #expect(field.described(nil, among: []) == "absent")
    }

    @Test("Malformed records are errors, never traps")
    func malformed() throws {
        let run = try RandomRun(ShippedFlows.named("OTPlessSNA"), seed: 5)
        #expect(throws: Replay.Failure.noRecords) { try Replay(of: []) }
        #expect(throws: Replay.Failure.noBeginning) { try Replay(of: Array(run.records.dropFirst())) }
        let changes: [(inout EventRecord) -> Void] = [
            { $0.event = -1 }, { $0.event = .max }, { $0.event = run.flow.table.events.count },
            { $0.outcome.state = -1 }, { $0.outcome.state = .min }, { $0.outcome.state = run.flow.table.states.count },
            { $0.outcome.context.removeLast() }, { $0.outcome.context = [] }, { $0.outcome.context.append(nil) },
            { $0.fields.append(nil) }, { $0.fields = [.withheld, .withheld, .withheld] },
        ]
        for position in run.records.indices.dropFirst() {
            for change in changes {
                var records = run.records
                records[position] = Self.changed(records[position], change)
                #expect(throws: Replay.Failure.malformed(sequence: UInt64(position))) { try Replay(of: records) }
                #expect(throws: Replay.Failure.malformed(sequence: UInt64(position))) {
                    try Replay.divergence(of: records, from: run.flow.table)
                }
            }
        }
        var records = run.records
        records.append(run.records[0])
        #expect(throws: Replay.Failure.malformed(sequence: 0)) { try Replay(of: records) }
        var beginning = try #require(run.records[0].beginning)
        beginning.version = FlowVersion(
            table: beginning.version.table.dropLast(), annotations: beginning.version.annotations)
        records = run.records
        records[0].content = .began(beginning)
        #expect(throws: Replay.Failure.self) { try Replay(of: records) }
    }

    @Test("Records of any values whatever are replayed or refused", arguments: [UInt64(11), 12, 13])
    func anyValues(seed: UInt64) throws {
        let run = try RandomRun(ShippedFlows.named("TruecallerOTP"), seed: seed)
        var generator = SeededGenerator(seed: seed)
        let values: [Value?] = [
            nil, .bool(true), .integer(.min), .integer(.max), .duration(.min), .duration(.max), .text(""),
            .enumCase(-1), .enumCase(.max), .set(.max), .withheld,
        ]
        var refused = 0
        for _ in 0..<100 {
            var records = run.records
            for _ in 0..<3 {
                let position = Int.random(in: 1..<records.count, using: &generator)
                let (value, number) = (
                    values.randomElement(using: &generator) ?? nil, Int.random(in: -2...40, using: &generator)
                )
                let kind = Int.random(in: 0..<7, using: &generator)
                if kind == 6 { records[position].time = Instant(milliseconds: [0, .max, .min][number & 1]) }
                records[position] = Self.changed(records[position]) { event in
                    switch kind {
                    case 0: event.event = number
                    case 1: event.fields = event.fields.map { _ in value }
                    case 2: event.outcome.context = event.outcome.context.map { _ in value }
                    case 3: event.outcome.state = number
                    case 4:
                        event.answers = EffectOrder.ID(sequence: UInt64.random(in: 0...30, using: &generator), index: 0)
                    default: event.stamp = .stale
                    }
                }
            }
            do {
                _ = try Replay(of: records)
                _ = try Replay.divergence(of: records, from: run.flow.table)
            } catch {
                refused += 1
            }
        }
        #expect((10..<100).contains(refused), "seed \(seed): \(refused)")
    }
}
