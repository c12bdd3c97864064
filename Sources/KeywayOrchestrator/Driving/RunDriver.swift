public import Keyway
public import KeywayLog

/// The synchronous core of one run: decodes, decides and appends, and tells each step when its record is durable.
///
/// Who is told performs what the step orders. Clock and log are parameters. A step that the log did not take is forgotten,
/// is told to nobody, and the driver stops.
public struct RunDriver {
    /// Takes a step that stands; it is called in the order of the log.
    public typealias Telling = (DecidedStep) -> Void

    /// What entering the initial state ordered.
    public let beginningOrders: [EffectOrder]
    /// What it did with sub-flows and lanes.
    public let beginningScopeChanges: [ScopeChange]
    /// The steps of sub-flows that begin with the run, and of what the run heard first.
    public let beginningSteps: [DecidedStep]
    /// An append failed: nothing more is decided until the log is opened again.
    public internal(set) var isStopped = false

    let log: any EventLog
    let time: any TimeSource
    let unheard: Unheard
    var stream: Stream
    var commands = AnsweredCommands()
    /// Which leg gave the orders of a record, without the root's.
    var orderingLegs: [UInt64: Int] = [:]

    /// Begins a run: its first record is durable when this returns, and with it those of sub-flows that begin with it.
    ///
    /// `reference` is the app's own opaque name for the run; never a secret.
    /// - Throws: `DriverError.log` when the log does not take the record.
    public init(
        beginning run: RunID, of reducer: any Reducer, annotations: Annotations, reference: String? = nil,
        log: any EventLog, time: any TimeSource
    ) throws(DriverError) {
        try self.init(
            beginning: run, of: reducer, annotations: annotations, reference: reference, log: log, time: time,
            hearing: { _, _ in [] })
    }

    /// The same for a run whose legs, the run itself among them, hear first what these sources retain.
    package init(
        beginning run: RunID, of reducer: any Reducer, annotations: Annotations, reference: String? = nil,
        log: any EventLog, time: any TimeSource, sources: ProviderSources
    ) throws(DriverError) {
        try self.init(
            beginning: run, of: reducer, annotations: annotations, reference: reference, log: log, time: time,
            hearing: { leg, table in sources.unheard(by: Listener(run: run, leg: leg), of: table) })
    }

    private init(
        beginning run: RunID, of reducer: any Reducer, annotations: Annotations, reference: String?,
        log: any EventLog, time: any TimeSource, hearing unheard: @escaping Unheard
    ) throws(DriverError) {
        self.log = log
        self.time = time
        self.unheard = unheard
        let now = time.now
        let (legs, begun) = LegTree.beginning(with: reducer, at: now)
        let root = legs.root
        let beginning = Beginning(
            table: root.table.canonicalBytes, annotations: annotations.bytes, reference: reference,
            outcome: root.outcome(of: begun.run))
        let record = Record(run: run, sequence: 0, time: now, content: .began(beginning))
        let block = Block.beginning(Stream(run: run, legs: legs, nextSequence: 1, latest: now), hearing: unheard)
        do { try log.append([record] + block.records, to: run, expecting: .noStream) } catch { throw .log(error) }
        stream = block.stream
        beginningOrders = begun.orders
        beginningScopeChanges = begun.scopeChanges
        beginningSteps = block.steps
        for step in block.steps { noteOrders(of: step) }
    }

    /// The identity by which the log has it.
    public var run: RunID { stream.run }

    /// The flow of the run itself, in which commands have their positions; sub-flows stand inside it.
    public var table: Table { stream.legs.root.table }

    /// The run as its durable records say.
    public var state: RunState { stream.legs.root.run }

    /// The root run first, then the legs of sub-flows in the order in which they began.
    public var legs: [Leg] { stream.legs.legs }

    /// The flow of a leg of this name; nil where there is no such sub-flow.
    func flow(of name: String?) -> Table? { name.map { table.flow(ofLeg: $0) } ?? table }

    /// Whether the run itself has reached a final; see `isOver`.
    public var isEnded: Bool { stream.isEnded }

    /// Whether the run and every leg have ended; a leg may outlive its parent for as long as its `cancel` takes.
    public var isOver: Bool { stream.legs.isEnded }

    /// The sequence that the next record gets.
    public var nextSequence: UInt64 { stream.nextSequence }
}
