import KeywayCore
import KeywayFileLog
import KeywayLog
import KeywayTesting
import SimulatedDisk

extension SeedRun {
    /// Appends in rounds, while the disk fails now and then: in each round some appends are taken, and then written together.
    mutating func work(with log: DrivenLog, _ tellings: Tellings) async {
        if setting.livesAreAlike {
            if chance.happens(percent: 90) {
                disk.strike(.crash(.powerLoss), atFlushOf: ".log", sparing: chance.happens(percent: 75) ? 0 : 1)
            }
        } else if chance.happens(percent: 70) {
            strikeSomewhere(within: 120, includingRemovals: true)
        }
        for _ in 0..<Int.random(in: 1...(setting.livesAreAlike ? 2 : 16), using: &chance) {
            for _ in 0..<(setting.livesAreAlike ? 1 : Int.random(in: 1...4, using: &chance)) {
                guard append(to: log, tellings) else { return }
            }
            if chance.happens(percent: 15) { checkReading(log) }
            let before = beforeWriting()
            log.writeTaken()
            guard hear(tellings, since: before, salt: log.salt) else { return }
            noteMark(of: log)
            if disk.crashed != nil { return }
            if chance.happens(percent: 6) { strikeSomewhere(within: 40, includingRemovals: false) }
            checkTwoWriters(log, tellings)
            checkVerifyBeside()
            if !tally.breaches.isEmpty { return }
        }
        // An append that is taken now is not written before the end, unless closing the log writes it.
        if chance.happens(percent: 50) { _ = append(to: log, tellings) }
    }

    /// Checks what the log has reported while it was closed, by which it must have told something of each append that it has taken.
    mutating func hearClosing(_ tellings: Tellings, since before: BeforeWriting, salt: UInt64) {
        _ = hear(tellings, since: before, salt: salt)
        for run in runs {
            guard let silent = run.maybe.first(where: { $0.told == nil }) else { continue }
            breach(.toldInOrder, "append \(silent.number) was taken, and closing the log told nothing of it")
        }
    }

    /// Hands the log an append to some run, or to a new one; false where the log takes nothing any more.
    private mutating func append(to log: DrivenLog, _ tellings: Tellings) -> Bool {
        let free = runs.indices.filter { !runs[$0].isInDoubt && !runs[$0].isOver && runs[$0].next < 60 }
        let place: Int
        if setting.livesAreAlike || free.isEmpty || chance.happens(percent: 25) {
            var sample = SampleRun(seed << 20 | begun)
            if setting.livesAreAlike {
                sample.version = Setting.version(1_100, UInt8(truncatingIfNeeded: begun))
            } else {
                if chance.happens(percent: 50) { sample.reference = "order \(begun % 3)" }
                sample.version = setting.versions.randomElement(using: &chance) ?? sample.version
            }
            begun += 1
            runs.append(ExpectedRun(sample))
            place = runs.count - 1
        } else {
            place = free.randomElement(using: &chance) ?? free[0]
        }
        let append = nextAppend(of: place, salt: log.salt)
        let run = runs[place].sample.run
        let mustBeFlushed = setting.acknowledging == .flushed
        runs[place].expect(append)
        do throws(LogError) {
            try log.append(
                Append(
                    run: run, records: append.records, standing: append.standing, isLazy: chance.happens(percent: 10))
            ) { [disk] error in
                // A process that has ended tells nothing, though its code goes on here.
                guard disk.crashed == nil else { return }
                // Only for the first report is the disk searched for the records, because a search takes time.
                let isFirst = tellings.all.withLock { told in
                    told.append((append.number, place, error))
                    return told.count == 1
                }
                if error == nil, isFirst, !disk.has(append.records.codedGroup, flushed: mustBeFlushed) {
                    tellings.early.withLock { $0 = append.number }
                }
            }
            return true
        } catch {
            tell("append \(append.number) of run \(run.low): \(error)")
            runs[place].takeBack(append.number)
            switch error {
            case .storage: judgeRefusal(error)
            default: breach(.toldInOrder, "an append that fits was refused: \(error)")
            }
            return false
        }
    }

    /// The next records of the run, some of them longer than a sector of the disk.
    private mutating func nextAppend(of place: Int, salt: UInt64) -> ExpectedRun.Append {
        appends += 1
        let first = runs[place].next
        let count = UInt64(
            setting.livesAreAlike || chance.happens(percent: 70) ? 1 : Int.random(in: 2...5, using: &chance))
        let records = (first..<first + count).map { sequence in
            var record = runs[place].sample.record(sequence, variant: appends)
            if chance.happens(percent: setting.longRecords), case .event(var event) = record.content {
                event.fields.append(.text(String(repeating: "long ", count: Int.random(in: 60...400, using: &chance))))
                record.content = .event(event)
            }
            return record
        }
        // Any records may be those that the run still needs: the log knows nothing of its flow.
        let held = (0..<first + count).filter { _ in chance.happens(percent: 8) }
        return ExpectedRun.Append(
            records: records, standing: chance.happens(percent: 8) ? .over : .open(neededRecords: held), salt: salt,
            number: appends)
    }

    /// How the log stands before it writes what it has taken.
    struct BeforeWriting {
        /// For each run how many records are known.
        var counts: [Int]
        /// Whether somebody has moved or deleted the log's folder.
        var isRemoved: Bool
        /// How often faults had struck the disk.
        var struck: Struck
    }

    func beforeWriting() -> BeforeWriting {
        BeforeWriting(counts: runs.map(\.known.count), isRemoved: isRemoved, struck: disk.struck)
    }

    /// Takes what the log has reported, and checks it; false where a law did not hold, or the log has failed.
    ///
    /// - Parameter before: how the log stood before the last write.
    mutating func hear(_ tellings: Tellings, since before: BeforeWriting, salt: UInt64) -> Bool {
        let told = tellings.all.withLock { told in
            defer { told = [] }
            return told
        }
        if before.isRemoved, setting.acknowledging == .flushed, told.contains(where: { $0.error == nil }) {
            breach(.nothingAcknowledgedIsLost, "an append was acknowledged into a folder that nobody finds any more")
        }
        if let number = tellings.early.withLock({ $0 }) {
            breach(.nothingBeforeDurability, "append \(number) was told to be durable, and the disk lacked its records")
            return false
        }
        var hasFailed = false
        for (number, place, error) in told {
            let append = runs[place].maybe.first { $0.number == number }
            let telling: ExpectedRun.Telling
            switch error {
            case nil: telling = .durable
            case .inDoubt?: telling = .inDoubt
            case .storage?: telling = .refused
            case let error?:
                breach(.toldInOrder, "append \(number) was told \(error)")
                return false
            }
            let name = runs[place].sample.run.low
            tell("append \(number) of run \(name) is \(telling)")
            if let error, !hasBeenHindered(since: before.struck), disk.struck.removals == struckBefore.removals {
                breach(.soundDiskIsEnough, "append \(number) was told: \(error)")
                return false
            }
            let wrong = runs[place].note(telling, of: number)
            if let wrong {
                // A success that is told of no waiting append: a second writer of the same records was told that it wrote them.
                breach(append == nil && error == nil ? .oneWriter : .toldInOrder, wrong)
                return false
            }
            if telling == .inDoubt { hasFailed = true }
            if telling == .durable, let append {
                tally.acknowledged += append.records.count
                noteKeys(of: [append])
            }
        }
        if told.contains(where: { $0.error == nil }) {
            for (place, count) in before.counts.enumerated() { runs[place].noteLastBatch(from: count) }
        }
        for place in runs.indices { runs[place].forgetRefused() }
        return !hasFailed && tally.breaches.isEmpty
    }

    /// Notes the keys by which a backend knows the appends' orders, because an app performs these orders now; checks that no other record
    /// has one of the keys.
    mutating func noteKeys(of appends: [ExpectedRun.Append]) {
        for append in appends {
            for record in append.records {
                let key = KnownKey(run: record.run, sequence: record.sequence, salt: append.salt)
                if let known = keys[key], known != record {
                    breach(
                        .noKeyTwice, "record \(record.sequence) of run \(record.run.low) has an order with a key in use"
                    )
                }
                keys[key] = record
            }
        }
    }

    /// Checks that a log which takes no append has a reason: a call of its disk failed, or its folder was taken away, since it was opened.
    ///
    /// A disk that is full, or a system that has no descriptor, is none: the log takes appends then, and refuses them when it would write.
    private mutating func judgeRefusal(_ error: LogError) {
        let struck = disk.struck
        guard struck.failures == struckBefore.failures, struck.removals == struckBefore.removals,
            struck.crashes == struckBefore.crashes
        else { return }
        breach(.soundDiskIsEnough, "the log takes no append: \(error)")
    }

    /// Checks that all durable records of some run can be read, and no others.
    private mutating func checkReading(_ log: DrivenLog) {
        guard let run = runs.randomElement(using: &chance) else { return }
        let struck = disk.struck
        do throws(LogError) {
            let found = try log.log.durableRecords(of: run.sample.run)
            guard found != run.known, !isRemoved else { return }
            breach(
                .nothingAcknowledgedIsLost,
                "of run \(run.sample.run.low) \(found.count) records are read, and \(run.known.count) are durable")
        } catch {
            if !hasBeenHindered(since: struck), !isRemoved {
                breach(.noSoundLogIsRefused, "run \(run.sample.run.low) cannot be read: \(error)")
            }
        }
    }

    /// Checks that `verify` finds nothing wrong in a log that is being written.
    private mutating func checkVerifyBeside() {
        guard chance.happens(percent: 4), !isRemoved else { return }
        let struck = disk.struck
        do throws(FileLog.Failure) {
            let report = try FileLog.verify(Self.folder, in: disk)
            // Somebody may have deleted the folder in the midst of the check.
            if !report.isSound, !isRemoved {
                breach(.noSoundLogIsRefused, "beside its writer verify finds \(report.findings)")
            }
        } catch {
            if !hasBeenHindered(since: struck), !isRemoved {
                breach(.noSoundLogIsRefused, "beside its writer verify says \(error)")
            }
        }
    }

    /// Appends a record once more that the log has already, as a second writer of the run would: the log must not take it.
    private mutating func checkTwoWriters(_ log: DrivenLog, _ tellings: Tellings) {
        guard chance.happens(percent: 8), let place = runs.indices.randomElement(using: &chance),
            !runs[place].known.isEmpty
        else {
            return
        }
        let run = runs[place]
        let last = run.known[run.known.count - 1]
        do throws(LogError) {
            try log.append(Append(run: last.run, records: [last], standing: run.standing ?? .over)) { error in
                // No append of the course has the number -1, so `hear` calls a success that is told of it wrong.
                tellings.all.withLock { $0.append((-1, place, error)) }
            }
            let before = beforeWriting()
            log.writeTaken()
            _ = hear(tellings, since: before, salt: log.salt)
            if tally.breaches.isEmpty { breach(.oneWriter, "record \(last.sequence) was taken a second time") }
        } catch {
            switch error {
            case .conflict: break
            case .storage: judgeRefusal(error)
            default: breach(.oneWriter, "a second writer hears \(error)")
            }
        }
    }
}
