/// The part of a run that steers and times, trivial to copy: what is finite as bits of a word, what is armed or open in lanes.
public struct PackedRun: Sendable {
    @usableFromInline typealias Timers = SIMD8<UInt32>
    @usableFromInline typealias Orders = SIMD4<UInt32>

    /// The instant from which the lanes count, so that 0 is free to say that nothing is there.
    @usableFromInline var epoch: Int64
    /// The codes of the variables.
    @usableFromInline var variables: UInt64
    @usableFromInline var place: UInt32
    @usableFromInline var attempt: UInt32
    /// The greatest sequence so far.
    @usableFromInline var sequence: UInt32
    /// How many timers were set since the run was packed.
    @usableFromInline var settingCount: UInt32
    /// A byte for each timer, its turn among the settings: so it is known which of two was set first.
    @usableFromInline var turns: UInt64
    @usableFromInline var deadlines: Timers
    /// The open order of each effect that answers.
    @usableFromInline var orders: Orders
    @usableFromInline var limits: Orders

    /// In the first state, with nothing; to be filled.
    private init() {
        epoch = 0
        variables = 0
        place = 0
        attempt = 0
        sequence = 0
        settingCount = 0
        turns = 0
        deadlines = .zero
        orders = .zero
        limits = .zero
    }
}

extension PackedRun {
    /// The state or final, by its position in the table.
    @inlinable public var state: Int { Int(place) }

    /// The sequence of the record that follows the last.
    @inlinable public var nextSequence: UInt64 { UInt64(sequence) &+ 1 }

    /// Lanes count milliseconds up to here; beyond it a run is not packed.
    @usableFromInline static var greatestOffset: UInt64 { 1 << 31 }
    /// Above it no order's identity fits a lane.
    @usableFromInline static var greatestSequence: UInt64 { 1 << 27 }
    /// So many settings have turns of their own; beyond it a run is unpacked and packed anew.
    @usableFromInline static var greatestSettingCount: UInt32 { 240 }
    /// How many bits of an order's lane are its index.
    @usableFromInline static var indexWidth: UInt32 { 4 }

    /// What a lane says of an order; all ones, which is in no lane, for what no packed run orders.
    @inlinable
    static func lane(of order: OrderID?) -> UInt32 {
        guard let order, order.sequence < greatestSequence, order.index < 1 << indexWidth else { return .max }
        return (UInt32(truncatingIfNeeded: order.sequence) &+ 1) &<< indexWidth | order.index
    }

    /// The order that a lane tells.
    static func order(in lane: UInt32) -> OrderID {
        OrderID(sequence: UInt64(lane >> indexWidth) &- 1, index: lane & (1 << indexWidth - 1))
    }
}

extension PackedRun {
    /// Packs what a run has; nil where something of it is not of the layout.
    init?(_ run: RunState, by layout: PackedLayout, at now: Instant) {
        guard layout.variables.count == run.values.count, (0..<layout.stateCount).contains(run.state),
            let attempt = UInt32(exactly: run.attempt), let variables = layout.word(of: run.values)
        else { return nil }
        var first = now
        for armed in run.timers { first = min(first, armed.deadline) }
        for open in run.openEffects { first = min(first, open.limit) }
        // So that no difference of two instants that matter can overflow.
        guard abs(first.milliseconds / 2) < 1 << 60 else { return nil }
        self.init()
        epoch = first.milliseconds - 1
        self.variables = variables
        place = UInt32(run.state)
        self.attempt = attempt
        guard run.running.isEmpty else { return nil }
        for (place, armed) in run.timers.enumerated() {
            guard (0..<layout.timerCount).contains(armed.timer), deadlines[armed.timer] == 0,
                let offset = offset(of: armed.deadline)
            else { return nil }
            deadlines[armed.timer] = offset
            turns |= UInt64(place) << UInt64(8 * armed.timer)
        }
        settingCount = UInt32(run.timers.count)
        var latest: UInt32 = 0
        for open in run.openEffects {
            let lane = Self.lane(of: open.order)
            guard layout.lanes.indices.contains(open.effect), let place = layout.lanes[open.effect], lane > latest,
                lane != .max,
                orders[place] == 0, let offset = offset(of: open.limit)
            else { return nil }
            orders[place] = lane
            limits[place] = offset
            latest = lane
        }
        // What is ordered next must be greater than what is open.
        sequence = max(1, latest >> Self.indexWidth) - 1
    }

    private func offset(of instant: Instant) -> UInt32? {
        let (offset, overflows) = instant.milliseconds.subtractingReportingOverflow(epoch)
        return overflows || offset < 1 || offset > Int64(Self.greatestOffset) ? nil : UInt32(offset)
    }

    /// The timers that are armed, in the order of setting.
    func timers(of layout: PackedLayout) -> [RunState.ArmedTimer] {
        (0..<layout.timerCount).filter { deadlines[$0] != 0 }.sorted { turn(of: $0) < turn(of: $1) }.map {
            RunState.ArmedTimer(timer: $0, deadline: instant(of: deadlines[$0]))
        }
    }

    /// The orders that are open, in the order of ordering.
    func openEffects(of layout: PackedLayout) -> [RunState.OpenEffect] {
        layout.answering.indices.filter { orders[$0] != 0 }.sorted { orders[$0] < orders[$1] }.map {
            RunState.OpenEffect(
                effect: layout.answering[$0], order: Self.order(in: orders[$0]), limit: instant(of: limits[$0]))
        }
    }

    private func turn(of timer: Int) -> UInt64 { turns >> UInt64(8 * timer) & 0xFF }

    private func instant(of offset: UInt32) -> Instant { Instant(milliseconds: epoch &+ Int64(offset)) }
}
