import KeywayCore
import KeywayLog
import KeywayNodes
import KeywayRuns
import KeywayTesting

/// A few nodes over an engine in memory, which play one sign-in by a virtual clock.
///
/// So what nodes ask of the engine is counted on their own code, and not assumed. Times are in milliseconds.
struct MeasuredWorld {
    private enum Happening {
        /// Somebody outside does the act of this number.
        case acts(Int)
        /// The node at this place wants to be woken.
        case wakes(Int)
        /// The engine's answer to a statement reaches the node at this place.
        case answered(Int, UInt64, EngineAnswer)
        /// A handler of the node at this place has ended.
        case handled(Int, LegOrder)
        /// The node at this place dies.
        case dies(Int)
    }

    /// A statement that was sent: the sender's place, and the number by which it knows the answer.
    private struct Sent: Hashable {
        var node: Int
        var number: UInt64
    }

    /// When the sign-in begins: after two leases, since each node has then had its own for long enough to take others for dead.
    private let begin: Int64
    private static let run = RunID(high: 1, low: 1)

    /// The sign-in that is played; nil where nobody signs in.
    private let story: SignInStory?
    private let terms: NodeTerms
    /// For each act the place of the node that it comes to.
    private var places: [Int] = []
    /// Nil for a node that has died.
    private var nodes: [NodeMachine?] = []
    /// For each node when it is woken next; nil where nothing wakes it.
    private var wakes: [Int64?] = []
    private var engine = MemoryEngine()
    private var keys = WorldKeys()
    private var events = EventQueue<Happening>()
    private var time: Int64 = 0
    /// For each statement that is not answered yet, the number of the step that it was sent for.
    private var senders: [Sent: Int] = [:]
    /// What came to the nodes so far, in order, with what they asked the engine for it.
    private(set) var steps: [MeasuredStep] = []
    /// How many records the sign-in has in the log.
    private(set) var records = 0
    /// How many statements of each kind nodes have sent for no run.
    private(set) var idle: [StatementKind: Int] = [:]

    /// - Parameters:
    ///   - story: nil where nobody signs in.
    ///   - crowd: how many nodes there are to draw from; only those that the sign-in comes to are played.
    init(_ story: SignInStory?, among crowd: Int, terms: NodeTerms, using chance: inout SeededGenerator) {
        self.story = story
        self.terms = terms
        begin = terms.lease * 2
        var drawn: [Int] = []
        for _ in story?.acts ?? [] {
            let node = Int.random(in: 0..<crowd, using: &chance)
            if !drawn.contains(node) { drawn.append(node) }
            places.append(drawn.firstIndex(of: node) ?? 0)
        }
        // Where a mishap happens to a node, another one must be there to look at its run.
        let count = max(drawn.count, 1) + (story?.mishap == nil ? 0 : 1)
        for place in 0..<count {
            nodes.append(NodeMachine(NodeID(UInt64(place) + 1), serving: [SignInStory.version], terms: terms))
            wakes.append(nil)
            // Nodes do not begin together, so neither do their polls.
            events.insert(.wakes(place), at: Int64.random(in: 0..<terms.poll, using: &chance))
        }
    }

    /// Plays until the sign-in is over, or for this length where nobody signs in.
    mutating func play(for length: Int64 = 3_600_000) {
        if story != nil { events.insert(.acts(0), at: begin) }
        while let next = events.removeFirst(), next.time < length {
            time = next.time
            happen(next.event)
            if isOver { break }
        }
        notePromise()
    }

    /// Whether the run has ended, and every statement is answered.
    private var isOver: Bool { engine.rows[Self.run]?.isOver == true && senders.isEmpty }

    private mutating func happen(_ event: Happening) {
        switch event {
        case .acts(let number): act(number)
        case .wakes(let place):
            guard wakes[place] ?? time <= time else { return }
            wakes[place] = nil
            give(.time, to: place, for: nil)
        case .answered(let place, let number, let answer): hear(answer, to: Sent(node: place, number: number))
        case .handled(let place, let order):
            give(
                .handled(order, reply: SignInStory.reply(to: order), .returned), to: place,
                for: beginStep(.answered, at: place))
        case .dies(let place): nodes[place] = nil
        }
    }

    private mutating func act(_ number: Int) {
        guard let story else { return }
        let place = places[number]
        let input = SignInStory.input(of: story.acts[number].act, run: Self.run, asker: Asker(UInt64(number) + 1))
        give(input, to: place, for: beginStep(.asked, at: place))
        let next = number + 1
        if next < story.acts.count { events.insert(.acts(next), at: time + story.acts[next].pause) }
        // The node dies a lease after the last act, when that act is decided and the person's time has begun to run.
        if story.mishap == .diesWaiting, next == story.acts.count {
            events.insert(.dies(place), at: time + terms.lease)
        }
    }

    /// Begins a step, and returns its number; nil where the node is dead.
    private mutating func beginStep(_ kind: MeasuredStep.Kind, at place: Int) -> Int? {
        guard nodes[place] != nil else { return nil }
        notePromise()
        steps.append(MeasuredStep(kind: kind, node: place, at: time, doneAt: time))
        return steps.count - 1
    }

    /// Notes in the last step when other nodes would look at the run, by the promise that the step has left.
    private mutating func notePromise() {
        guard !steps.isEmpty else { return }
        steps[steps.count - 1].promise = engine.rows[Self.run]?.due
    }

    private mutating func hear(_ answer: EngineAnswer, to sent: Sent) {
        var step = senders.removeValue(forKey: sent)
        if let step { steps[step].doneAt = time }
        if case .looked(let runs) = answer {
            if runs.isEmpty {
                idle[.look, default: 0] += 1
            } else {
                step = beginStep(.looked, at: sent.node)
                if let step { steps[step].statements.append(.look) }
            }
        }
        give(.answered(sent.number, .success(answer)), to: sent.node, for: step)
    }

    /// Lets the node take the input, and does what the node then wants done.
    ///
    /// - Parameter step: the number of the step that the input belongs to; nil where it belongs to none.
    private mutating func give(_ input: NodeInput, to place: Int, for step: Int?) {
        var outputs: [NodeOutput] = []
        guard let due = nodes[place]?.receive(input, at: time, into: &outputs) else { return }
        var step = step
        for output in outputs {
            switch output {
            case .send(let statement, let number): send(statement, number, from: place, for: &step)
            case .perform(let order, _): perform(order, at: place)
            case .recorded(let new, _, _):
                records += new.count
                if let step, new.contains(where: \.isOfDeadline) { steps[step].letsDeadlineHappen = true }
            case .cancel, .letGo, .answer, .setAside, .eraseKey, .changed, .lost: break
            }
        }
        if wakes[place].map({ due < $0 }) ?? true, due < .max {
            wakes[place] = max(due, time)
            events.insert(.wakes(place), at: max(due, time))
        }
    }

    private mutating func perform(_ order: LegOrder, at place: Int) {
        guard let story else { return }
        if story.mishap == .diesPerforming, order.expectsReply, nodes.allSatisfy({ $0 != nil }) {
            nodes[place] = nil
        } else {
            events.insert(.handled(place, order), at: time + story.duration(of: order))
        }
    }

    /// The engine does the statement at once, and the answer comes a millisecond later.
    private mutating func send(
        _ statement: EngineStatement, _ number: UInt64, from place: Int, for step: inout Int?
    ) {
        let kind = StatementKind(statement)
        if kind == .continued {
            if !steps.isEmpty { steps[steps.count - 1].continuedQuestions += 1 }
        } else if kind == .beat || kind == .versions {
            idle[kind, default: 0] += 1
        } else if kind != .look {
            // A statement that no step has led to: the node sends it because time has passed.
            step = step ?? beginStep(.timed, at: place)
            if let step {
                steps[step].statements.append(kind)
                senders[Sent(node: place, number: number)] = step
            }
        }
        guard let node = nodes[place]?.node else { return }
        events.insert(.answered(place, number, answer(to: statement, of: node)), at: time + 1)
    }

    /// What the engine answers, with values encrypted on the way in and decrypted on the way out. The key store is never out of reach here.
    private mutating func answer(to statement: EngineStatement, of node: NodeID) -> EngineAnswer {
        var statement = statement
        if case .append(let appends) = statement { statement = .append(keys.seal(appends, isOut: { false }).sealed) }
        let answer = engine.perform(statement, of: node, at: time)
        guard case .loaded(let runs, _) = answer else { return answer }
        let (opened, locked) = keys.open(runs, isOut: { false })
        return .loaded(opened, locked: locked)
    }
}

extension Record {
    /// Whether the record tells that a deadline or a time limit has passed.
    fileprivate var isOfDeadline: Bool {
        guard case .event(let event) = content else { return false }
        switch event.cause {
        case .timer, .limit: return true
        default: return false
        }
    }
}
