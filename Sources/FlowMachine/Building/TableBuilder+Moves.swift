import FlowLanguage
import KeywayCore

extension TableBuilder {
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

    private mutating func position(of move: Table.Move) -> Int {
        if let known = movePositions[move] { return known }
        table.moves.append(move)
        movePositions[move] = table.moves.count - 1
        return table.moves.count - 1
    }

    /// Both paths of scopes begin at the file. The scopes that they share are neither left nor entered, but the state itself always is.
    private func move(from state: Int, to destination: Int) -> Table.Move {
        if machine.states[destination].isFinal { return Table.Move(endedTimers: [], begunTimers: [], enterBodies: []) }
        let oldPath = Array(machine.scopes(around: state).reversed())
        let newPath = Array(machine.scopes(around: destination).reversed())
        var shared = 0
        while shared < oldPath.count - 1, shared < newPath.count - 1, oldPath[shared] == newPath[shared] { shared += 1 }
        return move(leaving: Array(oldPath[shared...]), entering: Array(newPath[shared...]))
    }

    private func move(leaving left: [Int], entering entered: [Int]) -> Table.Move {
        Table.Move(
            endedTimers: machine.timers.indices.filter { left.contains(machine.timers[$0].scope) },
            begunTimers: entered.flatMap { scope in
                machine.timers.indices.compactMap { timer in
                    guard machine.timers[timer].scope == scope, let duration = machine.timers[timer].duration else {
                        return nil
                    }
                    return Table.Move.Begun(timer: timer, duration: duration)
                }
            },
            enterBodies: entered.compactMap { machine.scopes[$0].enter }.map { translated($0, for: nil) },
            leftChildren: machine.children.indices.filter { left.contains(machine.children[$0].scope) },
            freedLanes: machine.lanes.indices.filter { left.contains(machine.lanes[$0].scope) })
    }
}
