extension LegTree {
    /// Writes the legs in few bytes, for a live run that only waits. Nothing may be owed: no event that one leg brings to another.
    ///
    /// - Parameter base: an instant near those of the run, from which they are counted.
    package func pack(into writer: inout ByteWriter, since base: Instant) {
        assert(isSettled, "what a tree owes is not packed")
        writer.varint(UInt64(legs.count))
        for leg in legs {
            writer.varint(UInt64(leg.flow.number))
            if let parent = leg.parent {
                // The lowest bit says whether the leg is attached.
                writer.varint(UInt64(parent.leg) << 1 | (leg.isAttached ? 1 : 0))
                writer.varint(UInt64(parent.child))
            }
            leg.run.pack(into: &writer, since: base)
        }
    }

    /// Reads what `pack` wrote for a run of the flow.
    package init(unpacking reader: inout ByteReader, of flow: RunningFlow, since base: Instant) throws(ByteError) {
        var legs: [Leg] = []
        for _ in 0..<(try reader.count()) {
            let number = Int(clamping: try reader.varint())
            guard number <= flow.descendants.count else { throw .outOfRange(position: reader.position) }
            let own = number == 0 ? flow : flow.descendants[number - 1]
            var parent: Leg.Parent?
            var isAttached = false
            if number > 0 {
                let bits = try reader.varint()
                isAttached = bits & 1 == 1
                parent = Leg.Parent(leg: Int(clamping: bits >> 1), child: Int(clamping: try reader.varint()))
            }
            let run = try RunState(unpacking: &reader, of: own.table, since: base)
            legs.append(Leg(flow: own, parent: parent, run: run, isAttached: isAttached))
        }
        self.init(legs: legs)
    }
}

extension RunState {
    fileprivate func pack(into writer: inout ByteWriter, since base: Instant) {
        writer.varint(UInt64(state))
        for value in values { writer.value(value) }
        writer.varint(UInt64(timers.count))
        for timer in timers {
            writer.varint(UInt64(timer.timer))
            writer.instant(timer.deadline, since: base)
            writer.varint(timer.setBy)
        }
        writer.varint(UInt64(openEffects.count))
        for open in openEffects {
            writer.varint(UInt64(open.effect))
            writer.order(open.order)
            writer.instant(open.limit, since: base)
        }
        writer.varint(UInt64(running.count))
        for running in running {
            // The lowest bit is 1 for a lane, the next one where the lane is held.
            switch running {
            case .child(let child): writer.varint(UInt64(child) << 2)
            case .lane(let lane, let isHeld): writer.varint(UInt64(lane) << 2 | (isHeld ? 3 : 1))
            }
        }
        writer.varint(UInt64(attempt))
    }

    fileprivate init(
        unpacking reader: inout ByteReader, of table: Table, since base: Instant
    ) throws(ByteError) {
        let state = Int(clamping: try reader.varint())
        var values: [Value?] = []
        values.reserveCapacity(table.variables.count)
        for _ in table.variables { values.append(try reader.value()) }
        self.init(state: state, values: values)
        for _ in 0..<(try reader.count()) {
            timers.append(
                ArmedTimer(
                    timer: Int(clamping: try reader.varint()), deadline: try reader.instant(since: base),
                    setBy: try reader.varint()))
        }
        for _ in 0..<(try reader.count()) {
            openEffects.append(
                OpenEffect(
                    effect: Int(clamping: try reader.varint()), order: try reader.order(),
                    limit: try reader.instant(since: base)))
        }
        for _ in 0..<(try reader.count()) {
            let bits = try reader.varint()
            let position = Int(clamping: bits >> 2)
            running.append(bits & 1 == 0 ? .child(position) : .lane(position, isHeld: bits & 2 == 2))
        }
        attempt = Int(clamping: try reader.varint())
    }
}

extension ByteWriter {
    /// An instant as the milliseconds from another one to it, which may be negative: few bytes where the two are near.
    package mutating func instant(_ instant: Instant, since base: Instant) {
        // Wrapping, because an instant at the end of time would overflow.
        signed(instant.milliseconds &- base.milliseconds)
    }

    /// The identity of an order: the record that gave it, and its place among the orders of that record.
    package mutating func order(_ order: EffectOrder.ID) {
        varint(order.sequence)
        varint(UInt64(order.index))
    }
}

extension ByteReader {
    /// What `instant(_:since:)` wrote.
    package mutating func instant(since base: Instant) throws(ByteError) -> Instant {
        Instant(milliseconds: base.milliseconds &+ (try signed()))
    }

    /// What `order` wrote.
    package mutating func order() throws(ByteError) -> EffectOrder.ID {
        EffectOrder.ID(sequence: try varint(), index: UInt32(clamping: try varint()))
    }
}
