/// Everything about a run that its next step can depend on.
///
/// It is open, or packed by the reducer that drives it: then words and lanes tell what is finite, and the open form only
/// keeps texts and durations. Who reads it notices no difference.
public struct RunState: Sendable {
    /// A timer that will fire, or is held.
    public struct ArmedTimer: Hashable, Sendable {
        public var timer: Int
        public var deadline: Instant

        public init(timer: Int, deadline: Instant) {
            self.timer = timer
            self.deadline = deadline
        }
    }

    /// An effect that has not answered yet.
    public struct OpenEffect: Hashable, Sendable {
        public var effect: Int
        public var order: OrderID
        /// When its `otherwise` answers for it.
        public var limit: Instant

        public init(effect: Int, order: OrderID, limit: Instant) {
            self.effect = effect
            self.order = order
            self.limit = limit
        }
    }

    var open: OpenRun
    /// Counts while there is a layout.
    var packed = PackedRun()
    /// What packed the run; nil while it is open.
    private(set) var packing: PackedTable?

    public init(state: Int, values: [Value?]) {
        self.init(OpenRun(state: state, values: values))
    }

    init(_ open: OpenRun) {
        self.open = open
    }
}

extension RunState {
    /// The state or final, by its position in the table.
    public var state: Int {
        get { packing == nil ? open.state : packed.state }
        set {
            unpack()
            open.state = newValue
        }
    }

    /// In the order of the flow's variables; nil is absent.
    public var values: [Value?] {
        get { packing.map { $0.layout.values(of: packed, keeping: open.values) } ?? open.values }
        _modify {
            unpack()
            yield &open.values
        }
    }

    /// In the order of setting.
    public var timers: [ArmedTimer] {
        get { packing.map { packed.timers(of: $0.layout) } ?? open.timers }
        _modify {
            unpack()
            yield &open.timers
        }
    }

    /// At most one for each effect, in the order of ordering.
    public var openEffects: [OpenEffect] {
        get { packing.map { packed.openEffects(of: $0.layout) } ?? open.openEffects }
        _modify {
            unpack()
            yield &open.openEffects
        }
    }

    /// Sub-flows that run and lanes that are asked for or held, in the order in which they began; no packed run has any.
    public var running: [Running] {
        get { open.running }
        _modify {
            unpack()
            yield &open.running
        }
    }

    /// How many attempts the run has started.
    public var attempt: Int {
        get { packing == nil ? open.attempt : Int(packed.attempt) }
        set {
            unpack()
            open.attempt = newValue
        }
    }
}

extension RunState: Equatable {
    public static func == (left: RunState, right: RunState) -> Bool {
        left.state == right.state && left.attempt == right.attempt && left.values == right.values
            && left.timers == right.timers && left.openEffects == right.openEffects
            && left.running == right.running
    }
}

extension RunState {
    /// Packs the run if it is not packed so already; false where it does not fit.
    mutating func pack(by packing: PackedTable, at now: Instant) -> Bool {
        if self.packing === packing { return true }
        unpack()
        guard let packed = PackedRun(open, by: packing.layout, at: now) else { return false }
        self.packed = packed
        self.packing = packing
        return true
    }

    /// Opens the run if it is packed.
    mutating func unpack() {
        guard let layout = packing?.layout else { return }
        open.state = packed.state
        open.attempt = Int(packed.attempt)
        open.values = layout.values(of: packed, keeping: open.values)
        open.timers = packed.timers(of: layout)
        open.openEffects = packed.openEffects(of: layout)
        packing = nil
    }
}

extension RunState {
    /// A packed run, with the texts and durations that a run begins with.
    public init(_ packed: PackedRun, by reducer: TableReducer) {
        self.init(state: packed.state, values: reducer.table.initialValues)
        self.packed = packed
        packing = reducer.packed
    }

    /// What steers and times the run; nil where that does not fit.
    public func packed(by reducer: TableReducer, at now: Instant) -> PackedRun? {
        var run = self
        guard let packing = reducer.packed, run.pack(by: packing, at: now) else { return nil }
        return run.packed
    }
}
