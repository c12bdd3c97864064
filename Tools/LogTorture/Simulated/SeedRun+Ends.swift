import KeywayCore
import KeywayFileLog
import KeywayLog
import KeywayTesting
import SimulatedDisk

extension SeedRun {
    /// Lets a fault, drawn at random, strike one of the disk's next `calls` calls.
    ///
    /// - Parameter includingRemovals: whether somebody may also move or delete the log's folder.
    mutating func strikeSomewhere(within calls: Int, includingRemovals: Bool) {
        let fault: DiskFault
        switch Int.random(in: 0..<100, using: &chance) {
        case 0..<30: fault = .crash(.kill)
        case 30..<60: fault = .crash(.powerLoss)
        case 60..<80: fault = .failure
        case 80..<88: fault = .noRoom(calls: Int.random(in: 1...60, using: &chance))
        case 88..<93: fault = .noDescriptors(calls: Int.random(in: 1...20, using: &chance))
        case 93..<97: fault = .interruption
        case 97..<99: fault = includingRemovals ? .moved(to: Self.elsewhere) : .failure
        default: fault = includingRemovals ? .deleted : .interruption
        }
        let call = disk.calls + Int.random(in: 0..<calls, using: &chance)
        disk.strike(fault, atCall: call)
        tell("\(fault) is to strike at call \(call)")
    }

    /// Whether a fault has struck since then that the disk does not make good itself, as it does an interruption: a call was refused, the
    /// process ended, or the log's folder was taken away.
    func hasBeenHindered(since before: Struck) -> Bool {
        let struck = disk.struck
        return struck.refused > before.refused || struck.crashes > before.crashes || struck.removals > before.removals
    }

    /// Whether somebody has moved or deleted the log's folder since the log was opened.
    var isRemoved: Bool { disk.struck.removals > struckBefore.removals && !disk.hasFolder(Self.folder) }

    /// Ends the life of a log: by a fault that has struck, by a kill or a loss of power, or by closing it; then the folder is put back.
    mutating func end(_ log: DrivenLog, _ tellings: Tellings) async {
        if let crash = disk.crashed {
            noteEnd(crash)
            disk.restart(after: crash)
        } else if chance.happens(percent: 25) {
            let crash: Crash = chance.happens(percent: 50) ? .kill : .powerLoss
            noteEnd(crash)
            disk.restart(after: crash)
        } else {
            await close(log, tellings)
            if let crash = disk.crashed {
                noteEnd(crash)
                disk.restart(after: crash)
            } else if chance.happens(percent: 30) {
                noteEnd(.powerLoss)
                disk.restart(after: .powerLoss)
            }
        }
        // A call that failed, also one of closing, may have been the write of `head.index`, which then tells of less than was flushed.
        let (failures, fullDisks) = (disk.struck.failures, disk.struck.fullDisks)
        if failures > struckBefore.failures || fullDisks > struckBefore.fullDisks { losses.headIndexMayLag = true }
        putBack()
    }

    private mutating func close(_ log: DrivenLog, _ tellings: Tellings) async {
        let before = beforeWriting()
        do throws(LogError) {
            try await log.close()
            tell("closed")
        } catch {
            tell("closing: \(error)")
            if disk.crashed == nil, disk.struck.failures == struckBefore.failures {
                breach(.soundDiskIsEnough, "closing it: \(error)")
            }
        }
        // A process that has ended tells nothing.
        guard disk.crashed == nil else { return }
        hearClosing(tellings, since: before, salt: log.salt)
        noteMark(of: log)
    }

    /// Notes what this end may have cost: bytes that were written and not flushed survive the end of a process, but no loss of power.
    mutating func noteEnd(_ crash: Crash) {
        tell("ends by \(crash)")
        if crash == .powerLoss {
            losses.powerLoss = true
            if setting.acknowledging == .written {
                for place in runs.indices { runs[place].doubtAllSinceOpening() }
            }
        }
    }

    /// Puts a folder back that somebody moved; where the folder was deleted, forgets all runs.
    private mutating func putBack() {
        disk.heal()
        if disk.hasFolder(Self.elsewhere) {
            tell("the folder comes back")
            disk.deleteFolder(Self.folder)
            disk.relocateFolder(Self.elsewhere, to: Self.folder)
        } else if !disk.hasFolder(Self.folder) {
            tell("the folder is gone")
            if disk.struck.removals == struckBefore.removals, runs.contains(where: { !$0.known.isEmpty }) {
                breach(.nothingAcknowledgedIsLost, "the log's folder is gone")
            }
            forgetAll()
        }
    }

    /// Now and then changes one bit of some file, as if it had rotted on the disk, and checks that `verify` does not call the log sound.
    mutating func rotSomething() {
        guard rot == nil, chance.happens(percent: setting.livesAreAlike ? 3 : 25) else { return }
        let files = disk.contents(of: Self.folder).filter { !$0.value.isEmpty }
        let names = files.keys.sorted()
        let logs = names.filter { $0.hasSuffix(".log") }
        guard let name = (chance.happens(percent: 80) ? logs : names).randomElement(using: &chance),
            let bytes = files[name]
        else {
            return
        }
        // A log's file goes on with zeros behind what was written.
        let written = bytes.lastIndex { $0 != 0 }.map { $0 + 1 } ?? 0
        let offset: Int
        if written > 0, chance.happens(percent: 90) {
            // Mostly in the last 300 bytes, where damage is hard to tell from a write that was never finished.
            let from = chance.happens(percent: 60) ? max(0, written - 300) : 0
            offset = Int.random(in: from..<written, using: &chance)
        } else {
            offset = Int.random(in: 0..<bytes.count, using: &chance)
        }
        let mask = UInt8(1) << UInt8.random(in: 0..<8, using: &chance)
        let path = Self.folder + "/" + name
        disk.flip(path, at: offset, by: mask)
        tally.rotten += 1
        tell("byte \(offset) of \(name) rots by \(mask), \(written) of \(bytes.count) bytes are written")
        // The lock's file and the zeros behind the end are not checked by anybody.
        let isCovered = offset < written && !name.hasSuffix(".lock")
        rot = Rot(path: path, offset: offset, mask: mask)
        if isCovered, let report = try? FileLog.verify(Self.folder, in: disk), report.isSound {
            breach(.noDamageInSilence, "byte \(offset) of \(name) has changed, and verify finds nothing")
        }
        checkRecordsThatAreRead()
        // Any other file matters to no opening, so its byte is changed back at once.
        if !name.hasSuffix(".log"), !name.hasSuffix(".index") {
            disk.flip(path, at: offset, by: mask)
            rot = nil
        }
    }

    /// Checks that reading a damaged log gives no record that was never written, though it may give fewer.
    private mutating func checkRecordsThatAreRead() {
        guard let reader = try? FileLog.Reader(Self.folder, in: disk, pastDamage: chance.happens(percent: 50)) else {
            return
        }
        for run in runs {
            guard let found = try? reader.records(of: run.sample.run) else { continue }
            let written = run.known + run.maybe.flatMap(\.records)
            for record in found {
                let place = Int(clamping: record.sequence)
                var wanted = place < written.count ? written[place] : nil
                // Where the flow's table is damaged, the first record is read with a version without bytes, which is right.
                if case .began(let beginning) = record.content, beginning.version.table.isEmpty { wanted = record }
                if wanted != record {
                    return breach(
                        .noDamageInSilence,
                        "record \(record.sequence) of run \(run.sample.run.low) is read, and was never written")
                }
            }
        }
    }

    /// After all lives opens the log once more without faults, and checks that it is sound then.
    mutating func lookOnceMore() async {
        disk.heal()
        guard let log = await openSomehow(isFirst: false, isLast: true) else { return }
        await close(log, Tellings())
        if let crash = disk.crashed {
            noteEnd(crash)
            disk.restart(after: crash)
            return
        }
        guard tally.breaches.isEmpty else { return }
        do throws(FileLog.Failure) {
            let report = try FileLog.verify(Self.folder, in: disk)
            if !report.isSound { breach(.noSoundLogIsRefused, "at last there are \(report.findings)") }
        } catch {
            breach(.noSoundLogIsRefused, "at last: \(error)")
        }
    }
}
