import KeywayFileLog
import KeywayLog

/// What a fault does to one call, so that it is not carried out as it is meant.
enum Trouble {
    /// The disk reports an error.
    case failure
    /// The process or the machine ends in the midst of the call.
    case crash
    /// A write stops half way; the caller is to write the rest by another call.
    case interruption
}

extension SimulatedDisk {
    /// Answers a call that has its whole effect or none: a crash leaves either by chance.
    ///
    /// - Parameters:
    ///   - operation: what the call does, as an error names it; faults are aimed at it.
    ///   - subject: the path of the file or folder.
    ///   - process: the process that opened the file or folder; after its end the call fails. Nil for a call by path.
    ///   - folder: the folder that a fault `moved` or `deleted` takes away at this moment; nil where there is none for it to take away.
    func call<Answer>(
        _ operation: String, _ subject: String, process: Int? = nil, folder: Int? = nil,
        _ body: (inout Shared) throws(DiskRefusal) -> Answer
    ) throws(StorageFault) -> Answer {
        try callTellingTrouble(operation, subject, process: process, folder: folder) {
            (shared, trouble) throws(DiskRefusal) in
            switch trouble {
            case .failure: throw .failed
            case .crash:
                if Bool.random(using: &shared.chance) { _ = try body(&shared) }
                throw .ended
            case .interruption, nil: return try body(&shared)
            }
        }
    }

    /// Answers a call that may have a part of its effect; the body is told the trouble, and does the part that the trouble leaves.
    func callTellingTrouble<Answer>(
        _ operation: String, _ subject: String, process: Int? = nil, folder: Int? = nil,
        _ body: (inout Shared, Trouble?) throws(DiskRefusal) -> Answer
    ) throws(StorageFault) -> Answer {
        do throws(DiskRefusal) {
            return try shared.withLock { (shared) throws(DiskRefusal) in
                guard shared.state.end == nil, process ?? shared.state.process == shared.state.process
                else {
                    shared.state.struck.refused += 1
                    throw .ended
                }
                shared.state.addToTrace(operation)
                shared.state.addToTrace(subject)
                let fault = shared.state.nextFault(operation, subject)
                shared.state.calls += 1
                let trouble = fault.flatMap { shared.state.strike($0, folder: folder) }
                let result = Result { () throws(DiskRefusal) in try body(&shared, trouble) }
                if case .crash(let crash) = fault {
                    shared.state.end = crash
                    throw .ended
                }
                if case .failure(let refusal) = result, refusal.isFault { shared.state.struck.refused += 1 }
                return try result.get()
            }
        } catch {
            throw error.fault(operation, subject)
        }
    }
}

extension DiskState {
    /// Counts the fault and lets it change the disk; returns the trouble that the call itself has by it, nil where it has none.
    fileprivate mutating func strike(_ fault: DiskFault, folder: Int?) -> Trouble? {
        // Any constant: it makes the trace differ from one without a fault.
        addToTrace(0xFA)
        switch fault {
        case .crash:
            struck.crashes += 1
            return .crash
        case .failure:
            struck.failures += 1
            return .failure
        case .noRoom(let calls):
            struck.fullDisks += 1
            roomReturns = self.calls + calls
        case .noDescriptors(let calls):
            struck.missingDescriptors += 1
            descriptorsReturn = self.calls + calls
        case .interruption:
            struck.interruptions += 1
            return .interruption
        case .moved(let target):
            struck.removals += 1
            if let folder { moveFolder(folder, to: target) }
        case .deleted:
            struck.removals += 1
            if let folder { deleteFolder(folder) }
        }
        return nil
    }

    /// Whether no fault `noRoom` lasts.
    var hasRoom: Bool { calls >= roomReturns }

    /// Throws while a fault `noRoom` lasts.
    func needRoom() throws(DiskRefusal) {
        if !hasRoom { throw .noRoom }
    }

    /// Throws while a fault `noDescriptors` lasts.
    func needDescriptor() throws(DiskRefusal) {
        if calls < descriptorsReturn { throw .noDescriptors }
    }
}
