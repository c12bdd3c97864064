import KeywayCore
import KeywayLog
import KeywayRuns

/// A live run at rest, kept as bytes (*packed*): nothing waits for the log or a handler, and nobody observes the run.
extension LiveState {
    /// Whether something is on its way: to the log, to observers, or to and from a handler.
    var isAtWork: Bool {
        uncarriedPosts > 0 || !undurable.isEmpty || performances.unfinished > 0 || !ordersBeforeSources.isEmpty
            || isTakingSource
    }

    /// Whether the run can be packed: `pack` then writes everything that must be kept of it.
    ///
    /// A run that is over stays in memory, because callbacks of its source still come to it; it can be packed once its handlers have
    /// returned.
    var canBePacked: Bool {
        let isOver = isEndPosted && isEndCarriedOut && hasLastHandlerReturned
        return !isAtWork && failure == nil && suspension == nil && isEndPosted == isOver
            && watchers.areAbsent && machine.canBePacked
    }

    func pack(into writer: inout ByteWriter) {
        assert(
            watchers.lastView == RunView(of: machine, aheadBy: lead, last: watchers.lastView),
            "observers of an idle run have seen everything")
        writer.bool(hasLastHandlerReturned)
        writer.signed(lead)
        writer.varint(UInt64(decisions))
        machine.pack(into: &writer)
        writer.varint(UInt64(watchers.lastView?.changed ?? 0))
        for leg in watchers.lastView?.legs ?? [] {
            writer.optional(leg.event) { writer, event in
                writer.varint(UInt64(event.position))
                writer.byte(event.stamp.rawValue)
                writer.values(event.fields)
            }
        }
    }

    init(unpacking reader: inout ByteReader, of run: LiveRun) throws(ByteError) {
        let isOver = try reader.bool()
        let lead = try reader.signed()
        let decisions = try reader.varint()
        let machine = try RunMachine(unpacking: &reader, run: run.id, flow: run.flow)
        self.init(machine: machine, log: run.orchestrator.log, lead: lead)
        self.decisions = Int(clamping: decisions)
        var last = RunView(of: machine, aheadBy: lead)
        last.changed = Int(clamping: try reader.varint())
        for leg in last.legs.indices {
            last.legs[leg].event = try reader.optional { (reader) throws(ByteError) in
                let position = Int(clamping: try reader.varint())
                let start = reader.position
                guard let stamp = Stamp(rawValue: try reader.byte()) else { throw .outOfRange(position: start) }
                return Event(position, fields: try reader.values(), stamp: stamp)
            }
        }
        watchers.lastView = last
        guard isOver else { return }
        (isEndPosted, isEndCarriedOut, hasLastHandlerReturned) = (true, true, true)
        watchers.end = .success(())
    }
}
