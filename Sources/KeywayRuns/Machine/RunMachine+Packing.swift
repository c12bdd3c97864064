package import KeywayCore
import KeywayLog

/// A run that waits is kept in memory as few bytes: what a machine knows, without its identity and its flow. The packed runs of
/// `KeywayPacked` are something else.
extension RunMachine {
    /// Whether the machine can be packed: no decision is half made, and no test has planted a fault in its recovery.
    package var canBePacked: Bool { tree.isSettled && restoring == nil && recovery == .sound }

    /// Writes the machine, which must be one that `canBePacked`.
    package func pack(into writer: inout ByteWriter) {
        writer.byte(kind.rawValue)
        writer.signed(latest.milliseconds)
        writer.varint(nextSequence)
        tree.pack(into: &writer, since: latest)
        keeping.pack(into: &writer)
        orders.pack(into: &writer)
        answered.pack(into: &writer)
        writer.varint(UInt64(lanes.count))
        for request in lanes {
            writer.varint(UInt64(request.leg))
            writer.varint(UInt64(request.lane))
            writer.varint(request.sequence)
        }
        packCalls(into: &writer)
        writer.optional(pendingResumption) { $1.pack(into: &$0, since: latest) }
        // For each leg, by its position, which retained callbacks it has heard.
        writer.list(heard) { $1.pack(into: &$0) }
    }

    /// Reads what `pack` wrote for this run of the flow.
    package init(unpacking reader: inout ByteReader, run: RunID, flow: RunningFlow) throws(ByteError) {
        let kind: RunKind
        let start = reader.position
        switch RunKind(rawValue: try reader.byte()) {
        case let known?: kind = known
        case nil: throw .outOfRange(position: start)
        }
        let latest = Instant(milliseconds: try reader.signed())
        let nextSequence = try reader.varint()
        let tree = try LegTree(unpacking: &reader, of: flow, since: latest)
        let keeping = try RecordKeeping(unpacking: &reader)
        let orders = try OpenOrders(unpacking: &reader, tracksHandlers: kind == .live)
        self.init(
            run: run, kind: kind, tree: tree, nextSequence: nextSequence, latest: latest, keeping: keeping,
            answered: try AnsweredInputs(unpacking: &reader), orders: orders)
        for _ in 0..<(try reader.count()) {
            let leg = Int(clamping: try reader.varint())
            let lane = Int(clamping: try reader.varint())
            guard tree.legs.indices.contains(leg), tree.legs[leg].table.lanes.indices.contains(lane) else {
                throw .outOfRange(position: reader.position)
            }
            let provider = tree.legs[leg].table.lanes[lane].provider
            lanes.append(
                LaneRequest(run: run, leg: leg, lane: lane, sequence: try reader.varint(), provider: provider))
        }
        sourceCalls = try Self.calls(unpacking: &reader, of: flow)
        pendingResumption = try reader.optional { (reader) throws(ByteError) in
            try PendingResumption(unpacking: &reader, since: latest)
        }
        heard = try reader.list { (reader) throws(ByteError) in try HeardCallbacks(unpacking: &reader) }
    }

    /// Writes the calls of sources that are one for all runs, each source as its index in `allSingletons`.
    private func packCalls(into writer: inout ByteWriter) {
        writer.varint(UInt64(sourceCalls.count))
        guard !sourceCalls.isEmpty else { return }
        let sources = flow.allSingletons
        for call in sourceCalls {
            writer.varint(UInt64(sources.firstIndex(of: call.source) ?? sources.count))
            writer.order(call.order)
        }
    }

    private static func calls(
        unpacking reader: inout ByteReader, of flow: RunningFlow
    ) throws(ByteError) -> [SourceCall] {
        var calls: [SourceCall] = []
        for _ in 0..<(try reader.count()) {
            let place = Int(clamping: try reader.varint())
            let sources = flow.allSingletons
            guard sources.indices.contains(place) else { throw .outOfRange(position: reader.position) }
            calls.append(SourceCall(source: sources[place], order: try reader.order()))
        }
        return calls
    }
}

extension PendingResumption {
    fileprivate func pack(into writer: inout ByteWriter, since base: Instant) {
        writer.varint(UInt64(resumption.epoch))
        writer.instant(resumption.wallTime, since: base)
        writer.fixed(resumption.salt)
        writer.bool(isUrgent)
        writer.bool(hasValues)
    }

    fileprivate init(unpacking reader: inout ByteReader, since base: Instant) throws(ByteError) {
        let epoch = UInt32(clamping: try reader.varint())
        let wallTime = try reader.instant(since: base)
        let resumption = Resumption(epoch: epoch, wallTime: wallTime, salt: try reader.fixed(UInt64.self))
        self.init(resumption: resumption, isUrgent: try reader.bool(), hasValues: try reader.bool())
    }
}
