import FlowMachine
import KeywayCore

/// Finds every configuration, nearest first, and expands one again when a new way to it has fewer variables present.
struct ConfigurationSearch {
    private var graph: ConfigurationGraph
    private let flow: PreparedFlow
    /// How many decided events the search allows itself for each configuration of the limit; only flows whose events have many variants,
    /// such as sets, need more.
    private static let decisionsPerConfiguration = 32
    /// Past this number of configurations the search gives up.
    private let limit: Int
    /// How many events were decided so far, each with each combination of its fields that makes a difference.
    private var decisions = 0
    /// Where each configuration stands in the graph.
    private var positions: [PreparedConfiguration: Int32] = [:]
    /// The position of each `Touched` in the graph's `touched`.
    private var touchedPositions: [Touched: Int32] = [:]
    /// The position that `number(of:)` gave last.
    private var lastTouched: Int32?
    /// The configurations that are still to be expanded.
    private var queue: [Int] = []
    /// For each configuration, whether it is in the queue now.
    private var isQueued: [Bool] = []
    /// Whether the steps from the configuration were noted, which is done once.
    private var isExpanded: [Bool] = []
    /// The events that may come at any moment in any state.
    private let freeEvents: [Int]
    /// Each reply that can come, with an effect that has to be open for it.
    private let answers: [(effect: Int, event: Int)]
    /// The timers that fire only where they are armed.
    private let timers: [Int]
    /// The event of the session's timer, the file's `within`, which always runs; empty for a flow without one.
    private let sessionEvents: [Int]
    /// The event `restored`; nil where the flow does not name it.
    private let restored: Int?
    /// Whether a run may have its personal and secret values again after a restart: false alone, or both where either may be so.
    ///
    /// Used only in states whose rows for `restored` do not ask `withValues`; in others the event itself says it.
    private let possibleHasValues: [Bool]
    /// Says of each effect whether all arguments of its orders are known after a restart.
    private let knownArguments: KnownArguments

    /// Past this number of decided events the search gives up.
    static func greatestDecisionCount(upTo limit: Int) -> Int { decisionsPerConfiguration * limit }

    init(of machine: Machine, limit: Int) {
        let flow = PreparedFlow(machine)
        self.flow = flow
        self.limit = limit
        graph = ConfigurationGraph(flow: flow)
        restored = machine.restoredEvent
        possibleHasValues = machine.takesValuesBack ? [false, true] : [false]
        knownArguments = KnownArguments(of: machine)
        let decoded = machine.decodedEvents
        freeEvents = machine.events.indices.filter { event in
            switch machine.events[event].signature.origin {
            // `restored` is free too, because an app may be restarted at any moment.
            case .command, .restored: true
            case .stale(let word): machine.mayBeStale(word)
            case .unrecognised: !machine.sources.isEmpty
            // Where no source is declared, any callback may be made.
            case .callback: machine.sources.isEmpty || decoded.contains(event)
            case .reply, .timer, .lane, .child: false
            }
        }
        answers = machine.effects.enumerated().flatMap { effect, declared in
            Set(declared.signature.replies?.events ?? []).sorted().map { (effect, $0) }
        }
        timers = machine.timers.indices.filter { !machine.timers[$0].isSession }
        sessionEvents = machine.timers.filter(\.isSession).map(\.event)
    }

    /// The graph of every configuration; a part of it where there are more than the limit, or more than `greatestDecisionCount(upTo:)`
    /// events are decided on the way, and where an event's fields or the values chosen for parameters make a difference in too many ways.
    /// Nil for a flow without a state.
    static func graph(of machine: Machine, limit: Int) -> ConfigurationGraph? {
        guard !machine.liveStates.isEmpty else { return nil }
        var search = ConfigurationSearch(of: machine, limit: limit)
        search.run()
        return search.graph
    }

    /// The graph of every configuration; nil where only a part of it is found.
    static func wholeGraph(of machine: Machine, limit: Int) -> ConfigurationGraph? {
        graph(of: machine, limit: limit).flatMap { $0.isWhole ? $0 : nil }
    }

    private mutating func run() {
        let choices = flow.machine.combinations(of: flow.tracking.parameters(of: flow.machine))
        graph.isWhole = choices != nil && flow.eventWithTooManyVariants == nil
        // Where the choices are too many to go through, a run begins with the defaults alone.
        for choice in choices ?? [[:]] { begin(choice) }
        var next = 0
        while next < queue.count {
            guard graph.configurations.count <= limit, decisions <= Self.greatestDecisionCount(upTo: limit) else {
                graph.isWhole = false
                return
            }
            let position = queue[next]
            next += 1
            isQueued[position] = false
            expand(position)
            isExpanded[position] = true
            // Gives memory back, seldom enough that moving what is left costs little.
            if next > 65_536, next > queue.count / 2 {
                queue.removeFirst(next)
                next = 0
            }
        }
    }

    /// Begins a run with these values of parameters, by their positions among the variables.
    private mutating func begin(_ choice: [Int: Value]) {
        var walk = ConfigurationWalk(
            flow, state: 0, values: flow.machine.firstValues(choosing: choice).map { $0?.scalar },
            armed: Bits(count: flow.machine.timers.count), open: Bits(count: flow.machine.effects.count))
        walk.begin()
        note(walk.faults, .init(configuration: 0, event: nil, fields: []))
        if !walk.leftRange { _ = reach(walk, nil) }
    }

    /// Takes each event that can come in the configuration: none in a final, and where effects are interrupted only what ends these.
    private mutating func expand(_ position: Int) {
        let configuration = graph.configurations[position]
        guard !flow.machine.states[configuration.state].isFinal else { return }
        let start = walk(from: configuration, present: graph.presence[position])
        if !configuration.interrupted.isEmpty { return interrupt(in: configuration, from: position, start) }
        for event in freeEvents { take(event, from: position, start) }
        for event in sessionEvents {
            graph.possible.insert(Cell(state: configuration.state, event: event))
            take(event, from: position, start)
        }
        for answer in answers where configuration.open.contains(answer.effect) {
            graph.possible.insert(Cell(state: configuration.state, event: answer.event))
            var walk = start
            walk.answer(answer.effect)
            take(answer.event, from: position, walk)
        }
        for timer in timers where configuration.armed.contains(timer) && !flow.held[configuration.state].contains(timer)
        {
            let event = flow.machine.timers[timer].event
            graph.possible.insert(Cell(state: configuration.state, event: event))
            var walk = start
            walk.fire(timer)
            take(event, from: position, walk)
        }
        expandRunning(in: configuration, from: position, start)
    }

    /// Takes the `otherwise` of each effect that was open when another process went on with the run and is not performed
    /// again.
    ///
    /// A run takes them in the order of ordering, of which a configuration knows nothing: any of them may be the first.
    private mutating func interrupt(
        in configuration: PreparedConfiguration, from position: Int, _ start: ConfigurationWalk
    ) {
        for effect in flow.machine.effects.indices where configuration.interrupted.contains(effect) {
            guard let event = flow.machine.effects[effect].signature.replies?.otherwise else { continue }
            graph.possible.insert(Cell(state: configuration.state, event: event))
            var walk = start
            walk.answer(effect)
            walk.interrupted.remove(effect)
            take(event, from: position, walk)
        }
    }

    /// Takes each final of each sub-flow that runs, and the grant of each lane that is asked for.
    private mutating func expandRunning(
        in configuration: PreparedConfiguration, from position: Int, _ start: ConfigurationWalk
    ) {
        for (place, child) in flow.machine.children.enumerated()
        where configuration.running.contains(flow.numbers.child(place)) {
            for ending in child.endings {
                graph.possible.insert(Cell(state: configuration.state, event: ending.event))
                var walk = start
                walk.end(place)
                take(ending.event, from: position, walk)
            }
        }
        for (place, lane) in flow.machine.lanes.enumerated()
        where configuration.running.contains(flow.numbers.asked(place)) {
            graph.possible.insert(Cell(state: configuration.state, event: lane.event))
            var walk = start
            walk.grant(place)
            take(lane.event, from: position, walk)
        }
    }

    /// A walk (a step that is worked out part by part) from the configuration, with a value for each variable that is present on every way
    /// to the configuration.
    private func walk(from configuration: PreparedConfiguration, present: Bits) -> ConfigurationWalk {
        var values: [Scalar] = flow.machine.variables.indices.map { present.contains($0) ? 0 : nil }
        for (variable, value) in zip(flow.tracked, configuration.values) { values[variable] = value }
        var walk = ConfigurationWalk(
            flow, state: configuration.state, values: values, armed: configuration.armed, open: configuration.open,
            running: configuration.running)
        walk.interrupted = configuration.interrupted
        return walk
    }

    /// Decides an event in the configuration where the walk starts, once for each combination of its fields that makes a difference.
    private mutating func take(_ event: Int, from position: Int, _ start: ConfigurationWalk) {
        switch flow.deciders[start.state][event] {
        case .nobody:
            // An undecided event changes nothing. Which commands, callbacks and replies are undecided is known without
            // this search; that a timer, lane or sub-flow can speak in this state only the search knows.
            switch flow.machine.events[event].signature.origin {
            case .timer, .lane, .child:
                graph.undecided.insert(Cell(state: start.state, event: event))
                step(start, from: position, event)
            case .command, .callback, .reply, .unrecognised, .stale, .restored: break
            }
        case .other: step(start, from: position, event)
        case .rows(let group):
            decisions += flow.groups[group].variants.count
            for fields in flow.groups[group].variants {
                var walk = start
                walk.take(flow.groups[group], event: event, fields: fields)
                note(walk.faults, .init(configuration: position, event: event, fields: fields))
                guard !walk.leftRange else { continue }
                let hasValues = flow.groups[group].variants.count > 1 ? fields.first.map { $0 != 0 } : nil
                for walk in outcomes(of: walk, by: event, withValues: hasValues) { step(walk, from: position, event) }
            }
        }
    }

    /// The walk, with the effects that a restart interrupted and that now get their `otherwise`, once for each way in which that can go.
    ///
    /// At `restored` each open effect is performed again or gets its `otherwise`. Where the row of `restored` moves the
    /// run, no effect is performed again. Where the run stays, an effect is performed again if all of its arguments are
    /// known, unless it is `once` or `volatile`. Where the arguments may be known or not, there is a walk for both.
    ///
    /// - Parameter hasValues: whether the run has its personal and secret values again; nil where the rows of `restored` do not ask.
    private func outcomes(
        of walk: ConfigurationWalk, by event: Int, withValues hasValues: Bool?
    ) -> [ConfigurationWalk] {
        var walk = walk
        // The event changed nothing: every effect stays open, and its `otherwise` is among the replies that may come.
        if walk.isUntouched { return [walk] }
        if event == restored { walk.interrupted = walk.open }
        walk.interrupted.formIntersection(walk.open)
        walk.interrupted.subtract(walk.touched.effects)
        guard event == restored, !walk.interrupted.isEmpty else { return [walk] }
        return flow.machine.effects.indices.filter { walk.interrupted.contains($0) }.reduce([walk]) { walks, effect in
            let signature = flow.machine.effects[effect].signature
            let possible = hasValues.map { [$0] } ?? possibleHasValues
            let fates = possible.flatMap { knownArguments.completeness(of: effect, withValues: $0) }
                .map { Recovery.sound.fate(of: signature, isComplete: $0) }
            let repeated = walks.map { walk in
                var walk = walk
                walk.interrupted.remove(effect)
                return walk
            }
            if walk.hasMoved { return walks }
            return (fates.contains(.performedAgain) ? repeated : []) + (fates.contains(.answered) ? walks : [])
        }
    }

    /// Notes the configuration that the walk leads to, and the step there.
    private mutating func step(_ walk: ConfigurationWalk, from position: Int, _ event: Int) {
        let target = walk.isUntouched ? position : reach(walk, .init(from: position, event: event))
        // A configuration that is expanded again has the same steps.
        guard !isExpanded[position] else { return }
        let touched = number(of: walk.touched)
        graph.steps[position].append(.init(target: Int32(target), event: Int32(event), touched: touched))
    }

    /// The position of the value in the graph's `touched`, added if it is new.
    private mutating func number(of touched: Touched) -> Int32 {
        // Steps that come one after the other often touch the same.
        if let lastTouched, graph.touched[Int(lastTouched)] == touched { return lastTouched }
        let number = touchedPositions[touched] ?? Int32(graph.touched.count)
        if number == graph.touched.count {
            graph.touched.append(touched)
            touchedPositions[touched] = number
        }
        lastTouched = number
        return number
    }

    /// The position of the configuration that the walk ends in, which is added if it is new.
    ///
    /// A known one is queued again if a variable that was present on all earlier ways is absent at the end of this walk.
    private mutating func reach(_ walk: ConfigurationWalk, _ arrival: ConfigurationGraph.Arrival?) -> Int {
        let values = flow.tracked.map { variable -> Scalar in
            let value = walk.values[variable]
            return flow.tracking.byValue.contains(variable) ? value : value.map { _ in 0 }
        }
        var present = Bits(count: walk.values.count)
        for (variable, value) in walk.values.enumerated() where value != nil { present.insert(variable) }
        let configuration = PreparedConfiguration(
            state: walk.state, values: values, armed: walk.armed, open: walk.open, running: walk.running,
            interrupted: walk.interrupted)
        if let known = positions[configuration].map({ Int($0) }) {
            var joined = graph.presence[known]
            joined.formIntersection(present)
            if joined != graph.presence[known] {
                graph.presence[known] = joined
                enqueue(known)
            }
            return known
        }
        let position = graph.configurations.count
        positions[configuration] = Int32(position)
        graph.configurations.append(configuration)
        graph.arrivals.append(arrival)
        graph.presence.append(present)
        graph.steps.append([])
        isQueued.append(false)
        isExpanded.append(false)
        enqueue(position)
        return position
    }

    private mutating func enqueue(_ position: Int) {
        guard !isQueued[position] else { return }
        isQueued[position] = true
        queue.append(position)
    }

    private mutating func note(_ faults: [Fault], _ occurrence: ConfigurationGraph.FirstOccurrence) {
        for fault in faults where graph.faults[fault] == nil { graph.faults[fault] = occurrence }
    }
}
