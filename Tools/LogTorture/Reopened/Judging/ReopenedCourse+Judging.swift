import KeywayCore
import KeywayFileLog
import KeywayLog
import KeywayOrchestrator
import KeywayReplay
import KeywayRuns

/// At the end of the course: what was answered, shown and performed is held against the log.
extension ReopenedCourse {
    mutating func judge() async {
        for (law, explanation) in witness.breaches { breach(law, explanation) }
        var kept: [RunID: KeptRun] = [:]
        for run in runs {
            do {
                guard let records = try await openings.present?.base.records(of: run), !records.isEmpty else {
                    continue
                }
                kept[run] = try KeptRun(records)
                tally.records += records.count
                if let disagreement = try Replay(of: records).disagreement { breach(.replayAgrees, "\(disagreement)") }
            } catch {
                breach(.logIsSound, "the records of \(run): \(error)")
            }
        }
        judgeLog()
        for run in witness.begun where kept[run] == nil { breach(.answeredIsInTheLog, "run \(run) is not in the log") }
        judgeAnswers(kept)
        judgeShown(kept)
        judgePerformances(kept)
    }

    private mutating func judgeLog() {
        guard let disk = openings.disk else { return }
        do {
            let findings = try FileLog.verify(Openings.folder, in: disk).findings
            if !findings.isEmpty { breach(.logIsSound, "\(findings)") }
        } catch {
            breach(.logIsSound, "\(error)")
        }
    }

    // MARK: - Answers

    private mutating func judgeAnswers(_ kept: [RunID: KeptRun]) {
        let byIdentity = Dictionary(grouping: witness.sendings) { $0.identity }
        for (identity, sendings) in byIdentity {
            let run = kept[sendings[0].run]
            let records = run?.commands[identity] ?? []
            let answers = sendings.compactMap { try? $0.answer?.get() }
            tally.answered += sendings.count { if case .success? = $0.answer { true } else { false } }
            let decided = Set(sendings.map(\.askedAs)).flatMap { run?.commands[$0] ?? [] }
            if decided.count > 1 {
                breach(.answeredIsInTheLog, "\(sendings[0].command) was decided \(decided.count) times")
            }
            if answers.contains(where: { $0 != answers[0] }) {
                breach(.answeredIsInTheLog, "\(sendings[0].command) was answered \(answers)")
            }
            if let answer = answers.first {
                let told = records.first.map { $0.isRejected ? "rejected" : "accepted" } ?? "missing"
                if (answer == .accepted) != (told == "accepted") || told == "missing" {
                    breach(.answeredIsInTheLog, "\(sendings[0].command) is \(told) there and was answered \(answer)")
                }
            }
            for sending in sendings {
                guard case .success? = sending.answer, let record = records.first, record.sequence >= sending.durable
                else { continue }
                let what = "\(sending.command) was answered when its record \(record.sequence) was not durable"
                breach(.nothingBeforeDurability, what)
            }
            let isRefused = sendings.allSatisfy { $0.isRefusedBeforeDeciding }
            if isRefused, !records.isEmpty { breach(.refusedIsNowhere, "\(sendings[0].command) was refused") }
        }
        // Only commands that were sent once, in the order of their answers: a repetition may be answered behind commands that were decided
        // after its own.
        let sentOnce = witness.sendings.filter { byIdentity[$0.identity]?.count == 1 }.sorted { $0.place < $1.place }
        for (_, sendings) in Dictionary(grouping: sentOnce, by: { KeptRun.InLife(life: $0.life, run: $0.run) }) {
            var last: UInt64 = 0
            for sending in sendings {
                guard case .success? = sending.answer,
                    let sequence = kept[sending.run]?.commands[sending.identity]?.first?.sequence
                else { continue }
                if sequence < last {
                    breach(.toldInOrder, "the answer of record \(sequence) came behind that of \(last)")
                }
                last = max(last, sequence)
            }
        }
    }

    // MARK: - What was shown

    private mutating func judgeShown(_ kept: [RunID: KeptRun]) {
        for watching in witness.watchings {
            tally.shown += watching.shown.count
            guard !watching.shown.isEmpty else { continue }
            guard let run = kept[watching.run] else {
                breach(.shownIsTheLog, "an observer saw \(watching.run), which is not in the log")
                continue
            }
            if !run.hasShown(watching.shown) {
                let shown = watching.shown.map { "\($0.state)" }
                breach(
                    .shownIsTheLog, "life \(watching.life) showed \(shown), the log has \(run.situations.map(\.state))")
            }
            if watching.hasSeenEnd || watching.life == lives, let last = watching.shown.last?.state,
                last != run.situations.last?.state
            {
                breach(.lastShownIsLast, "\(last) was shown last")
            }
        }
    }

    // MARK: - What was performed

    private mutating func judgePerformances(_ kept: [RunID: KeptRun]) {
        tally.performed = witness.performances.count
        var last: [KeptRun.InLife: EffectOrder.ID] = [:]
        var calls: [KeptRun.OrderName: (keys: Set<EffectOrder.Key>, lives: [Int])] = [:]
        for performance in witness.performances {
            let (key, order) = (performance.key, performance.order)
            let place = KeptRun.InLife(life: performance.life, run: key.run)
            if let before = last[place], (order.id.sequence, order.id.index) < (before.sequence, before.index) {
                breach(.performedInOrder, "\(order.id) was called behind \(before) in life \(performance.life)")
            }
            last[place] = order.id
            let name = KeptRun.OrderName(run: key.run, order: order.id)
            calls[name, default: ([], [])].keys.insert(key)
            calls[name, default: ([], [])].lives.append(performance.life)
            guard let ordered = kept[key.run]?.orders[order.id] else {
                breach(.performedAsOrdered, "the log has no order \(order.id) of \(key.run)")
                continue
            }
            if ordered.order.effect != order.effect || ordered.order.arguments != order.arguments
                || ordered.leg != performance.leg
            {
                breach(.performedAsOrdered, "the log orders \(ordered), and \(order) was performed")
            }
        }
        for (name, call) in calls {
            guard let ordered = kept[name.run]?.orders[name.order] else { continue }
            let what = "\(ordered.effect.name) of \(name.order) was called in lives \(call.lives)"
            if call.keys.count > 1 { breach(.performedAsOrdered, "\(what), by the keys \(call.keys)") }
            if ordered.effect.isOnce, call.lives.count > 1 { breach(.onceAtMostOnce, what) }
            if Set(call.lives).count < call.lives.count { breach(.performedAsOrdered, what) }
        }
        // Orders of `note` alone must have been performed in some life, whatever happened.
        for (id, run) in kept {
            for ordered in run.orders.values where ordered.mustBePerformed {
                let name = KeptRun.OrderName(run: id, order: ordered.order.id)
                if calls[name] == nil { breach(.orderedIsPerformed, "\(ordered.effect.name) of \(name.order) was not") }
            }
        }
    }
}

extension Witness.Sending {
    /// Whether whoever asked was told that nothing was decided.
    fileprivate var isRefusedBeforeDeciding: Bool {
        guard case .failure(let error)? = answer else { return false }
        switch error {
        case .log(.overloaded), .shutDown, .stopped: return true
        default: return false
        }
    }
}
