import FlowMachine
import FlowProviders
import FlowTranscripts
import KeywayCore
import KeywayRuns

/// What may happen next to a flow and its edited text: time, answers, failures of handlers, commands, callbacks, and the end of the app's
/// process.
struct NextMoves {
    private let kindsOfCallbacks: KindsOfCallbacks
    /// What commands and replies of a leg may carry, by the leg's name, nil for the root; one for the flow, and one for its edited text.
    private let arguments: [String?: [GivenArguments]]

    init(of flows: FlowPair) {
        kindsOfCallbacks = KindsOfCallbacks(of: flows)
        var arguments: [String?: [GivenArguments]] = [:]
        for flow in flows.original.machine.flowsOfLegs + flows.edited.machine.flowsOfLegs {
            arguments[flow.name, default: []].append(GivenArguments(flow.machine))
        }
        self.arguments = arguments
    }

    /// Everything that may happen next to both runs of the twin; the app's process comes back a second after its end.
    func all(after twin: TwinRun) -> [TwinRun.Move] {
        let due = [twin.original.nextDue, twin.edited.nextDue].compactMap { $0?.milliseconds }.min()
        var moves: [TwinRun.Move] = []
        if let due { moves.append(.wait(until: max(due, twin.now))) }
        moves += answers(in: twin) + commands(in: twin) + callbacks(in: twin)
        moves.append(.line(.restart(after: 1000)))
        // After this restart the run has its personal and secret values again, decrypted from the log.
        if twin.takesValuesBack { moves.append(.line(.restart(after: 1000, withValues: true))) }
        // Both texts may allow one move: it is kept once.
        var known: Set<TwinRun.Move> = []
        return moves.filter { known.insert($0).inserted }
    }

    /// Each answer that a handler may still give to an effect that was ordered, and the failure of that handler, which gives each run
    /// the `otherwise` of its own flow.
    private func answers(in twin: TwinRun) -> [TwinRun.Move] {
        var seen: Set<BoundTranscript.EffectOfLeg> = []
        var moves: [TwinRun.Move] = []
        // A performance is one ordered effect that has replies. Ordering an effect again closes its earlier order, so of several
        // performances of one effect only the last can be open. Once that is answered, an answer to the performance before it is tried,
        // which comes too late.
        for (place, performance) in twin.original.performances.enumerated().reversed() where twin.isUnanswered(place) {
            let effect = performance.effectOfLeg
            guard seen.insert(effect).inserted, let leg = leg(effect.leg, of: twin) else {
                continue
            }
            moves.append(.answer(place, .failure))
            for given in arguments[effect.leg] ?? [] {
                let replies = given.machine.effects[effect.effect].signature.replies?.events ?? []
                for reply in Set(replies).sorted() {
                    moves += given.all(of: reply, in: leg.run.state, number: number(in: twin)).map {
                        .answer(place, Transcript.Answer(reply: given.machine.events[reply].name, arguments: $0))
                    }
                }
            }
        }
        return moves
    }

    /// Each command that the app may ask of a leg that has not ended.
    private func commands(in twin: TwinRun) -> [TwinRun.Move] {
        var moves: [TwinRun.Move] = []
        for leg in twin.original.tree.legs where !leg.isEnded {
            let prefix = leg.name.map { $0 + "." } ?? ""
            for given in arguments[leg.name] ?? [] {
                for command in given.machine.events.indices
                where given.machine.events[command].signature.origin == .command {
                    let name = prefix + given.machine.events[command].name
                    moves += given.all(of: command, in: leg.run.state, number: number(in: twin)).map {
                        .line(.command(name, arguments: $0))
                    }
                }
            }
        }
        return moves
    }

    /// A number that grows with what has happened, so that arguments made from it are new each time.
    private func number(in twin: TwinRun) -> Int { twin.original.lines.count }

    /// A callback of each kind; one that can be stamped comes once as of the present attempt and once as of an earlier one.
    private func callbacks(in twin: TwinRun) -> [TwinRun.Move] {
        kindsOfCallbacks.all.flatMap { kind -> [TwinRun.Move] in
            // The leg that hears the callback now, and what that leg's flow decodes it as.
            let (position, decoded) = kind.reading.listener(in: twin.original.tree)
            let leg = twin.original.tree.legs[position]
            guard case .event = decoded, kind.reading.tellsAttempt(to: leg.flow), leg.run.attempt > 0 else {
                return [.line(.callback(kind.callback, attempt: nil))]
            }
            let current = leg.run.attempt
            // A stale callback is of an earlier attempt; where there is none, of another run that made more attempts.
            let old = current > 1 ? current - 1 : current + 1
            return [current, old].map { .line(.callback(kind.callback, attempt: $0)) }
        }
    }

    /// The leg of this name, or the root for nil; nil where no such leg has begun.
    private func leg(_ name: String?, of twin: TwinRun) -> Leg? {
        let tree = twin.original.tree
        return name.map { tree.leg(named: $0) }.map { $0.map { tree.legs[$0] } } ?? tree.root
    }
}
