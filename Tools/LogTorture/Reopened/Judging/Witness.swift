import KeywayCore
import KeywayLog
import KeywayOrchestrator
import KeywayRuns

/// What was answered, shown and performed, in all lives of the app; and what the log had made durable by then.
final class Witness: Sendable {
    /// A command that was sent once.
    struct Sending: Sendable {
        let life: Int
        let run: RunID
        /// Different for each command that is meant as a new one; a repetition has that of the first.
        let identity: String
        /// The identity with which the command was asked: `identity`, unless `ReopenedMistake.repetitionDecided` is made on purpose.
        var askedAs: String
        let command: Errand.Command
        /// The answer that was told; nil while there is none.
        var answer: Result<CommandAnswer, RunError>?
        /// The answer's place among all answers in the order in which they were told, counted from 1; 0 while there is none.
        var place = 0
        /// When the answer was told, the log had reported, or shown, all records of the run before this sequence.
        var durable: UInt64 = 0
    }

    /// One call of a handler.
    struct Performance: Sendable {
        let life: Int
        let key: EffectOrder.Key
        let leg: String?
        let order: EffectOrder
    }

    /// What one observer of a run was shown.
    struct Watching: Sendable {
        let life: Int
        let run: RunID
        var shown: [Run<Errand>.Situation] = []
        /// Whether the run told the observer that it has ended.
        var hasSeenEnd = false
    }

    fileprivate struct State {
        var sendings: [Sending] = []
        var answers = 0
        var performances: [Performance] = []
        var watchings: [Watching] = []
        /// Of each run, how many of its first records the log has reported, or has shown when it was read.
        var durable: [RunID: UInt64] = [:]
        /// By life and run, the sequence of the last record that the tracer was told.
        var traced: [TracedRun: UInt64] = [:]
        /// The lives in which `shutDown` has returned.
        var ended: Set<Int> = []
        /// The lives from which another process has taken the log: somebody else writes it, so they may be told of a conflict.
        var takenOver: Set<Int> = []
        /// Runs whose beginning was told to have been recorded.
        var begun: Set<RunID> = []
        /// How many callers that begin a run have not been answered.
        var beginning = 0
        var breaches: [(law: ReopenedLaw, explanation: String)] = []
    }

    fileprivate struct TracedRun: Hashable {
        var life: Int
        var run: RunID
    }

    private let state = Lock(State())

    var sendings: [Sending] { state.withLock { $0.sendings } }
    var performances: [Performance] { state.withLock { $0.performances } }
    var watchings: [Watching] { state.withLock { $0.watchings } }
    var begun: Set<RunID> { state.withLock { $0.begun } }
    /// The laws that were seen to be broken while the app lived, before the records are judged at the end of the course.
    var breaches: [(law: ReopenedLaw, explanation: String)] { state.withLock { $0.breaches } }
    /// How many callers were told nothing yet.
    var unanswered: Int { state.withLock { $0.beginning + $0.sendings.count { $0.answer == nil } } }

    // MARK: - What the log says

    /// The log has reported, or shown, all records of the run before this sequence.
    func noteDurable(_ run: RunID, to next: UInt64) {
        state.withLock { $0.durable[run] = max($0.durable[run] ?? 0, next) }
    }

    // MARK: - What callers are told

    func noteBeginning() { state.withLock { $0.beginning += 1 } }

    func noteBegun(_ run: RunID, in life: Int, _ result: Result<Void, RunError>) {
        state.withLock { state in
            state.beginning -= 1
            if case .failure(let error) = result { return state.judge(error, of: run, in: life) }
            state.begun.insert(run)
            state.judgeDurability(of: 0, in: run, "the run's beginning was told")
        }
    }

    /// Notes that a command is sent; returns its place among all.
    func noteSending(_ sending: Sending) -> Int {
        state.withLock { state in
            state.sendings.append(sending)
            return state.sendings.count - 1
        }
    }

    func noteAnswer(_ answer: Result<CommandAnswer, RunError>, to place: Int) {
        state.withLock { state in
            if state.sendings[place].answer != nil {
                state.breaches.append((.everybodyIsAnswered, "\(state.sendings[place].identity) was answered twice"))
            }
            state.answers += 1
            (state.sendings[place].answer, state.sendings[place].place) = (answer, state.answers)
            state.sendings[place].durable = state.durable[state.sendings[place].run] ?? 0
            if case .failure(let error) = answer {
                state.judge(error, of: state.sendings[place].run, in: state.sendings[place].life)
            }
        }
    }

    /// The tracer was told of these records of a run.
    func noteTraced(_ records: [Record], in life: Int) {
        state.withLock { state in
            for record in records {
                let key = TracedRun(life: life, run: record.run)
                if let last = state.traced[key], last + 1 != record.sequence {
                    let told = "life \(life): record \(record.sequence) of \(record.run) was told behind \(last)"
                    state.breaches.append((.toldInOrder, told))
                }
                state.traced[key] = record.sequence
                state.judgeDurability(of: record.sequence, in: record.run, "the tracer was told of it")
            }
        }
    }

    // MARK: - What observers are shown

    /// Notes that somebody observes the run; returns the place among all observers.
    func noteWatching(_ run: RunID, in life: Int) -> Int {
        state.withLock { state in
            state.watchings.append(Watching(life: life, run: run))
            return state.watchings.count - 1
        }
    }

    func noteShown(_ situation: Run<Errand>.Situation, to watching: Int) {
        state.withLock { $0.watchings[watching].shown.append(situation) }
    }

    func noteEnd(_ error: (any Error)?, to watching: Int) {
        state.withLock { state in
            state.watchings[watching].hasSeenEnd = error == nil
            if let error = error as? RunError {
                state.judge(error, of: state.watchings[watching].run, in: state.watchings[watching].life)
            }
        }
    }

    // MARK: - What handlers do

    func notePerformance(_ performance: Performance) {
        state.withLock { state in
            state.performances.append(performance)
            if state.ended.contains(performance.life) {
                let what =
                    "the handler of \(performance.key.order) was called behind the end of life \(performance.life)"
                state.breaches.append((.nothingAfterShutDown, what))
            }
            let what = "its handler was called in life \(performance.life)"
            state.judgeDurability(of: performance.key.order.sequence, in: performance.key.run, what)
        }
    }

    /// Another process is about to take the log from this life.
    func noteTakeover(of life: Int) { state.withLock { _ = $0.takenOver.insert(life) } }

    /// `shutDown` has returned in this life: no handler is called any more.
    func noteShutDown(of life: Int) { state.withLock { _ = $0.ended.insert(life) } }
}

extension Witness.State {
    /// Checks that the log has told of the record by now.
    mutating func judgeDurability(of sequence: UInt64, in run: RunID, _ what: String) {
        if sequence < durable[run] ?? 0 { return }
        breaches.append((.nothingBeforeDurability, "record \(sequence) of \(run) is not durable when \(what)"))
    }

    /// Checks why a caller or an observer was refused: until another process takes the log, the app alone writes it, so nobody may be told
    /// of a conflict, or that records cannot follow.
    mutating func judge(_ error: RunError, of run: RunID, in life: Int) {
        guard case .log(let error) = error, !takenOver.contains(life) else { return }
        switch error {
        case .conflict, .invalid: breaches.append((.nobodyElseWrites, "somebody who asked \(run) was told: \(error)"))
        default: break
        }
    }
}
