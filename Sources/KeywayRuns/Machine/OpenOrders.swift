import KeywayCore
import KeywayLog

/// The orders of a run that have not ended yet, and the salts of their idempotency keys (`EffectOrder.Key`).
struct OpenOrders: Sendable {
    struct Entry: Sendable {
        /// The leg that gave the order, by its position among the legs of the run.
        var leg: Int
        var order: EffectOrder
        /// Whether the flow still waits for the order's answer once the step that ordered it is done.
        ///
        /// If not, the order ends when its handler does. So it is where the effect has no replies, where the step leads to a
        /// final, and where the same step orders the effect again: then the flow waits for the last of these orders.
        var isAwaited: Bool
    }

    /// One salt for each process that has driven the run, with the first record of that process: 0 or its `resumed` record.
    private var salts: [(from: UInt64, salt: UInt64)]
    /// Whether the ends of handlers are waited for: only a live run has handlers, a played transcript has none.
    private let tracksHandlers: Bool
    /// In the order in which the orders were given.
    private(set) var entries: [Entry] = []

    init(salt: UInt64, tracksHandlers: Bool) {
        self.init(salts: [(0, salt)], tracksHandlers: tracksHandlers)
    }

    private init(salts: [(from: UInt64, salt: UInt64)], tracksHandlers: Bool) {
        self.salts = salts
        self.tracksHandlers = tracksHandlers
    }

    var isEmpty: Bool { entries.isEmpty }

    /// The sequences of the records that gave the open orders, each once, in the order in which they were given.
    var sequences: [UInt64] {
        var sequences: [UInt64] = []
        for entry in entries where sequences.last != entry.order.id.sequence {
            sequences.append(entry.order.id.sequence)
        }
        return sequences
    }

    /// The salt of the process that decided the order's record.
    func salt(of order: EffectOrder.ID) -> UInt64 {
        salts.last { $0.from <= order.sequence }?.salt ?? 0
    }

    /// Whether the order was given after the last `resumed` record; false where no process has resumed the run.
    func wasGivenSinceResuming(_ order: EffectOrder.ID) -> Bool {
        salts.count > 1 && salts.last.map { order.sequence > $0.from } ?? false
    }

    /// Notes that another process goes on: orders from this record on have another salt.
    mutating func resume(from sequence: UInt64, with salt: UInt64) {
        salts.append((sequence, salt))
    }

    /// Notes an order if the flow waits for its answer, or a live run for the end of its handler.
    ///
    /// A live run does not wait for the handler of a `volatile` effect, which only shows something.
    mutating func open(_ order: EffectOrder, of leg: Int, following flow: RunningFlow, isAwaited: Bool) {
        guard isAwaited || tracksHandlers && !flow.table.effects[order.effect].isVolatile else { return }
        entries.append(Entry(leg: leg, order: order, isAwaited: isAwaited))
    }

    /// Closes an order for whose answer the flow never waited, and whose handler has finished; false where no such order is open.
    mutating func closeNeverAwaited(_ order: EffectOrder.ID) -> Bool {
        guard let place = entries.firstIndex(where: { $0.order.id == order && !$0.isAwaited }) else { return false }
        entries.remove(at: place)
        return true
    }

    /// Whether the order has not ended yet.
    func contains(_ order: EffectOrder.ID) -> Bool { entries.contains { $0.order.id == order } }

    /// Takes out the first order for whose answer the flow waited and waits no longer; nil where there is none.
    mutating func takeNoLongerAwaited(in tree: LegTree) -> EffectOrder.ID? {
        for place in entries.indices where entries[place].isAwaited {
            let order = entries[place].order.id
            if tree.isAwaited(order, in: entries[place].leg) { continue }
            entries.remove(at: place)
            return order
        }
        return nil
    }
}

/// The open orders among the few bytes as which a run is kept in memory while it waits (`RunMachine.pack`).
extension OpenOrders {
    func pack(into writer: inout ByteWriter) {
        writer.varint(UInt64(salts.count))
        for (from, salt) in salts {
            writer.varint(from)
            writer.fixed(salt)
        }
        writer.varint(UInt64(entries.count))
        for entry in entries {
            writer.varint(UInt64(entry.leg))
            writer.order(entry.order.id)
            writer.varint(UInt64(entry.order.effect))
            writer.values(entry.order.arguments)
            writer.varint(UInt64(entry.order.attempt))
            writer.bool(entry.isAwaited)
        }
    }

    init(unpacking reader: inout ByteReader, tracksHandlers: Bool) throws(ByteError) {
        self.init(salts: [], tracksHandlers: tracksHandlers)
        for _ in 0..<(try reader.count()) {
            salts.append((try reader.varint(), try reader.fixed(UInt64.self)))
        }
        for _ in 0..<(try reader.count()) {
            let leg = Int(clamping: try reader.varint())
            let order = EffectOrder(
                id: try reader.order(), effect: Int(clamping: try reader.varint()), arguments: try reader.values(),
                attempt: Int(clamping: try reader.varint()))
            entries.append(Entry(leg: leg, order: order, isAwaited: try reader.bool()))
        }
    }
}
