import FlowFixtures
import KeywayCore
import KeywayLog
import KeywayRuns
import Testing

@testable import KeywayTesting

@Suite("What a log may not have")
struct WithholdingTests {
    /// The canaries, texts that stand nowhere else, among the bytes of the records.
    private func canaries(_ records: [Record]) -> Set<String> {
        Set(records.flatMap { Canary.stretches(of: $0.codedBytes) })
    }

    /// Decides once each event of a flow that has fields, with a value in each field.
    ///
    /// - Returns: the decisions, the count of classified fields, and the texts in these that are long enough to be found.
    private func decide(_ flow: LoadedFlow) throws -> (decisions: [RunDecision], fields: Int, seen: Set<String>) {
        let running = RunningFlow(flow.table)
        let version = FlowVersion(of: running, annotations: flow.annotations)
        var values = ValueDrawing(for: flow.table)
        var draws = Draws(seed: 1)
        var (decisions, fields, seen): ([RunDecision], Int, Set<String>) = ([], 0, [])
        for (position, event) in flow.table.events.enumerated() where !event.fields.isEmpty {
            var (machine, _) = RunMachine.begin(
                DrivenRun.id, of: running, version: version, kind: .live, salt: 1, at: Instant(milliseconds: 0))
            let carried = event.fields.map { values.value(of: $0.kind, using: &draws) }
            decisions.append(
                machine.decide(
                    Event(position, fields: carried), in: 0, because: .heard, at: Instant(milliseconds: 1),
                    hearing: RetainedCallbacks()))
            for (field, value) in zip(event.fields, carried) where field.classification != .plain {
                fields += 1
                if let text = value?.text, text.count >= Canary.least { seen.insert(text) }
            }
        }
        return (decisions, fields, seen)
    }

    @Test("Of every classified field of every shipped flow, the decision has the value, and what a log gets has not")
    func shipped() throws {
        var (total, withheldFields) = (0, 0)
        for flow in try ShippedFlows.all() {
            let (decisions, fields, secrets) = try decide(flow)
            let withheld = decisions.flatMap(\.records)
            total += fields
            #expect(secrets.isSubset(of: canaries(decisions.flatMap(\.steps).map(\.record))), "\(flow.table.name)")
            #expect(secrets.isDisjoint(with: canaries(withheld)), "\(flow.table.name)")
            for (record, event) in zip(withheld, withheld.map(\.event)) {
                guard let event, record.leg == 0 else { continue }
                let declared = flow.table.events[event.event].fields
                for (field, value) in zip(declared, event.fields) where field.classification != .plain {
                    #expect(value == .withheld || value == nil, "\(flow.table.name): \(field.name)")
                    if value == .withheld { withheldFields += 1 }
                }
            }
        }
        #expect(total > 20 && withheldFields > 0)
    }

    @Test(
        "Walks through shipped flows write no classified value: of a run, its legs, or a command that was turned away")
    func walks() throws {
        var (clear, commandBeforeLeg) = (0, 0)
        for loaded in try ShippedFlows.all() {
            let flow = RunningFlow(loaded.table)
            let version = FlowVersion(of: flow, annotations: loaded.annotations)
            for seed in 0..<6 as Range<UInt64> {
                var walk = InputWalk(flow, seed: seed)
                var (machine, decision) = RunMachine.begin(
                    DrivenRun.id, of: flow, version: version, kind: .live, salt: 1, at: walk.now)
                var (secrets, plain, written): (Set<String>, Set<String>, Set<String>) = ([], [], [])
                for _ in 0..<200 {
                    walk.note(decision.consequences)
                    for record in decision.steps.map(\.record) {
                        secrets.formUnion(texts(in: record, of: machine) { $0 != .plain })
                    }
                    for record in decision.records {
                        plain.formUnion(texts(in: record, of: machine) { $0 == .plain })
                        written.formUnion(canaries([record]))
                        if case .commandBeforeLeg(let command) = record.content, command.fields.contains(.withheld) {
                            commandBeforeLeg += 1
                        }
                        #expect(texts(in: record, of: machine) { $0 != .plain }.isEmpty)
                    }
                    let input = walk.next(for: machine)
                    secrets.formUnion(secretTexts(in: input, of: machine))
                    _ = try? machine.decide(input, at: walk.now, hearing: walk.retained, into: &decision)
                }
                // A short text may be drawn for a plain field too.
                let told = secrets.subtracting(plain).filter { $0.count >= Canary.least }
                clear += told.count
                #expect(told.isDisjoint(with: written), "\(loaded.table.name), seed \(seed)")
            }
        }
        #expect(clear > 100)
        #expect(commandBeforeLeg > 2)
    }

    /// The texts in the classified fields of a command; none for any other input.
    private func secretTexts(in input: Input, of machine: RunMachine) -> Set<String> {
        guard case .command(let command) = input,
            let flow = command.leg.map({ machine.flow.subFlow(named: $0) }) ?? machine.flow,
            flow.table.events.indices.contains(command.position)
        else { return [] }
        let fields = zip(flow.table.events[command.position].fields, command.fields)
        return Set(fields.compactMap { $0.classification != .plain ? $1?.text : nil })
    }

    /// The texts of the record in fields and variables of such a classification.
    private func texts(
        in record: Record, of machine: RunMachine, where isMeant: (Field.Classification) -> Bool
    ) -> Set<String> {
        var values: [(Field, Value?)] = []
        switch record.content {
        case .began(let beginning): values = Array(zip(machine.flow.table.variables, beginning.outcome.context))
        case .event(let event):
            let table = machine.legs[Int(record.leg)].table
            values = Array(zip(table.events[event.event].fields, event.fields))
            values += zip(table.variables, event.outcome.context)
        case .legBegan(let beginning):
            values = Array(zip(machine.legs[Int(record.leg)].table.variables, beginning.outcome.context))
        case .commandBeforeLeg(let command):
            let table = machine.flow.subFlow(named: command.leg)?.table
            values = Array(zip(table?.events[command.command].fields ?? [], command.fields))
        case .closed, .resumed, .appEnded, .takenOver: break
        }
        return Set(values.compactMap { isMeant($0.0.classification) ? $0.1?.text : nil })
    }
}

extension Value {
    fileprivate var text: String? { if case .text(let text) = self { text } else { nil } }
}
