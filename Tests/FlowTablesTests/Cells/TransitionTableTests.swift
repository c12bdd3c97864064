import FlowFixtures
import FlowLanguage
import FlowMachine
import KeywayCore
import TestThreads
import Testing

@testable import FlowTables

@Suite("Transition tables", .longComputation)
struct TransitionTableTests {
    /// The shipped flows, and one that uses every construct.
    static func flows() throws -> [LoadedFlow] {
        try ShippedFlows.all() + [LoadedFlow(TableFlows.constructs, path: "everything.flow")]
    }

    @Test("Every cell's row says what the interpreter does, and every row is met")
    func agreement() throws {
        for flow in try Self.flows() {
            let seed: UInt64 = 20_251
            var walk = CellWalk(flow, TransitionTable(of: flow.machine, in: flow.source), seed: seed)
            walk.visitEveryCell(atMost: 1_000)
            #expect(walk.differences.isEmpty, "\(flow.table.name), seed \(seed): \(walk.differences.prefix(3))")
            #expect(walk.unmet.isEmpty, "\(flow.table.name), seed \(seed): no event met \(walk.unmet.prefix(3))")
            print(
                "\(flow.table.name): \(walk.table.cellCount) cells, \(walk.table.rows.count) rows, \(walk.steps) steps")
        }
    }

    @Test("A row that says something else than the interpreter is noticed")
    func plantedFaults() throws {
        let flow = try LoadedFlow(TableFlows.constructs)
        let table = TransitionTable(of: flow.machine, in: flow.source)
        let faults: [(TransitionTable.Row) -> TransitionTable.Row] = [
            { row in with(row) { $0.disposition = row.disposition == .late ? .stay : .late } },
            { row in with(row) { $0.target = "failed" } },
            { row in with(row) { $0.changes.effects.append(.init(name: "say", words: "say(way, n)")) } },
            { row in with(row) { $0.changes.begunOrCleared.append("after 90h") } },
            { row in with(row) { $0.line += 1 } },
        ]
        var noticed = 0
        for (place, row) in table.states[0].rows.enumerated() where row.target != "failed" {
            for fault in faults {
                var faulty = table
                faulty.states[0].rows[place] = fault(row)
                var walk = CellWalk(flow, faulty, seed: 3)
                walk.visitEveryCell(atMost: 40, in: row.state, of: row.event)
                #expect(!walk.differences.isEmpty, "\(faulty.states[0].rows[place])")
                noticed += 1
            }
        }
        #expect(noticed > 40)
    }

    @Test("Commands, callbacks, replies and unmatched callbacks have cells in every state, others where they can speak")
    func cellCounts() throws {
        for flow in try Self.flows() {
            let machine = flow.machine
            var expected: Set<[String]> = []
            for state in machine.liveStates {
                let name = machine.states[state].name.text
                for (position, event) in machine.events.enumerated() {
                    switch event.signature.origin {
                    case .command, .callback, .reply, .restored: expected.insert([name, event.name])
                    case .unrecognised: if !machine.sources.isEmpty { expected.insert([name, event.name]) }
                    case .timer(let timer):
                        let scopes = machine.scopes(around: state)
                        // A timer that nothing decides here never runs here, or the flow would be refused.
                        guard scopes.contains(machine.timers[timer].scope),
                            machine.states[state].holds.contains(where: { $0.timer == timer })
                                || scopes.contains(where: { !machine.rows(in: $0, for: position).isEmpty })
                        else { continue }
                        expected.insert([name, event.name])
                    case .stale, .lane, .child:
                        let scopes = machine.scopes(around: state)
                        guard scopes.contains(where: { !machine.rows(in: $0, for: position).isEmpty }) else { continue }
                        expected.insert([name, event.name])
                    }
                }
            }
            let table = TransitionTable(of: machine, in: flow.source)
            let cells = Set(table.rows.map { [$0.state, $0.event] })
            #expect(cells.symmetricDifference(expected) == [], "\(flow.table.name)")
            #expect(cells.count == table.cellCount)
        }
        // Replies have cells in every state.
        for (name, count) in ["OTPlessSNA": 125, "OTPlessSmartAuth": 558, "TruecallerOTP": 122] {
            let flow = try ShippedFlows.named(name)
            #expect(TransitionTable(of: flow.machine, in: flow.source).cellCount == count, "\(name)")
        }
    }

    @Test("Two timers without a name that wait equally long, of a state and of its group, are two cells")
    func equalTimers() throws {
        let flow = try LoadedFlow(
            """
            flow Twice version 1
            command go
            final done
            within 20m -> done
            reject other
            state idle waits for user { on go -> first }
            group both {
              after 30s -> second
              state first { on go -> second }
              state second { after 30s -> done }
            }
            """)
        let table = TransitionTable(of: flow.machine, in: flow.source)
        let timers = table.states.map { state in state.rows.count { $0.event == "after 30s" } }
        #expect(timers == [0, 1, 2])
        // Each of three states has a cell for the command and one for the session deadline; these three come beside them.
        #expect(table.cellCount == 9)
    }

    @Test("Guards, changes and effects stand in the spec's words at the line that is named")
    func words() throws {
        for flow in try Self.flows() {
            let table = TransitionTable(of: flow.machine, in: flow.source)
            for row in table.rows {
                let line = String(decoding: flow.source.line(row.line), as: UTF8.self)
                // Where no row names `restored`, the flow itself ignores it.
                if row.event == "restored", row.disposition == .ignore, line.hasPrefix("flow ") { continue }
                if row.condition == "otherwise" {
                    #expect(line.contains(" otherwise"), "\(row)")
                } else if !row.condition.isEmpty {
                    // A long guard goes on in the next line.
                    let next = flow.source.line(row.line + 1).drop { $0 == UInt8(ascii: " ") }
                    let both = line + " " + String(decoding: next, as: UTF8.self)
                    #expect(both.contains("when \(row.condition)"), "\(row)")
                }
                switch row.disposition {
                case .transition: #expect(line.contains("-> \(row.target)"), "\(row)")
                case .stay: #expect(line.contains(" stay"), "\(row)")
                case .ignore, .reject, .late, .hold: #expect(line.contains(row.disposition.rawValue), "\(row)")
                case .claim: #expect(line.contains(" other"), "\(row)")
                }
                if row.disposition != .transition { #expect(row.target == row.state) }
            }
            for branch in table.choices.flatMap(\.branches) {
                let line = String(decoding: flow.source.line(branch.line), as: UTF8.self)
                #expect(line.contains("-> \(branch.target)"))
                #expect(line.contains(branch.condition))
            }
        }
    }

    @Test("A choice says what is done only on the ways that enter a group")
    func choices() throws {
        let flow = try LoadedFlow(TableFlows.constructs)
        let table = TransitionTable(of: flow.machine, in: flow.source)
        let next = try #require(table.choices.first { $0.name == "next" })
        #expect(next.branches.map(\.target) == ["first", "chosen"])
        #expect(next.branches[0].changes.effects.map(\.words) == ["check(name) on entering outer"])
        #expect(next.branches[0].changes.begunOrCleared == ["set slow 50s on entering outer", "after 3s"])
        #expect(next.branches[0].changes.assignments == ["n = 1"])
        #expect(next.branches[1].changes.effects.map(\.words) == ["say(way, n)"])
        let chosen = try #require(table.choices.first { $0.name == "chosen" })
        #expect(
            chosen.branches[0].changes.begunOrCleared == ["set slow 9s", "set slow 50s on entering outer", "after 90m"])
        #expect(chosen.branches[1].changes == .init())
    }

    @Test("Each row says which scope decides")
    func decisions() throws {
        let flow = try LoadedFlow(TableFlows.constructs)
        let table = TransitionTable(of: flow.machine, in: flow.source)
        func reason(_ state: String, _ event: String) -> [String] {
            table.rows.filter { $0.state == state && $0.event == event }.map(\.decision.words)
        }
        #expect(reason("second", "slow") == ["held here"])
        #expect(reason("first", "slow") == ["group outer"])
        #expect(reason("idle", "slow") == [])
        #expect(reason("idle", "go") == ["state idle", "state idle"])
        #expect(reason("first", "up") == ["reject other of the file"])
        #expect(reason("idle", "yes") == ["late other of the file"])
        #expect(reason("idle", "unrecognised") == ["file"])
        #expect(reason("first", "stale word") == ["group outer", "group outer"])
    }
}

private func with(
    _ row: TransitionTable.Row, _ change: (inout TransitionTable.Row) -> Void
) -> TransitionTable.Row {
    var row = row
    change(&row)
    return row
}
