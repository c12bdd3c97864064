import KeywayCore

/// Writes a finished symbolic step as the machine words of an outcome.
extension OutcomePlanner {
    /// Writes into the branch what the step does to a run.
    ///
    /// - Throws: `PlanningStop.leftToTable` where something of it has no room in the words.
    func finish(_ step: SymbolicStep, _ branch: inout Branch) throws(PlanningStop) {
        branch.outcome.step.stateNumber = UInt16(truncatingIfNeeded: step.destination)
        branch.outcome.addedToCellAndSlots = PackedRun.cellAndSlots(
            firstCell: layout.firstCell(of: step.destination), slots: 0)
        guard let attempts = UInt16(exactly: step.attempts) else { throw .leftToTable }
        branch.outcome.attempts = attempts
        for (timer, change) in step.timers.enumerated() {
            guard let change else { continue }
            let slot = layout.slot(ofTimer: timer)
            branch.outcome.keptCellAndSlots &= ~PackedRun.cellAndSlots(firstCell: 0, slots: 1 << UInt32(slot))
            if case .set(let addend) = change { branch.begin(slot, addend) }
        }
        for (index, effect) in step.ordered.enumerated() {
            guard effect < UInt32.bitWidth else { throw .leftToTable }
            branch.outcome.step.effects |= 1 << UInt32(effect)
            guard let replies = table.effects[effect].replies, let slot = layout.answering.firstIndex(of: effect) else {
                continue
            }
            // Where a step orders an effect twice, only the last order is open.
            guard !step.ordered[(index + 1)...].contains(effect) else { continue }
            guard let addend = PackedSlot.addend(lasting: replies.within, place: index) else { throw .leftToTable }
            branch.begin(slot, addend)
        }
        for variable in step.symbols.indices { try write(variable, of: step, &branch) }
    }

    /// Writes what a variable becomes: a sum or a constant in the outcome, a copy of other bits in the overflow.
    private func write(_ variable: Int, of step: SymbolicStep, _ branch: inout Branch) throws(PlanningStop) {
        let symbol = step.symbols[variable]
        if symbol == .variable(variable, plus: 0) { return }
        let place = layout.variables[variable]
        let source: PackedLayout.Place
        let isOfEvent: Bool
        switch symbol {
        case .variable(variable, let sum):
            branch.outcome.addedToVariables &+= UInt64(bitPattern: sum) << UInt64(place.shift)
            return
        case .constant(let value):
            guard let code = place.code(of: value) else { throw .leftToTable }
            branch.outcome.set(place, to: code)
            return
        case .variable(let other, let sum):
            guard sum == 0 else { throw .leftToTable }
            (source, isOfEvent) = (layout.variables[other], false)
        case .field(let field): (source, isOfEvent) = (layout.fields[step.event][field], true)
        }
        guard source.isOpaque == place.isOpaque, source.isOpaque || source.kind == place.kind,
            place.isOptional || !source.isOptional
        else { throw .leftToTable }
        if place.isOpaque, !source.isOptional {
            branch.outcome.set(place, to: 1)
            return
        }
        branch.overflow.copies.append(
            OutcomeOverflow.Copy(
                isOfEvent: isOfEvent, from: UInt64(source.shift), to: UInt64(place.shift),
                mask: 1 << UInt64(source.width) &- 1, replaced: place.mask))
        // A value that is never absent at its source may be so here, where its code is the greater one.
        branch.outcome.addedToVariables &+= (place.firstCode - source.firstCode) << UInt64(place.shift)
    }
}

extension OutcomePlanner.Branch {
    /// Notes that a slot begins: the outcome has room for two, further ones stand in the overflow.
    fileprivate mutating func begin(_ slot: Int, _ addend: UInt64) {
        outcome.addedToCellAndSlots |= PackedRun.cellAndSlots(firstCell: 0, slots: 1 << UInt32(slot))
        let word = PackedRun.headerCount + slot
        if outcome.firstWord == PackedRun.noWord {
            (outcome.firstWord, outcome.firstAddend) = (UInt8(word), addend)
        } else if outcome.secondWord == PackedRun.noWord {
            (outcome.secondWord, outcome.secondAddend) = (UInt8(word), addend)
        } else {
            overflow.beginnings.append(OutcomeOverflow.Beginning(word: word, addend: addend))
        }
    }
}

extension PackedOutcome {
    fileprivate mutating func set(_ place: PackedLayout.Place, to code: UInt64) {
        keptVariables &= ~place.mask
        addedToVariables &+= code << UInt64(place.shift)
    }
}
