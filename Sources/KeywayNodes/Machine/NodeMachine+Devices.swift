import KeywayCore
import KeywayLog
import KeywayRuns

/// What the runs on one device share, the device's row in the log: a node reads it before it decides a run on the device, and writes it
/// together with the append by which it changes.
///
/// A `Proposal` is what a node has decided for a run and does not know to be in the log.
extension NodeMachine {
    /// Takes a word that came from a device.
    mutating func receive(_ word: DeviceWord, of device: DeviceID, for asker: Asker?, into outputs: inout [NodeOutput])
    {
        if let asker {
            guard admits(asker, at: .device(device), into: &outputs) else { return }
        }
        add(word, to: device, for: asker)
    }

    /// Has the word wait at its device, until a run hears it or the log keeps it.
    ///
    /// - Parameters:
    ///   - hearer: the run that has heard it already; nil where none has.
    ///   - isKnown: whether the hearer knew it by its identity.
    private mutating func add(
        _ word: DeviceWord, to device: DeviceID, for asker: Asker?, heardBy hearer: RunID? = nil,
        isKnown: Bool = false
    ) {
        if let asker, askers[asker] != nil { askers[asker] = .device(device) }
        devices[device, default: NodeDevice()].words.append(
            NodeDevice.Waiting(word: word, asker: asker, hearer: hearer, isKnown: isKnown))
        waitingDevices.insert(device)
    }

    /// The device as the log has it, for a run that is about to be decided; nil while the node has to read it: the run goes on after that.
    mutating func known(_ device: DeviceID, for run: RunID) -> (version: UInt64, state: DeviceState)? {
        if let known = devices[device]?.known { return known }
        wait(for: device, run)
        return nil
    }

    /// Has the run wait for the device: it is gone on with when the row is known and no other change of it is under way.
    private mutating func wait(for device: DeviceID, _ run: RunID) {
        devices[device, default: NodeDevice()].runs.append(run)
        waitingDevices.insert(device)
    }

    /// Forgets the device's row, which may be out of date: it is read again when it is needed.
    mutating func forget(_ device: DeviceID) {
        devices[device]?.known = nil
    }

    /// Asks for the device's row.
    mutating func load(_ device: DeviceID) {
        guard devices[device, default: NodeDevice()].isLoading == false else { return }
        devices[device]?.isLoading = true
        for place in devices[device]?.words.indices ?? 0..<0 { devices[device]?.words[place].isChecked = true }
        work.deviceLoads.append(device)
    }

    /// Whether this node is about to change the device's row: by a proposal, or to keep words in it.
    func isChanging(_ device: DeviceID) -> Bool {
        if devices[device]?.keeping != nil { return true }
        return devices[device]?.changer.flatMap { runs[$0]?.proposal?.change?.device } == device
    }

    /// Whether the proposal may be sent: this node makes one change of a device at a time. If another change is under way, the run is
    /// decided again when that one has ended.
    mutating func mayChangeDevice(by proposal: inout Proposal, of id: RunID) -> Bool {
        guard let device = proposal.change?.device else { return true }
        guard isChanging(device) else {
            // A proposal without records is not sent, so it changes nothing.
            if !proposal.records.isEmpty { devices[device]?.changer = id }
            return true
        }
        if runs[id]?.beginning == nil {
            runs[id]?.queue.insert(contentsOf: proposal.inputs, at: 0)
            sendBack(proposal.misled, of: proposal.draft)
        }
        wait(for: device, id)
        return false
    }

    /// Words for which the run was not the right one go to whoever holds their source now.
    mutating func sendBack(_ misled: [WaitingInput], of draft: DeviceDraft?) {
        guard let draft else { return }
        for waiting in misled {
            if case .word(let word) = waiting.content { add(word, to: draft.device, for: waiting.asker) }
        }
    }

    /// The log does not have the run; it may have been retired. The words that it was to hear go to the run that holds their source by the
    /// row as it is now, or are kept for later runs, as if this run held nothing.
    mutating func sendBackWords(in inputs: inout [WaitingInput], ofAbsent run: RunID) {
        inputs.removeAll { waiting in
            guard case .word(var word) = waiting.content, let device = waiting.device else { return false }
            word.absentHolders.insert(run)
            forget(device)
            add(word, to: device, for: waiting.asker)
            return true
        }
    }

    /// The proposal has no records, and the run had not gone on, so the words that it has heard have changed nothing. They wait at the
    /// device once more: those that later runs are to hear are kept in the row, and the others go to another run if by the row that one
    /// holds their source now. A word that the run knew by its identity is not kept. Whoever brought a word is told after that.
    mutating func returnHeard(by proposal: inout Proposal) {
        guard let device = proposal.draft?.device else { return }
        let (run, flow, refused) = (proposal.machine.run, proposal.machine.flow, proposal.refused)
        proposal.inputs.removeAll { waiting in
            guard case .word(var word) = waiting.content else { return false }
            if let asker = waiting.asker, refused.contains(asker) { return false }
            word.addRetained(readBy: flow)
            // The proposal's copy of the run has heard the word by now; the log's run tells whether it came before.
            let isKnown = word.id.map { runs[run]?.machine?.knowsCallback($0) == true } ?? false
            if isKnown || word.kept.kinds.isEmpty, word.sources.isEmpty { return false }
            add(word, to: device, for: waiting.asker, heardBy: run, isKnown: isKnown)
            return true
        }
        proposal.answers.removeAll { askers[$0.asker] == .device(device) }
    }

    /// The proposal's records are durable, and so is what it changed of its device.
    mutating func adoptDevice(of proposal: Proposal, into outputs: inout [NodeOutput]) {
        guard let draft = proposal.draft, let change = proposal.change else { return }
        if devices[draft.device]?.known.map({ $0.version == change.expecting }) ?? false {
            devices[draft.device]?.known = (change.expecting + 1, draft.state)
        } else {
            forget(draft.device)
        }
        // A run that has got a lane by this is decided, and sees it. If this node dies before that, others look at the run by its promise.
        for request in draft.granted where planted != .forgetsLines {
            receive(WaitingInput(.timeReached), of: request.run, into: &outputs)
        }
    }

    // MARK: - Answers

    /// The rows of devices were read.
    mutating func take(_ rows: [DeviceID: DeviceRow], asked: [DeviceID], into outputs: inout [NodeOutput]) {
        for device in asked {
            devices[device]?.isLoading = false
            // A row that the answer lacks is being made by another node at this moment: it is asked for again.
            waitingDevices.insert(device)
            guard let row = rows[device] else { continue }
            if let state = try? DeviceState(row.bytes) {
                devices[device]?.known = (row.version, state)
            } else {
                refuse(device, into: &outputs)
            }
            settleChange(of: device, nowAt: row.version)
        }
    }

    /// The device's row has this version now: a proposal that is to change the row and expects another version can no longer win.
    private mutating func settleChange(of device: DeviceID, nowAt version: UInt64) {
        guard let id = devices[device]?.changer, let proposal = runs[id]?.proposal, let change = proposal.change,
            change.device == device, change.expecting != version,
            proposal.phase == .waiting || proposal.phase == .sent
        else { return }
        // Others have changed it, or the proposal was done and its answer was lost. If it was not done by now, it never is.
        runs[id]?.proposal?.isOutdated = true
        // A proposal that is under way again is settled when it is answered.
        guard proposal.phase == .waiting else { return }
        runs[id]?.proposal?.phase = .settling
        work.settles.append(id)
    }

    /// The device's row cannot be read by this version of Keyway, and another node may be able to: whoever waits for the device is
    /// told, and what nobody waits for is decided later. It is read again only when it is needed again.
    private mutating func refuse(_ id: DeviceID, into outputs: inout [NodeOutput]) {
        guard let device = devices[id] else { return }
        devices[id] = NodeDevice()
        devices[id]?.changer = device.changer
        answer(device.words.compactMap(\.asker).map { ($0, .unreadableDevice(id)) }, into: &outputs)
        // The log may have kept these words before the row became what it is.
        let kept = device.keeping?.words.compactMap(\.waiting.asker) ?? []
        answer(kept.map { ($0, .outcomeUnknown) }, into: &outputs)
        for run in device.runs { putOff(run, answering: .unreadableDevice(id), into: &outputs) }
    }

    /// Takes the log's answer about devices in whose rows it was asked to keep words for which there was no run.
    ///
    /// - Parameters:
    ///   - asked: the devices of the statement.
    ///   - changed: those whose rows were changed; none where the statement has failed.
    ///   - refused: those for which the log never takes what it was asked, each with the log's reason.
    mutating func takeKept(
        _ asked: [DeviceID], changed: Set<DeviceID>, refused: [DeviceID: String] = [:], into outputs: inout [NodeOutput]
    ) {
        for device in asked {
            waitingDevices.insert(device)
            guard let keeping = devices[device]?.keeping else { continue }
            if changed.contains(device) {
                devices[device]?.keeping = nil
                devices[device]?.known = (keeping.change.expecting + 1, keeping.state)
                answerKept(keeping.words.map(\.waiting), into: &outputs)
            } else if let reason = refused[device] {
                drop(keeping, of: device, because: reason, into: &outputs)
            } else {
                // Others have changed it, or it was done and the answer was lost: the row tells.
                forget(device)
            }
        }
    }

    /// Takes back words that the log never keeps together. Of several words one may be at fault: they are kept one by one. A word that is
    /// refused by itself is gone, and whoever brought it is told.
    private mutating func drop(
        _ keeping: NodeDevice.Keeping, of id: DeviceID, because reason: String, into outputs: inout [NodeOutput]
    ) {
        devices[id]?.keeping = nil
        let words = keeping.words.map(\.waiting)
        if words.count > 1 {
            devices[id]?.keepsApart = true
            devices[id]?.words.insert(contentsOf: words, at: 0)
        } else {
            answer(words.compactMap(\.asker).map { ($0, .notTaken(reason)) }, into: &outputs)
        }
    }

    /// Tells whoever brought the words: a run has heard them, or they are kept for later runs as far as flows say so.
    private mutating func answerKept(_ words: [NodeDevice.Waiting], into outputs: inout [NodeOutput]) {
        for waiting in words {
            guard let asker = waiting.asker else { continue }
            answer([(asker, waiting.hearer.map { .decided($0, nil) } ?? .kept)], into: &outputs)
        }
    }

    // MARK: - Going on

    /// Goes on with what waits for devices; returns whether something new is to be sent.
    mutating func goOnWithDevices(into outputs: inout [NodeOutput]) -> Bool {
        guard clock.isSet, !waitingDevices.isEmpty else { return false }
        let waiting = waitingDevices.sorted()
        waitingDevices = []
        var hasGoneOn = false
        for device in waiting where goOn(with: device, into: &outputs) { hasGoneOn = true }
        return hasGoneOn
    }

    /// Goes on with what waits for the device; returns whether something new is to be sent.
    private mutating func goOn(with id: DeviceID, into outputs: inout [NodeOutput]) -> Bool {
        guard let device = devices[id], !device.runs.isEmpty || !device.words.isEmpty || device.keeping != nil else {
            return false
        }
        guard let known = device.known else {
            if device.isLoading { return false }
            load(id)
            return true
        }
        if let keeping = device.keeping {
            if keeping.change.expecting == known.version {
                // The change was not done, and may be under way again.
                let isAsked = work.isAsking(toChange: id)
                if !isAsked { work.deviceChanges.append(id) }
                return !isAsked
            }
            end(keeping, of: id, by: known.state, into: &outputs)
        }
        // The device is gone on with when that change has ended, after one of the engine's next answers.
        if isChanging(id) {
            waitingDevices.insert(id)
            return false
        }
        let (words, waiting) = (devices[id]?.words ?? [], device.runs)
        devices[id]?.words = []
        devices[id]?.runs = []
        let unheld = words.filter { !handToHolder($0, of: id, known.state, into: &outputs) }
        for run in waiting { goOn(with: run, into: &outputs) }
        retain(unheld, for: id, into: &outputs)
        return true
    }

    /// Hands a word to the run that holds its source; returns false where none does, or the one that does has heard the word already.
    private mutating func handToHolder(
        _ waiting: NodeDevice.Waiting, of id: DeviceID, _ state: DeviceState, into outputs: inout [NodeOutput]
    ) -> Bool {
        guard let holder = state.holder(of: waiting.word.sources, besides: waiting.word.absentHolders),
            holder != waiting.hearer
        else { return false }
        if let asker = waiting.asker {
            // The asker has withdrawn the word meanwhile: nobody hears it.
            guard askers[asker] != nil else { return true }
            askers[asker] = .run(holder)
        }
        runs[holder, default: Boxed(NodeRun())].queue.append(WaitingInput(waiting.word, of: id, asker: waiting.asker))
        noteUse(of: holder)
        goOn(with: holder, into: &outputs)
        return true
    }

    /// Asks the log to keep words that no run is to hear now. A word that no flow retains, or that was kept before, is dropped once the
    /// row was asked for anew.
    private mutating func retain(
        _ words: [NodeDevice.Waiting], for id: DeviceID, into outputs: inout [NodeOutput]
    ) {
        guard let known = devices[id]?.known, !words.isEmpty else { return }
        var state = known.state
        var kept: [(NodeDevice.Waiting, UInt64)] = []
        // A later run may follow any flow that is served here.
        let flows = served.compactMap { try? $0.flow() }
        let keepsApart = devices[id]?.keepsApart == true
        for waiting in words {
            if keepsApart, !kept.isEmpty {
                devices[id]?.words.append(waiting)
                continue
            }
            var waiting = waiting
            for flow in flows where flow.allSingletons.contains(where: { waiting.word.sources.contains($0) }) {
                waiting.word.addRetained(readBy: flow)
            }
            let isKept = waiting.isKnown || known.state.retains(waiting.word)
            if !isKept, let number = state.retain(waiting.word) {
                kept.append((waiting, number))
            } else if waiting.isChecked {
                answerKept([waiting], into: &outputs)
            } else {
                devices[id]?.words.append(waiting)
                forget(id)
                waitingDevices.insert(id)
            }
        }
        if devices[id]?.words.isEmpty == true { devices[id]?.keepsApart = false }
        if kept.isEmpty { return }
        if isChanging(id) {
            // A run that waited for the device was decided just now, and its proposal changes the row.
            devices[id]?.words += kept.map(\.0)
            waitingDevices.insert(id)
            return
        }
        let change = DeviceChange(id, expecting: known.version, bytes: state.bytes)
        devices[id]?.keeping = NodeDevice.Keeping(change: change, state: state, words: kept)
        work.deviceChanges.append(id)
    }

    /// The row is no longer the one in which the words were to be kept. Words that stand in it were kept; the others wait again.
    private mutating func end(
        _ keeping: NodeDevice.Keeping, of id: DeviceID, by state: DeviceState, into outputs: inout [NodeOutput]
    ) {
        devices[id]?.keeping = nil
        for (waiting, number) in keeping.words {
            let isThere = state.retained.words.contains {
                $0.number == number && $0.callback == waiting.word.kept.callback
            }
            if isThere { answerKept([waiting], into: &outputs) } else { devices[id]?.words.append(waiting) }
        }
    }

    /// An asker waits no longer for the answer to a word that no run has yet.
    mutating func withdrawWord(of asker: Asker, at device: DeviceID, into outputs: inout [NodeOutput]) {
        if let place = devices[device]?.keeping?.words.firstIndex(where: { $0.waiting.asker == asker }) {
            devices[device]?.keeping?.words[place].waiting.asker = nil
            return answer([(asker, .outcomeUnknown)], into: &outputs)
        }
        devices[device]?.words.removeAll { $0.asker == asker }
        answer([(asker, .unavailable)], into: &outputs)
    }
}
