import KeywayNodes

/// What is done for a run: its next step, or a look at what a dead node has left. A run is named by its position in `runs`.
extension ShardRehearsal {
    private func step(of run: UInt32) -> Playbook.Step { book.steps[Int(runs[Int(run)].step)] }

    /// All that is asked for the run in its present work.
    private func statements(of run: UInt32) -> Playbook.Statements {
        switch runs[Int(run)].work {
        case .step: step(of: run).statements
        case .takeOver: book.takingOver
        case .vainLook: book.lookInVain
        case .lateDeadline: book.lateDeadline
        }
    }

    /// The next statement of the run's present work.
    func statement(of run: UInt32) -> StatementKind {
        book.statements[Int(statements(of: run).first) + Int(runs[Int(run)].statement)]
    }

    /// Begins the present work of the run, at its node; a step that somebody outside asks for is done by a node drawn for the step.
    mutating func begin(_ run: UInt32) {
        let place = Int(run)
        (runs[place].began, runs[place].statement) = (now, 0)
        switch runs[place].work {
        case .step:
            let step = step(of: run)
            askWhetherContinued(times: Int(step.continuedQuestions))
            if step.kind == .asked {
                let drawn = clock.node(of: runs[place].number, place: Int(step.node))
                guard let node = faults.living(from: drawn, at: now) else {
                    return heap.insert(run, at: now + Self.asksAgainAfter)
                }
                runs[place].node = UInt32(node)
            }
        case .takeOver:
            if !mayTakeOver(run) { runs[place].work = .vainLook }
        case .vainLook, .lateDeadline: break
        }
        if statements(of: run).count == 0 { return finish(run) }
        wait(run, toAsk: statement(of: run))
        send(at: Int(runs[place].node))
    }

    /// After how many microseconds somebody asks again who has found no living node: a second.
    private static let asksAgainAfter: Int64 = 1_000_000

    /// Whether the lease of the node that performed the order has ended, and the looking node may take others for dead.
    private func mayTakeOver(_ run: UInt32) -> Bool {
        let run = runs[Int(run)]
        return run.leaseEnd <= now && clock.judgesFrom(Int(run.node), at: now) <= now
    }

    /// One statement for the run is answered, or will never be, because its node has died.
    mutating func proceed(_ run: UInt32) {
        let place = Int(run)
        guard faults.lives(Int(runs[place].node), from: runs[place].began, to: now) else { return lose(run) }
        runs[place].statement += 1
        if hasJustStepped(run), step(of: run).kind == .deadline { noteDeadline(run) }
        if runs[place].statement < statements(of: run).count {
            wait(run, toAsk: statement(of: run))
        } else {
            finish(run)
        }
    }

    /// Whether the last statement of the step itself was answered.
    private func hasJustStepped(_ run: UInt32) -> Bool {
        runs[Int(run)].work == .step && runs[Int(run)].statement == step(of: run).ownCount
    }

    /// All statements of the present work are answered.
    private mutating func finish(_ run: UInt32) {
        let place = Int(run)
        switch runs[place].work {
        case .step: goOn(run)
        case .lateDeadline:
            noteDeadline(run)
            goOn(run)
        case .takeOver:
            let diedAt = runs[place].diedAt
            if !isDisturbed(from: diedAt, to: now) { tally.takenUp.add(now - diedAt) }
            // The order's handler is called anew by the node that took the order over.
            runs[place].promise = now + plan.terms.lease * 1_000
            runs[place].work = .step
            awaitHandler(run)
        case .vainLook:
            let judges = clock.judgesFrom(Int(runs[place].node), at: now)
            let wait = min(max(judges - now, plan.terms.poll * 1_000), plan.terms.lease * 1_000)
            look(run, as: .takeOver, from: max(runs[place].leaseEnd, judges > now ? now + wait : now))
        }
    }

    /// Counts how late the deadline was, by what had gone wrong.
    private mutating func noteDeadline(_ run: UInt32) {
        let (run, late) = (runs[Int(run)], now - runs[Int(run)].due)
        if isDisturbed(from: run.due, to: now) {
            tally.afterOutage.add(late)
        } else if run.isAfterDeath {
            tally.afterDeath.add(late)
        } else {
            tally.calm.add(late)
        }
    }

    /// The present step is done: the run waits for the next one, or ends.
    private mutating func goOn(_ run: UInt32) {
        let place = Int(run)
        let last = step(of: run)
        if last.isLast { return end(run) }
        runs[place].step += 1
        (runs[place].work, runs[place].isAfterDeath, runs[place].statement) = (.step, false, 0)
        let next = step(of: run)
        // A deadline does not wait longer because the one before it was late.
        let base = last.kind == .deadline && next.kind == .deadline ? runs[place].due : now
        runs[place].due = base + next.pause
        runs[place].promise = next.promise == .max ? .max : base + next.promise
        switch next.kind {
        case .asked: schedule(run, at: runs[place].due)
        case .answered: awaitHandler(run)
        case .deadline: awaitDeadline(run)
        }
    }

    private mutating func schedule(_ run: UInt32, at time: Int64) {
        runs[Int(run)].entry = .begins
        heap.insert(run, at: max(time, now))
    }

    /// Lets the handler answer, if its node lives until then.
    private mutating func awaitHandler(_ run: UInt32) {
        let (node, end) = (Int(runs[Int(run)].node), now + step(of: run).pause)
        if faults.lives(node, from: now, to: end) { schedule(run, at: end) } else { abandon(run) }
    }

    /// Lets the deadline happen at the run's node if it lives until then, or at a node that has looked at the run before; if both die, some
    /// node lets it happen late, when it looks at the run.
    private mutating func awaitDeadline(_ run: UInt32) {
        let place = Int(run)
        let end = max(runs[place].due, now)
        if faults.lives(Int(runs[place].node), from: now, to: end) { return schedule(run, at: end) }
        runs[place].isAfterDeath = true
        let other = clock.node(of: runs[place].number, place: Self.looker + Int(runs[place].step))
        if step(of: run).wasLookedAt, faults.lives(other, from: now, to: end) {
            runs[place].node = UInt32(other)
            schedule(run, at: end)
        } else {
            look(run, as: .lateDeadline, from: runs[place].promise)
        }
    }

    /// The lowest place for a node that looks at a run: the nodes that are asked have lower ones, so that the two are drawn independently.
    private static let looker = 128

    // MARK: - Nodes that die

    /// The run's node has died during the present work: somebody asks again, or another node looks at the run.
    private mutating func lose(_ run: UInt32) {
        let place = Int(run)
        if runs[place].work == .step, runs[place].statement >= step(of: run).ownCount { return goOn(run) }
        switch (runs[place].work, step(of: run).kind) {
        case (.step, .asked): schedule(run, at: now)
        case (.step, .answered): abandon(run)
        case (.step, .deadline):
            runs[place].isAfterDeath = true
            look(run, as: .lateDeadline, from: runs[place].promise)
        // A run that a node has taken to look at is given to another node a lease later.
        case (.lateDeadline, _): look(run, as: .lateDeadline, from: runs[place].began + plan.terms.lease * 1_000)
        case (.takeOver, _), (.vainLook, _):
            look(run, as: .takeOver, from: runs[place].began + plan.terms.lease * 1_000)
        }
    }

    /// The run's node dies while it performs an order, which another node then takes over.
    private mutating func abandon(_ run: UInt32) {
        let node = Int(runs[Int(run)].node)
        (runs[Int(run)].diedAt, runs[Int(run)].leaseEnd) = (faults.diesAt[node], clock.leaseEnd(ofDead: node))
        look(run, as: .takeOver, from: runs[Int(run)].promise)
    }

    /// Lets the first node that polls at or after this time look at the run, to do this work.
    private mutating func look(_ run: UInt32, as work: RehearsedRun.Work, from time: Int64) {
        if plan.mistake == .deadAreLeft { return }
        let (node, moment) = clock.poll(from: max(time, now))
        (runs[Int(run)].node, runs[Int(run)].work) = (UInt32(node), work)
        schedule(run, at: moment)
    }
}
