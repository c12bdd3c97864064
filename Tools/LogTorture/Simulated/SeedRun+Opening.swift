import KeywayCore
import KeywayFileLog
import KeywayLog
import KeywayTesting
import SimulatedDisk

extension SeedRun {
    /// Opens the log, with faults meanwhile, and checks what it has; nil where a law did not hold.
    ///
    /// From the ninth attempt on no fault strikes, so that twelve attempts must be enough.
    ///
    /// - Parameters:
    ///   - isFirst: whether the log was never opened before.
    ///   - isLast: whether the log is opened for the last check, without new faults.
    mutating func openSomehow(isFirst: Bool, isLast: Bool = false) async -> DrivenLog? {
        for attempt in 0..<12 {
            if attempt == 8 { disk.heal() }
            if attempt < 8, !isLast { strikeOpening(isFirst: isFirst, attempt: attempt) }
            let struck = disk.struck
            let policy: FileLog.DamagePolicy = rot != nil && chance.happens(percent: 30) ? .beginAnewBeside : .refuse
            let before = rot == nil ? nil : files(of: Self.folder)
            let beside = nextDamaged
            let hasMoved = disk.hasFolder(beside)
            isReopening.withLock { $0 = !isFirst }
            defer { isReopening.withLock { $0 = false } }
            do throws(FileLog.Failure) {
                let log = try open(policy)
                tell("opened, epoch's salt \(log.salt % 1_000), set aside \(log.log.setAside.map(\.file))")
                tally.openings += 1
                isReopening.withLock { $0 = false }
                // A fault that was meant for the opening and has not struck shall not strike later.
                disk.heal()
                if !hasMoved, disk.hasFolder(beside), let before { checkMoved(to: beside, before) }
                guard await check(log, policy: policy) else { return nil }
                noteMark(of: log)
                return log
            } catch {
                tell("opening: \(error)")
                if let crash = disk.crashed {
                    noteEnd(crash)
                    disk.restart(after: crash)
                } else if isForLoss(error) {
                    noteDamage(error, policy: policy, untouched: before)
                    if !tally.breaches.isEmpty { return nil }
                } else if !hasBeenHindered(since: struck) {
                    breach(.noSoundLogIsRefused, "without a fault of the disk: \(error)")
                    return nil
                }
                if chance.happens(percent: 30) { disk.heal() }
            }
        }
        breach(.noSoundLogIsRefused, "twelve openings in a row failed")
        return nil
    }

    /// Sets a fault for one of the calls of an opening, by chance.
    private mutating func strikeOpening(isFirst: Bool, attempt: Int) {
        if setting.livesAreAlike {
            // An opening writes zeros over the bytes that it sets aside. Where the flush of the zeros fails, the disk still has the bytes
            // of the life before, exactly behind those that this life will append.
            if !isFirst, attempt == 0, chance.happens(percent: 85) { disk.strike(.failure, atFlushOf: ".log") }
        } else if chance.happens(percent: 40) {
            strikeSomewhere(within: 60, includingRemovals: false)
        }
    }

    private mutating func open(_ policy: FileLog.DamagePolicy) throws(FileLog.Failure) -> DrivenLog {
        var base: any FileSystem = disk
        if let mistake {
            base = MistakenDisk(base: disk, mistake: mistake) { [isReopening] in isReopening.withLock { $0 } }
        }
        do throws(FileLog.Failure) {
            let log = try FileLog(
                Self.folder, in: base, expecting: mark, acknowledging: setting.acknowledging, ifDamaged: policy,
                segmentSize: setting.segmentSize, roomAhead: setting.roomAhead, isDriven: true,
                wallTime: Instant(milliseconds: 1_700_000_000_000), planted: mistake?.madeInLog, drawing: &chance)
            return DrivenLog(log, mistake: mistake)
        } catch {
            if mistake == .refusedWithoutHead, case .damaged = error { disk.remove(Self.folder + "/head.index") }
            throw error
        }
    }

    /// Keeps the log's mark now and then, as an app does: the next opening is told that the log must have come so far.
    mutating func noteMark(of log: DrivenLog) {
        if chance.happens(percent: 50) { mark = log.mark }
    }

    /// Whether the opening was refused for what the log lacks: bytes of it are not as they were, or it ends before the mark.
    private func isForLoss(_ failure: FileLog.Failure) -> Bool {
        switch failure {
        case .damaged, .behind: true
        default: false
        }
    }

    /// The opening was refused for what the log lacks: checks that there is damage, that the log's files are as before, and mends the
    /// damage.
    ///
    /// With damage in its last write a log may end before its mark, as that write may be taken for an unfinished one.
    private mutating func noteDamage(
        _ error: FileLog.Failure, policy: FileLog.DamagePolicy, untouched before: [String: [UInt8]]?
    ) {
        tally.refusals += 1
        guard let rot else { return breach(.noSoundLogIsRefused, "\(error)") }
        let isKept = if case .behind = error { true } else { policy == .refuse }
        if isKept, files(of: Self.folder) != before {
            breach(.refusedMeansUntouched, "after '\(error)' the log's files are others")
        }
        // The bit is changed back, as from a backup, so that the next opening finds no damage.
        disk.flip(rot.path, at: rot.offset, by: rot.mask)
        tell("mended \(rot.path) at \(rot.offset)")
        self.rot = nil
    }

    /// The files of a log, by their names, without those that say nothing of it: locks, and what is not finished yet.
    private func files(of folder: String) -> [String: [UInt8]] {
        disk.contents(of: folder).filter { !$0.key.hasSuffix(".lock") }
    }

    /// The path to which the next damaged log is moved.
    private var nextDamaged: String { "\(Self.folder).damaged-\(oldLogs.count + 1)" }

    /// The opening has moved a damaged log away, without a crash meanwhile: checks that the log's files are those before.
    private mutating func checkMoved(to folder: String, _ before: [String: [UInt8]]) {
        if files(of: folder) != before {
            breach(.refusedMeansUntouched, "in \(folder), to which the damaged log was moved, its files are others")
        }
    }

    // MARK: What an opened log must have

    /// Checks that the opened log has all records that it must have, and none that it may not have; false where a law did not hold.
    private mutating func check(_ log: DrivenLog, policy: FileLog.DamagePolicy) async -> Bool {
        if let old = log.log.damagedLog, log.log.runs.isEmpty, oldLogs.insert(old).inserted {
            // The damaged log has been moved to another folder, so that this one is empty.
            tell("begun anew beside \(old)")
            checkOldLog(old)
            forgetAll()
            rot = nil
            return tally.breaches.isEmpty
        }
        // A changed byte in the last write cannot be told from an unfinished write, unless the log knows how far it was flushed.
        let mayLackLastBatch =
            rot != nil && (losses.powerLoss || losses.headIndexMayLag || setting.acknowledging == .written)
        for place in runs.indices {
            guard await settle(place, in: log, mayLackLastBatch: mayLackLastBatch) else { return false }
        }
        guard await checkLists(of: log) else { return false }
        if rot != nil { tell("the rot was of no consequence, or is set aside") }
        rot = nil
        forgetLosses()
        knownSetAside = log.log.setAside.count
        return true
    }

    /// Compares the records of one run in the log with those that must and may be there; false where a law did not hold.
    ///
    /// - Parameters:
    ///   - place: the run's place in `runs`.
    ///   - mayLackLastBatch: whether what the last write before the end brought may have been set aside as unfinished.
    private mutating func settle(_ place: Int, in log: DrivenLog, mayLackLastBatch: Bool) async -> Bool {
        let name = runs[place].sample.run.low
        let found: [Record]
        do throws(LogError) {
            found = try log.log.durableRecords(of: runs[place].sample.run)
        } catch {
            breach(.noSoundLogIsRefused, "run \(name) cannot be read: \(error)")
            return false
        }
        if let kept = runs[place].settle(found) {
            noteKeys(of: kept)
            return true
        }
        if mayLackLastBatch, log.log.setAside.count > knownSetAside {
            if setting.acknowledging == .written {
                runs[place].doubtAllSinceOpening()
            } else {
                runs[place].doubtLastBatch()
            }
            if let kept = runs[place].settle(found) {
                tell("run \(name) lost records at its end, and the log tells that it has set bytes aside")
                noteKeys(of: kept)
                return true
            }
        }
        let (known, maybe) = (runs[place].known.count, runs[place].maybe.count)
        let isAltered = !found.prefix(known).elementsEqual(runs[place].known.prefix(found.count))
        let counts =
            "of run \(name) \(found.count) records are there, \(known) must be, \(maybe) appends may be"
        let law: TortureLaw =
            isAltered || found.count >= known || rot != nil ? .noDamageInSilence : .nothingAcknowledgedIsLost
        let what =
            isAltered ? "one of them is another" : found.count < known ? "some are gone" : "some were never to be"
        breach(law, "\(counts): \(what)", count: max(1, known - found.count))
        return false
    }

    /// Checks that the log lists those runs as open that are, each with the records that it still needs; false where a law did not hold.
    private mutating func checkLists(of log: DrivenLog) async -> Bool {
        let limit = Int.random(in: 1...4, using: &chance)
        var open: [OpenRun] = []
        do throws(LogError) {
            while true {
                let page = try await log.log.openRuns(after: open.last?.run, limit: limit)
                open += page
                if page.isEmpty || open.count > runs.count { break }
            }
        } catch {
            breach(.noSoundLogIsRefused, "open runs cannot be told: \(error)")
            return false
        }
        let expected = runs.compactMap { run -> OpenRun? in
            guard case .open(let neededRecords)? = run.standing, !run.known.isEmpty else { return nil }
            return OpenRun(
                run: run.sample.run, reference: run.sample.reference, next: UInt64(run.known.count),
                neededRecords: neededRecords.map { .init(sequence: $0, position: 0) })
        }
        let found = open.map { run in
            OpenRun(
                run: run.run, reference: run.reference, next: run.next,
                neededRecords: run.neededRecords.map { .init(sequence: $0.sequence, position: 0) })
        }
        let order = { (left: OpenRun, right: OpenRun) in left.run.low < right.run.low }
        guard found.sorted(by: order) == expected.sorted(by: order) else {
            breach(.noDamageInSilence, "open runs are \(found), and should be \(expected)")
            return false
        }
        return true
    }

    /// Checks that a log can be read in the folder to which the damaged log was moved.
    ///
    /// Whether it is still damaged is not checked: a loss of power may have taken the damaged bytes.
    private mutating func checkOldLog(_ name: String) {
        if (try? FileLog.verify("\(Self.parent)/\(name)", in: disk)) == nil {
            breach(.nothingAcknowledgedIsLost, "the damaged log is not at \(name)")
        }
    }

    /// Forgets all runs: the log's folder is empty or gone.
    mutating func forgetAll() {
        runs = []
        mark = nil
        forgetLosses()
        knownSetAside = 0
    }

    /// Forgets what the disk did so far: its losses have been judged, or all runs are forgotten.
    private mutating func forgetLosses() {
        losses = Losses()
        struckBefore = disk.struck
    }
}
