import KeywayCore
import KeywayLog
import KeywayNodes
import KeywayRuns

/// Checks what the runs on one device share: the line for the lane of the device's SDK, and what the SDK says.
extension NodeWorld {
    /// Notes what a record means for its device.
    ///
    /// - Parameter machine: the run as it stands after the record.
    mutating func note(
        _ record: Record, in block: MemoryEngine.TimedBlock, of run: RunID, on device: DeviceID,
        behind machine: RunMachine
    ) {
        let waits = machine.lanes.contains { machine.awaitsGrant(of: $0) }
        // The effect of the flow that calls the SDK.
        let send = flow.table.effects.firstIndex { $0.name == "send" }
        var calls = machine.unfinishedOrders.contains {
            $0.order.id.sequence == record.sequence && $0.order.effect == send
        }
        if case .takenOver(let orders) = record.content {
            calls = machine.unfinishedOrders.contains { orders.contains($0.order.id) && $0.order.effect == send }
        }
        var hears = false
        if case .event(let told) = record.content, told.cause == .heard {
            hears = ["spoke", "ready"].contains(flow.table.events[told.event].name)
        }
        moments.append(
            DeviceMoment(
                device: device, run: run, number: block.number, at: block.at, sequence: record.sequence, waits: waits,
                holds: !waits && !machine.lanes.isEmpty, calls: calls, hears: hears))
    }

    mutating func judgeDevices() {
        let moments = moments.sorted { ($0.number, $0.sequence) < ($1.number, $1.sequence) }
        for device in Set(moments.map(\.device)).sorted() { judge(device, moments.filter { $0.device == device }) }
        judgeSayings()
        for (device, row) in engine.devices {
            if hasPhone(row.bytes) { breach(.nothingInClear, "the row of \(device.name) has a phone number") }
        }
    }

    /// Goes through the records of all runs on the device in the order in which the engine has done them.
    private mutating func judge(_ device: DeviceID, _ moments: [DeviceMoment]) {
        // The runs that wait for the lane or hold it, in the order in which they came.
        var line: [RunID] = []
        // The runs that hold the lane, and since when the first run of the line is the first.
        var (holds, firstSince): (Set<RunID>, Int64) = ([], 0)
        // The run that called the SDK last: the SDK's words are for this run.
        var holder: RunID?
        for (place, moment) in moments.enumerated() {
            let first = line.first
            if moment.waits || moment.holds {
                if !line.contains(moment.run) { line.append(moment.run) }
            } else {
                line.removeAll { $0 == moment.run }
            }
            if first == moment.run, !holds.contains(moment.run), moment.holds || line.first != first {
                judgeGrant(of: moment.run, since: firstSince, at: moment.at)
            }
            if line.first != first { firstSince = moment.at }
            if moment.holds { holds.insert(moment.run) } else { holds.remove(moment.run) }
            // The records of one append are done at once, so the lane counts only after the last of them.
            let isLast = place + 1 == moments.count || moments[place + 1].number != moment.number
            if isLast, holds.count > 1 { breach(.laneForOne, "\(device.name) at \(moment.at): \(holds.count) hold it") }
            if moment.hears, let holder, holder != moment.run {
                breach(
                    .wordsGoToTheHolder,
                    "\(device.name) at \(moment.at): \(moment.run) hears a word, and \(holder) called the SDK last")
            }
            if moment.calls { holder = moment.run }
        }
    }

    /// Checks how long a run was the first in line before it was granted the lane, or gave up.
    private mutating func judgeGrant(of run: RunID, since start: Int64, at end: Int64) {
        let failed = failedLooks(at: run, from: start - setting.terms.lease, to: end)
        if end - start > 2 * setting.terms.lease + allowance(for: run, failedLooks: failed, from: start, to: end) {
            breach(.lanesAreGranted, "\(run) is first in line since \(start), and is told so only at \(end)")
        }
    }

    /// Checks that what devices said was heard: each word by the run that was told it, and what is retained by each run that begins later.
    private mutating func judgeSayings() {
        let heard = Dictionary(grouping: moments.filter(\.hears), by: \.run).mapValues(\.count)
        let told = Dictionary(grouping: deviceWords.filter { $0.run != nil }, by: { $0.run ?? RunID(high: 0, low: 0) })
        for (run, words) in told.sorted(by: { ($0.key.high, $0.key.low) < ($1.key.high, $1.key.low) })
        where heard[run] ?? 0 < words.count {
            breach(.wordsGoToTheHolder, "\(run) has heard \(heard[run] ?? 0) of \(words.count) words")
        }
        for word in deviceWords where word.word == "SPOKE" && word.run == nil {
            if moments.contains(where: { $0.device == word.device && $0.calls && $0.number <= word.appendsWhenSaid }) {
                breach(
                    .wordsGoToTheHolder,
                    "\(word.device.name), behind append \(word.appendsWhenSaid): no run has heard a word that was said")
            }
        }
        let ready = flow.table.events.firstIndex { $0.name == "ready" }
        for word in deviceWords where word.word == "READY" {
            for (run, blocks) in engine.blocks.sorted(by: { ($0.key.high, $0.key.low) < ($1.key.high, $1.key.low) }) {
                guard let first = blocks.first, first.stored.device == word.device,
                    first.number > word.appendsWhenAcknowledged
                else {
                    continue
                }
                let hears = first.stored.records.contains { record in
                    if case .event(let told) = record.content {
                        told.event == ready && told.cause == .retained
                    } else {
                        false
                    }
                }
                if !hears { breach(.wordsGoToTheHolder, "\(run) begins, and has not heard what was retained") }
            }
        }
    }
}
