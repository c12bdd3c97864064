import KeywayCore

extension Table {
    /// Copies of the table with one fault each: every kind of fault, at every place where it makes a difference.
    var faultyTables: [(name: String, table: Table)] {
        wrongTargets + wrongConstants + wrongMoves + wrongVerdicts + wrongBranches + wrongHolds
    }

    private func with(_ change: (inout Table) -> Void) -> Table {
        var table = self
        change(&table)
        return table
    }

    private var reachedRows: Set<Int> { Set(cells.flatMap { $0.map { leaves(of: $0) } ?? [] }) }

    private var wrongTargets: [(String, Table)] {
        reachedRows.sorted().compactMap { row in
            guard case .move(.state(let state)) = rows[row].verdict else { return nil }
            let other = (state + 1) % states.count
            return ("target of row \(row)", with { $0.rows[row].verdict = .move(.state(other)) })
        }
    }

    private var wrongConstants: [(String, Table)] {
        questions.indices.compactMap { position in
            guard case .comparison(let left, let relation, .constant(.integer(let number))) = questions[position].test
            else { return nil }
            let test = Test.comparison(left, relation, .constant(.integer(number + 1)))
            return ("constant of question \(position)", with { $0.questions[position].test = test })
        }
    }

    private var wrongMoves: [(String, Table)] {
        moves.indices.flatMap { position -> [(String, Table)] in
            var faults: [(String, Table)] = []
            // Where the move begins the timer anew, or the timer alone leads along it, the timer ends in any case: no fault would show.
            let begun = moves[position].begunTimers.map(\.timer)
            for timer in moves[position].endedTimers where !begun.contains(timer) {
                guard events(taking: position).contains(where: { events[$0].origin != .timer(timer) }) else { continue }
                let table = with { $0.moves[position].endedTimers.removeAll { $0 == timer } }
                faults.append(("ended timer \(timer) of move \(position)", table))
            }
            if !moves[position].begunTimers.isEmpty {
                let table = with { $0.moves[position].begunTimers[0].wait = .constant(.duration(1)) }
                faults.append(("begun timer of move \(position)", table))
            }
            return faults
        }
    }

    /// The events whose rows lead along the move.
    private func events(taking move: Int) -> [Int] {
        events.indices.filter { event in
            states.indices.contains { state in
                let rows = cells[state * events.count + event].map { self.leaves(of: $0) } ?? []
                return rows.flatMap { targets(of: self.rows[$0].verdict) }.contains {
                    moveIndex[state * states.count + $0] == move
                }
            }
        }
    }

    private func leaves(of next: Question.Next) -> [Int] {
        switch next {
        case .row(let position): [position]
        case .question(let position): leaves(of: questions[position].ifTrue) + leaves(of: questions[position].ifFalse)
        }
    }

    private func targets(of verdict: Row.Verdict) -> [Int] {
        if case .move(let target) = verdict { targets(of: target) } else { [] }
    }

    private func targets(of target: Target) -> [Int] {
        switch target {
        case .state(let state): [state]
        case .choice(let choice): leaves(of: choices[choice].entry).flatMap { targets(of: branches[$0].target) }
        }
    }

    private var wrongVerdicts: [(String, Table)] {
        reachedRows.sorted().flatMap { row -> [(String, Table)] in
            var faults: [(String, Table)] = []
            // A callback that no decoder row matches is `unrecognised`, ignored or late, so the fault would not show.
            if rows[row].verdict == .ignore, !unmatchedRows.contains(row) {
                faults.append(("verdict of row \(row)", with { $0.rows[row].verdict = .late }))
            }
            if !rows[row].body.assignments.isEmpty {
                faults.append(("assignment of row \(row)", with { $0.rows[row].body.assignments.removeLast() }))
            }
            if !rows[row].body.orders.isEmpty {
                faults.append(("order of row \(row)", with { $0.rows[row].body.orders.removeLast() }))
            }
            return faults
        }
    }

    private var unmatchedRows: Set<Int> {
        guard let unrecognisedEvent else { return [] }
        let column = states.indices.map { cells[$0 * events.count + unrecognisedEvent] }
        return Set(column.compactMap { if case .row(let row)? = $0 { row } else { nil } })
    }

    private var wrongBranches: [(String, Table)] {
        branches.indices.compactMap { position in
            guard case .state(let state) = branches[position].target else { return nil }
            return ("branch \(position)", with { $0.branches[position].target = .state((state + 1) % states.count) })
        }
    }

    private var wrongHolds: [(String, Table)] {
        states.indices.filter { !states[$0].holds.isEmpty }.map { state in
            ("hold of state \(state)", with { $0.states[state].holds = [] })
        }
    }
}
