public import KeywayCore

/// Many runs of one packed table, side by side: state, variables, timers and open orders, in as few words as the flow
/// needs.
///
/// Of texts and durations a packed run says only whether they are present. A run of a flow with up to two timers and
/// effects with replies takes 40 bytes, and about 8 more for each further one.
public struct PackedRuns: Sendable {
    /// What runs and a table must have in common, so that the table may decide events of the runs.
    ///
    /// Then no position in a run leads outside of the table, and no timer is set to a duration that was chosen for other
    /// runs.
    @usableFromInline
    struct Shape: Equatable, Sendable {
        @usableFromInline let stateCount: Int
        @usableFromInline let eventCount: Int
        /// How many words a run takes.
        @usableFromInline let wordCount: Int
        /// A checksum of the values that the parameters which are durations have in all of the runs.
        @usableFromInline let durations: UInt64

        init(of layout: PackedLayout) {
            stateCount = layout.stateCount
            eventCount = layout.fields.count
            wordCount = PackedRun.headerCount + layout.slotCount
            durations = layout.checksumOfDurations
        }

        @inlinable
        static func == (left: Shape, right: Shape) -> Bool {
            left.stateCount == right.stateCount && left.eventCount == right.eventCount
                && left.wordCount == right.wordCount && left.durations == right.durations
        }
    }

    /// How many runs there are.
    public private(set) var count = 0
    @usableFromInline var words: [UInt64] = []
    @usableFromInline let shape: Shape
    /// The milliseconds of the instant from which the runs count time.
    @usableFromInline let epoch: Int64
    private let layout: PackedLayout

    /// No runs yet, for the table.
    ///
    /// - Parameters:
    ///   - table: decides the events of the runs.
    ///   - epoch: the instant from which the runs count time. A step must come at that instant or within a year after it; a timer
    ///     or limit must end within a year after the step that sets it.
    public init(of table: PackedTable, from epoch: Instant) {
        layout = table.layout
        shape = table.shape
        self.epoch = epoch.milliseconds
    }

    /// Adds a run `count` times; false, and nothing is added, where the run cannot be packed.
    ///
    /// A run cannot be packed, for example, where it began with another duration than the table was laid out for.
    /// - Parameters:
    ///   - run: a run of the table.
    ///   - sequence: the sequence of the run's last record.
    ///   - count: at least 1.
    public mutating func append(_ run: RunState, after sequence: UInt64 = 0, count: Int = 1) -> Bool {
        guard let packed = pack(run, after: sequence), count > 0 else { return false }
        for _ in 0..<count { words += packed }
        self.count += count
        return true
    }

    /// The run at a place, in full; nil where there is none.
    ///
    /// - Parameters:
    ///   - run: the run's place, from 0.
    ///   - kept: texts and durations, by the positions of their variables: a variable that is present gets the one that is given
    ///     here, and is `withheld` where none is.
    public func state(of run: Int, keeping kept: [Value?] = []) -> RunState? {
        guard let cellAndSlots = read(run, \.cellAndSlots), layout.fields.count > 0 else { return nil }
        let variables = read(run, \.variables) ?? 0
        let values = layout.variables.enumerated().map { position, place in
            let value = place.value(of: place.code(in: variables))
            guard place.isOpaque, value != nil, kept.indices.contains(position) else { return value }
            return kept[position] ?? value
        }
        var result = RunState(state: Int(PackedRun.firstCell(of: cellAndSlots)) / layout.fields.count, values: values)
        result.attempt = Int(read(run, \.attempt) ?? 0)
        result.timers = alive(in: run, from: layout.answering.count).map { slot, word in
            RunState.ArmedTimer(
                timer: slot - layout.answering.count, deadline: end(of: word),
                setBy: PackedSlot.order(in: word).sequence)
        }
        result.openEffects = alive(in: run, upTo: layout.answering.count).map { slot, word in
            RunState.OpenEffect(effect: layout.answering[slot], order: PackedSlot.order(in: word), limit: end(of: word))
        }
        return result
    }

    /// The sequence of a run's last record; nil where there is no run at the place.
    ///
    /// - Parameter run: the run's place, from 0.
    public func sequence(of run: Int) -> UInt64? { read(run, \.sequence) }
}

extension PackedRuns {
    /// The words of a run; nil where something of it has no room.
    private func pack(_ run: RunState, after sequence: UInt64) -> [UInt64]? {
        guard (0..<layout.stateCount).contains(run.state), run.running.isEmpty,
            // `hasRoom` adds 1, and would take the greatest sequence for 0.
            sequence < .max, PackedSlot.hasRoom(at: 0, sequence: sequence),
            let attempt = UInt32(exactly: run.attempt), let variables = layout.word(of: run.values)
        else { return nil }
        var alive: UInt32 = 0
        var slots = [UInt64](repeating: 0, count: layout.slotCount)
        func begin(_ slot: Int, until end: Instant, _ identity: UInt64) -> Bool {
            let (offset, overflows) = end.milliseconds.subtractingReportingOverflow(epoch)
            guard !overflows, offset >= 0, offset < 1 << PackedSlot.offsetWidth, alive & 1 << UInt32(slot) == 0
            else { return false }
            alive |= 1 << UInt32(slot)
            slots[slot] = UInt64(offset) << PackedSlot.identityWidth | identity
            return true
        }
        for (place, armed) in run.timers.enumerated() {
            // The identities rise in the order of setting, and all are below those of any further step.
            let identity = PackedSlot.identity(
                of: EffectOrder.ID(sequence: armed.setBy, index: UInt32(clamping: place)))
            guard (0..<layout.timerCount).contains(armed.timer), identity != PackedSlot.noIdentity,
                armed.setBy <= sequence,
                begin(layout.slot(ofTimer: armed.timer), until: armed.deadline, UInt64(identity))
            else { return nil }
        }
        var latest: UInt32 = 0
        for open in run.openEffects {
            let identity = PackedSlot.identity(of: open.order)
            guard let slot = layout.answering.firstIndex(of: open.effect), identity != PackedSlot.noIdentity,
                identity > latest, open.order.sequence <= sequence, begin(slot, until: open.limit, UInt64(identity))
            else { return nil }
            latest = identity
        }
        return [
            variables, PackedRun.cellAndSlots(firstCell: layout.firstCell(of: run.state), slots: alive),
            PackedRun.progress(sequence: sequence, attempt: attempt),
        ] + slots
    }

    private func read<Part>(_ run: Int, _ part: (PackedRun) -> Part) -> Part? {
        guard (0..<count).contains(run) else { return nil }
        return words.withUnsafeBytes { bytes in
            bytes.baseAddress.map {
                part(PackedRun(at: UnsafeMutableRawPointer(mutating: $0 + run * shape.wordCount * 8)))
            }
        }
    }

    /// The slots in use from `first` up to, not including, `end`, in the order in which their timers or orders began.
    private func alive(in run: Int, from first: Int = 0, upTo end: Int? = nil) -> [(slot: Int, word: UInt64)] {
        let alive = PackedRun.slots(of: read(run, \.cellAndSlots) ?? 0)
        return (first..<(end ?? layout.slotCount)).filter { alive >> UInt32($0) & 1 == 1 }
            .map { ($0, words[run * shape.wordCount + PackedRun.headerCount + $0]) }
            .sorted { $0.word & PackedSlot.identityMask < $1.word & PackedSlot.identityMask }
    }

    private func end(of slot: UInt64) -> Instant { Instant(milliseconds: epoch &+ PackedSlot.end(of: slot)) }
}
