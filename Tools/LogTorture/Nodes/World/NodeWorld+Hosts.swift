import KeywayCore
import KeywayLog
import KeywayNodes
import KeywayRuns

/// What happens at hosts: inputs reach their nodes, and what the nodes want done is done.
extension NodeWorld {
    /// Lets the event happen at the host, unless the life that it was meant for has ended; while the host is paused the event waits.
    mutating func reach(_ index: Int, _ life: Int, _ event: HostEvent) {
        guard hosts[index].life == life, hosts[index].id != nil else { return }
        if hosts[index].pausedUntil > time {
            events.insert(.reaches(host: index, life: life, event), at: hosts[index].pausedUntil)
            return
        }
        switch event {
        case .wakes:
            // An event for a waking that came earlier after all, or that another event has brought already, does nothing.
            guard let due = hosts[index].wakesAt, due <= time else { return }
            hosts[index].wakesAt = nil
            give(.time, to: index)
        case .input(let input): give(input, to: index)
        case .performs(let order, let before): perform(order, before: before, at: index)
        case .handlerEnds(let order): endHandler(order, at: index)
        }
    }

    /// Lets the node take the input, and does what the node then wants done, unless the node dies in between.
    mutating func give(_ input: NodeInput, to index: Int) {
        var outputs: [NodeOutput] = []
        let now = time + hosts[index].offset
        // `due` is when the node wants to be woken, by the host's own clock.
        guard let due = hosts[index].node?.receive(input, at: now, into: &outputs) else { return }
        for output in outputs {
            if !isPeace, happens(perThousand: setting.deadly), happens(perThousand: 100) {
                strike(.kill(index))
                return
            }
            carryOut(output, of: index)
        }
        wake(index, at: max(time, due - hosts[index].offset))
    }

    /// Schedules a waking of the host's node, unless one is scheduled that is as early.
    private mutating func wake(_ index: Int, at due: Int64) {
        if let wakes = hosts[index].wakesAt, wakes <= due { return }
        hosts[index].wakesAt = due
        events.insert(.reaches(host: index, life: hosts[index].life, .wakes), at: due)
    }

    private mutating func carryOut(_ output: NodeOutput, of index: Int) {
        guard let node = hosts[index].id else { return }
        let life = hosts[index].life
        switch output {
        case .send(let statement, let number): send(statement, number, of: node, from: index)
        case .perform(let order, let before):
            tell("\(node) performs \(order.effect.name) \(order.key.order)")
            hosts[index].handedOut.insert(order.key)
            schedule(.reaches(host: index, life: life, .performs(order, before: before)), in: draw(0...2))
        case .cancel(let key):
            tell("\(node) cancels \(key.order)")
            hosts[index].handedOut.remove(key)
            guard hosts[index].handlers.remove(key) != nil else { return }
            ledger.end(key, of: node, at: time)
        case .answer(let asker, let answer): hear(answer, to: asker, from: index)
        case .setAside(let run, .malformed(let record)):
            breach(.streamsAreLinear, "\(run) is set aside for record \(record.sequence)")
        case .setAside(let run, .newer(let sequence)):
            breach(.streamsAreLinear, "\(run) is set aside as if a newer version had written record \(sequence)")
        case .setAside(let run, .locked(let error)):
            if case .unavailable = error {
                keyOutages[run, default: []].append((node, time))
                return tell("\(node) has no key of \(run)")
            }
            breach(.valuesStay, "\(run): \(error)")
        case .setAside(let run, .notTaken(let reason)): tell("\(node) does not append to \(run): \(reason)")
        case .eraseKey(let run):
            tell("\(node) erases the key of \(run)")
            judgeErasing(run)
            keys.erase(run)
        // Nobody observes a run here, no handler keeps anything, and which records are durable the judge reads from the log.
        case .letGo, .recorded, .changed, .lost: break
        }
    }

    /// Calls the order's handler, unless the time is past until which the node may perform the order.
    ///
    /// - Parameter before: that time, by the host's own clock.
    private mutating func perform(_ order: LegOrder, before: Int64, at index: Int) {
        guard let node = hosts[index].id, hosts[index].handedOut.remove(order.key) != nil else { return }
        guard time + hosts[index].offset < before else {
            tell("\(node) comes too late for \(order.key.order)")
            return give(.notPerformed(order), to: index)
        }
        ledger.begin(
            Ledger.Performance(key: order.key, effect: order.order.effect, node: node, at: time))
        judgeValues(of: order)
        hosts[index].handlers.insert(order.key)
        let takes = happens(perThousand: 100) ? draw(2_000...25_000) : draw(1...1_500)
        schedule(.reaches(host: index, life: hosts[index].life, .handlerEnds(order)), in: takes)
    }

    private mutating func endHandler(_ order: LegOrder, at index: Int) {
        guard let node = hosts[index].id, hosts[index].handlers.remove(order.key) != nil else { return }
        ledger.end(order.key, of: node, at: time)
        let hasFailed = happens(perThousand: 100)
        var reply: NodeInput.Reply?
        if !hasFailed, let replies = order.effect.replies?.events {
            reply = NodeInput.Reply(event: replies[Int.random(in: 0..<replies.count, using: &chance)])
        }
        give(.handled(order, reply: reply, hasFailed ? .failed : .returned), to: index)
    }

    // MARK: - The engine

    /// Sends a statement to the engine; chance may lose, delay or refuse the statement or its answer.
    ///
    /// - Parameter number: the number by which the node knows the answer.
    private mutating func send(_ statement: EngineStatement, _ number: UInt64, of node: NodeID, from index: Int) {
        let life = hosts[index].life
        // How many milliseconds a message takes from the node to the engine or back.
        let way = draw(1...4)
        // This mistake shows only where a run goes on between a look and the statement that puts off the next look, which chance brings in
        // one seed of ten thousand. With the mistake that statement takes long, so that fewer seeds are needed.
        let delay: Int64 =
            if mistake == .postponesWithoutVersion, case .postpone = statement { draw(100...1_900) } else { 0 }
        var statement = statement
        var locked: [RunID: KeyError] = [:]
        if case .append(let appends) = statement {
            for append in appends where firstSent[append.id] == nil { firstSent[append.id] = time }
            var sealed: [SharedAppend]
            (sealed, locked) = withKeys { $0.seal(appends, isOut: $1) }
            if mistake == .valuesInClear { sealed = appends.map(\.inClear) }
            statement = .append(sealed)
        }
        func answer(_ result: Result<EngineAnswer, EngineFailure>) -> WorldEvent {
            .reaches(host: index, life: life, .input(.answered(number, result)))
        }
        let isUnreachable = hosts[index].cutUntil > time || outageUntil > time
        if isUnreachable, happens(perThousand: 500) {
            // The connection is refused at once.
            return schedule(answer(.failure(.refused)), in: way)
        }
        let refused = answer(.failure(.refused))
        let unknown = answer(.failure(.unknown))
        func reachesEngine(answers isAnswered: Bool) -> WorldEvent {
            .asked(
                statement, number: number, of: node, host: index, life: life, locked: locked, answers: isAnswered,
                back: way)
        }
        if isUnreachable { return schedule(unknown, in: NodeSetting.answerTimeout) }
        guard !isPeace, let fate = drawnFate() else { return schedule(reachesEngine(answers: true), in: way + delay) }
        let late = fate == .late ? draw(1...15_000) : 0
        noteFault(of: index, for: statement.delaysLooks ? NodeSetting.answerTimeout + 1_000 + late : 1_000)
        switch fate {
        case .refused: schedule(refused, in: way)
        case .lost: schedule(unknown, in: NodeSetting.answerTimeout)
        case .unanswered:
            schedule(unknown, in: NodeSetting.answerTimeout)
            schedule(reachesEngine(answers: false), in: way)
        case .slow:
            // Both ways take long, and yet the answer comes before the node stops waiting.
            schedule(
                .asked(
                    statement, number: number, of: node, host: index, life: life, locked: locked, answers: true,
                    back: draw(100...900)),
                in: draw(100...900))
        case .late:
            schedule(unknown, in: NodeSetting.answerTimeout)
            schedule(reachesEngine(answers: false), in: NodeSetting.answerTimeout + late)
        }
    }

    /// What goes wrong with a statement, drawn at random; nil for nothing.
    private mutating func drawnFate() -> StatementFate? {
        if happens(perThousand: setting.refused) { return .refused }
        if happens(perThousand: setting.lost) { return .lost }
        if happens(perThousand: setting.unanswered) { return .unanswered }
        if happens(perThousand: setting.late) { return .late }
        return happens(perThousand: setting.slow) ? .slow : nil
    }

    /// Calls the body with the key store and a function that draws, for each run, whether the store is out of reach.
    private mutating func withKeys<Result>(_ body: (inout WorldKeys, () -> Bool) -> Result) -> Result {
        let rate = isPeace ? 0 : setting.keyless
        var (chance, keys) = (chance, keys)
        let result = body(&keys) { Int.random(in: 0..<1000, using: &chance) < rate }
        (self.chance, self.keys) = (chance, keys)
        return result
    }

    /// Lets the engine do the statement, and schedules its answer.
    ///
    /// - Parameters:
    ///   - locked: the runs whose appends were left out of the statement, because their values could not be encrypted.
    ///   - answers: whether the answer reaches the node.
    ///   - back: how many milliseconds the answer takes.
    mutating func execute(
        _ statement: EngineStatement, _ number: UInt64, of node: NodeID, _ index: Int, _ life: Int,
        _ locked: [RunID: KeyError], answers: Bool, back: Int64
    ) {
        let isPeace = isPeace
        let rate = isPeace ? 0 : setting.heldAppends
        var chance = chance
        let answer = engine.perform(statement, of: node, at: time) { Int.random(in: 0..<1000, using: &chance) < rate }
        self.chance = chance
        note(statement, answer, of: node)
        noteOwnLeases(statement, answer, of: index)
        guard answers else { return }
        var told = answer
        switch answer {
        case .beat(let time) where mistake == .wallClock:
            // The node is told the time of its own clock, which is minutes off on some hosts.
            told = .beat(time.advanced(byMilliseconds: Int64(index - 2) * 40_000))
        case .appended(let won, _): told = .appended(won, refused: locked.mapValues { .locked($0) })
        case .loaded(let runs, _):
            let (opened, locked) = withKeys { $0.open(runs, isOut: $1) }
            told = .loaded(opened, locked: locked)
        default: break
        }
        let event = WorldEvent.reaches(host: index, life: life, .input(.answered(number, .success(told))))
        schedule(event, in: back)
    }

    /// For each append that the engine has done, notes since when the node has had its lease, as the node itself believes.
    private mutating func noteOwnLeases(_ statement: EngineStatement, _ answer: EngineAnswer, of index: Int) {
        guard case .append(let appends) = statement, case .appended(let won, _) = answer else { return }
        for append in appends where won.contains(append.run) {
            guard hosts[index].id == append.id.node else { continue }
            leaseHeldSince[append.id] = hosts[index].node?.leaseHeldSince.map { $0 - hosts[index].offset }
        }
    }

    /// Tells the story of the statement, and takes what happened into the digest.
    private mutating func note(_ statement: EngineStatement, _ answer: EngineAnswer, of node: NodeID) {
        switch (statement, answer) {
        case (.append(let appends), .appended(let won, _)):
            for append in appends {
                tally.mix(append.id.number ^ append.run.low ^ (won.contains(append.run) ? 1 : 0))
                tell(
                    "\(node) appends \(append.run) \(append.first)+\(append.records.count) #\(append.id.number), promise "
                        + "\(append.promise.map { "\($0.milliseconds)" } ?? "none"): \(won.contains(append.run) ? "won" : "not won") "
                        + append.records.map { words(of: $0) }.joined(separator: ", "))
            }
        case (.look, .looked(let runs)) where !runs.isEmpty: tell("\(node) looks at \(runs.map(\.run))")
        case (.settle(let asked), _): tell("\(node) settles \(asked) \(answer)")
        case (.changeDevices(let changes), .changedDevices(let changed, _)):
            tell("\(node) changes \(changes.map(\.device.name)), done: \(changed.map(\.name))")
        case (.living(let nodes), _): tell("\(node) asks who of \(nodes) lives: \(answer)")
        case (.postpone(let put), _): tell("\(node) puts off \(put)")
        case (.endLooks(let looks), _): tell("\(node) does not go on with \(looks.map(\.run))")
        default: break
        }
        tally.mix(UInt64(bitPattern: time))
    }

    private func words(of record: Record) -> String {
        switch record.content {
        case .event(let told): "\(flow.table.events[told.event].name) (\(told.cause)) \(told.disposition)"
        case .closed(let order, let closing): "closed \(order) \(closing)"
        case .takenOver(let orders): "took over \(orders)"
        default: "\(record.content)".prefix { $0 != "(" }.description
        }
    }
}

/// What goes wrong with a statement.
private enum StatementFate {
    /// The engine says that it does not do the statement.
    case refused
    /// The statement never reaches the engine, and the node waits for an answer in vain.
    case lost
    /// The statement is done late and its answer comes late, both before the node stops waiting.
    case slow
    /// The statement is done, and the answer never reaches the node.
    case unanswered
    /// The statement is done after the node has stopped waiting.
    case late
}

extension EngineStatement {
    /// Whether the node's next look at runs waits for the answer to this statement.
    fileprivate var delaysLooks: Bool {
        switch self {
        case .beat, .look, .living, .postpone, .endLooks, .versions: true
        case .append, .settle, .confirm, .load, .find, .runs, .devices, .changeDevices, .continued: false
        }
    }
}
