import KeywayCore
import KeywayLog

/// Requests of one kind to the server about the keys of runs: to keep, to read or to erase them. All that wait when the thread is free go
/// in one statement, so that many keys cost one commit.
///
/// A question for whose answer nobody waits any more, because its task is cancelled or its time is over, is not asked: it would keep
/// others waiting.
final class KeyQuestions<Item: Sendable, Answer: Sendable>: Sendable {
    /// What the server answers to all questions of one statement.
    struct SetAnswer: Sendable {
        /// A run that the server leaves out gets the answer `absent`.
        var answers: [RunID: Answer]
        /// Whether the server gave a warning: see `QueryResult.hasWarning`.
        var hasWarning: Bool
    }

    /// Asks the server about all these runs at once.
    typealias Ask = @Sendable ([(run: RunID, item: Item)], Connection) throws(QueryFailure) -> SetAnswer
    private typealias Waiter = UnsafeContinuation<Result<Answer, LogError>, Never>

    private struct Question {
        let number: UInt64
        let run: RunID
        let item: Item
        let deadline: AnswerDeadline
        let waiter: Waiter

        func give(_ answer: Result<Answer, LogError>) { waiter.resume(returning: answer) }
    }

    private struct State {
        /// Oldest first.
        var waiting: [Question] = []
        /// Whether a task asks, or is about to.
        var isAsking = false
        /// How many questions there were: the next one gets the next number.
        var count: UInt64 = 0
        /// Questions whose tasks were cancelled before they waited, or while the server was asked.
        var cancelled: Set<UInt64> = []
    }

    /// How many runs one statement is about at most.
    private let greatestSet = 1_024
    private let thread: QuestionThread
    private let limit: Duration
    private let absent: Answer
    private let ask: Ask
    private let state = Lock(State())

    /// - Parameters:
    ///   - limit: how long a question waits for its turn.
    ///   - absent: the answer for a run about which the server says nothing.
    init(over thread: QuestionThread, waitingAtMost limit: Duration, absent: Answer, ask: @escaping Ask) {
        (self.thread, self.limit, self.absent, self.ask) = (thread, limit, absent, ask)
    }

    /// Asks about a run, together with whatever else waits.
    ///
    /// - Throws: `LogError.unavailable`, also where the task is cancelled before the server is asked, and `storage`.
    func answer(about run: RunID, _ item: Item) async throws(LogError) -> Answer {
        let deadline = AnswerDeadline.after(limit)
        let number = state.withLock { state in
            state.count += 1
            return state.count
        }
        let result = await withTaskCancellationHandler {
            await withUnsafeContinuation { (waiter: Waiter) in
                let question = Question(number: number, run: run, item: item, deadline: deadline, waiter: waiter)
                if !add(question) { question.give(.failure(.unavailable(retryAfter: nil))) }
            }
        } onCancel: {
            cancel(number)
        }
        _ = state.withLock { $0.cancelled.remove(number) }
        return try result.get()
    }

    /// Has the question wait; returns false where its task is cancelled already.
    private func add(_ question: Question) -> Bool {
        let (isAdded, isFirst) = state.withLock { state in
            if state.cancelled.contains(question.number) { return (false, false) }
            state.waiting.append(question)
            defer { state.isAsking = true }
            return (true, !state.isAsking)
        }
        if isFirst { Task.detached { await self.askAll() } }
        return isAdded
    }

    private func cancel(_ number: UInt64) {
        let question = state.withLock { state -> Question? in
            if let place = state.waiting.firstIndex(where: { $0.number == number }) {
                return state.waiting.remove(at: place)
            }
            state.cancelled.insert(number)
            return nil
        }
        question?.give(.failure(.unavailable(retryAfter: nil)))
    }

    /// Asks until nothing waits.
    private func askAll() async {
        while goesOn() {
            // Where a connection has failed the thread calls this closure a second time: it then asks the same questions.
            let taken = Lock<[Question]?>(nil)
            let result: Result<SetAnswer, LogError>
            do throws(LogError) {
                result = .success(
                    try await thread.answer { [self] (connection) throws(ReadingFailure) in
                        let questions = taken.withLock { taken in
                            let questions = taken ?? takeSet()
                            taken = questions
                            return questions
                        }
                        if questions.isEmpty { return SetAnswer(answers: [:], hasWarning: false) }
                        do throws(QueryFailure) {
                            return try ask(questions.map { ($0.run, $0.item) }, connection)
                        } catch {
                            throw .query(error)
                        }
                    })
            } catch {
                result = .failure(error)
            }
            // Where the server was not reached, the closure was not called: the questions that it would have taken get the error.
            for question in taken.withLock({ $0 }) ?? takeSet() { question.give(answer(to: question, by: result)) }
        }
    }

    private func answer(to question: Question, by result: Result<SetAnswer, LogError>) -> Result<Answer, LogError> {
        result.flatMap { set in
            // The warning may say that no standby has yet confirmed what was done: if this server then fails, a key just kept is lost, and
            // one just erased is there again.
            if set.hasWarning { return .failure(.unavailable(retryAfter: nil)) }
            return .success(set.answers[question.run] ?? absent)
        }
    }

    /// Whether something waits to be asked; if not, the next question begins the asking anew.
    private func goesOn() -> Bool {
        state.withLock { state in
            state.isAsking = !state.waiting.isEmpty
            return state.isAsking
        }
    }

    /// Takes out what goes in one statement, one question about each run; those whose time is over are told so.
    private func takeSet() -> [Question] {
        let (set, expired) = state.withLock { state in
            var (set, expired, rest) = ([Question](), [Question](), [Question]())
            var runs: Set<RunID> = []
            for question in state.waiting {
                if question.deadline.isPast {
                    expired.append(question)
                } else if set.count < greatestSet, runs.insert(question.run).inserted {
                    set.append(question)
                } else {
                    rest.append(question)
                }
            }
            state.waiting = rest
            return (set, expired)
        }
        for question in expired { question.give(.failure(.unavailable(retryAfter: nil))) }
        return set
    }
}
