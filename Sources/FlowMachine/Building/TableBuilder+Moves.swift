import FlowLanguage
import KeywayCore

extension Machine.Wait {
    /// The wait as the table has it: a constant in milliseconds, or the parameter's variable.
    fileprivate var operand: Table.Operand {
        switch self {
        case .fixed(let duration): .constant(.duration(duration))
        case .parameter(let position): .variable(position)
        }
    }
}

extension TableBuilder {
    /// Fills `moves`, `moveIndex` and `initialMove`: for each change of state that a row can make, and for the beginning of a run, what
    /// ends, what begins and which `enter` bodies run.
    ///
    /// `moveIndex` has a place for each pair of states, at `from * count + to`.
    mutating func buildMoves() {
        let count = machine.states.count
        table.moveIndex = Array(repeating: nil, count: count * count)
        guard machine.states.indices.contains(0) else { return }
        table.initialMove = move(leaving: [], entering: Array(machine.scopes(around: 0).reversed()))
        for state in machine.liveStates {
            for event in machine.events.indices {
                guard case .rows(let rows, _) = deciders[state][event] else { continue }
                for row in rows {
                    guard case .move(let target) = machine.rows[row].verdict else { continue }
                    for destination in machine.destinations(of: target)
                    where table.moveIndex[state * count + destination] == nil {
                        table.moveIndex[state * count + destination] = position(of: move(from: state, to: destination))
                    }
                }
            }
        }
    }

    /// The position of the move in the table, which keeps equal moves once.
    private mutating func position(of move: Table.Move) -> Int {
        if let known = movePositions[move] { return known }
        table.moves.append(move)
        movePositions[move] = table.moves.count - 1
        return table.moves.count - 1
    }

    /// What a run leaves and enters between two states: a scope around both states is neither left nor entered.
    ///
    /// The state's own scope is always left and entered, also where a row leads from a state to itself. A move to a final is
    /// empty: a final has nothing to enter, and the reducer itself ends everything that still runs.
    private func move(from state: Int, to destination: Int) -> Table.Move {
        if machine.states[destination].isFinal { return Table.Move(endedTimers: [], begunTimers: [], enterBodies: []) }
        return move(
            leaving: machine.scopesLeft(from: state, to: destination),
            entering: machine.scopesEntered(from: state, to: destination))
    }

    /// The move that leaves and enters these scopes; `entered` begins with the outermost, and `enter` bodies run in its order.
    private func move(leaving left: [Int], entering entered: [Int]) -> Table.Move {
        Table.Move(
            endedTimers: machine.timers.indices.filter { left.contains(machine.timers[$0].scope) },
            begunTimers: entered.flatMap { scope in
                machine.timers.indices.compactMap { timer in
                    guard machine.timers[timer].scope == scope, let wait = machine.timers[timer].wait else {
                        return nil
                    }
                    return Table.Move.StartedTimer(timer: timer, wait: wait.operand)
                }
            },
            enterBodies: entered.compactMap { machine.scopes[$0].enter }.map { translated($0, for: nil) },
            leftChildren: machine.children.indices.filter { left.contains(machine.children[$0].scope) },
            freedLanes: machine.lanes.indices.filter { left.contains(machine.lanes[$0].scope) })
    }
}
