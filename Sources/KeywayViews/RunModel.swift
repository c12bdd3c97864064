public import KeywayCore
public import KeywayOrchestrator
import KeywayRuns
public import Observation

#if canImport(Combine)
    public import Combine
#endif

/// A run as a view shows it: where it is, and what went wrong. The view also sends commands to the run through the model.
///
/// A view keeps a model as its state, begins the run in its `.task`, and reads the model's properties:
///
///     @State private var login = RunModel<PhoneLogin>()
///     ...
///     .task { await login.begin(in: orchestrator, reference: "sign-in") }
///
/// A model is `Observable` from iOS 17 and macOS 14 on, and on Linux; an `ObservableObject` wherever there is Combine, for a
/// `@StateObject` on iOS 16. A run goes on when the model that shows it is released: an app that leaves a login sends
/// the flow's `cancel`.
@MainActor
public final class RunModel<Followed: Flow> {
    private var shown = Shown()
    /// Whether `begin` is waiting for a run to begin.
    private var isBeginning = false
    /// Counts the runs that `follow` was given: if it has grown while `begin` waited for a run, the run that `begin` got is not shown.
    private var followedRuns = 0
    /// Counts the commands that were sent and the runs that were followed: a refusal is shown only if this has not grown since its command.
    private var sendsAndFollows = 0
    /// The task that shows each situation of the run; nil before there is a run.
    private var following: Task<Void, Never>?
    /// The registrar by which views hear of changes (`Observable`), in a box, because iOS 16 has no such type.
    private let box = RegistrarBox()
    #if canImport(Combine)
        /// Counts the changes: by it, those who observe the model as an `ObservableObject` hear of each.
        @Published private var changes = 0
    #endif

    /// What the model's properties show, together.
    private struct Shown {
        var run: Run<Followed>?
        var situation: Run<Followed>.Situation?
        var ending: Followed.State?
        var error: (any Error)?
        var refusal: CommandRefusal?
    }

    /// A model without a run; nothing happens before `begin(in:reference:)` or `follow(_:)`.
    public init() {}

    deinit { following?.cancel() }

    // MARK: - What a view shows

    /// The run that is shown; nil before it has begun.
    public private(set) var run: Run<Followed>? {
        get { seen(\.run, shown.run) }
        set { change(\.run) { shown.run = newValue } }
    }

    /// Where the run and its sub-flows are; nil before the run has begun.
    public private(set) var situation: Run<Followed>.Situation? {
        get { seen(\.situation, shown.situation) }
        set { change(\.situation) { shown.situation = newValue } }
    }

    /// The final that the run has ended in; nil before that, and as long as a sub-flow goes on that still ran then.
    public private(set) var ending: Followed.State? {
        get { seen(\.ending, shown.ending) }
        set { change(\.ending) { shown.ending = newValue } }
    }

    /// Why the run could not begin, or was stopped before its end: a `RunError`; nil where neither happened.
    public private(set) var error: (any Error)? {
        get { seen(\.error, shown.error) }
        set { change(\.error) { shown.error = newValue } }
    }

    /// Why the latest command was refused; nil where it was not, and again once another command is sent or another run is shown.
    public private(set) var refusal: CommandRefusal? {
        get { seen(\.refusal, shown.refusal) }
        set { change(\.refusal) { shown.refusal = newValue } }
    }

    // MARK: - Which run is shown

    /// Begins a run and shows it. Where the orchestrator has a run of this reference that has not ended, that
    /// run is shown instead; where it has several, any one of them.
    ///
    /// When this returns, the run's first situation is shown, or `error`. A view may call this each time that it appears: while the run
    /// in the model goes on, or an earlier call still waits for its run, this returns at once and does nothing. Once the run in the model
    /// has entered a final or was stopped by an error, another one begins, even while a sub-flow that the ended run left goes on, so that
    /// `ending` is still nil.
    /// Where `follow(_:)` is called before this returns, the run that was given to `follow(_:)` stays in the model, and the run that
    /// was begun goes on without a model.
    /// - Parameters:
    ///   - orchestrator: serves the flow.
    ///   - parameters: what is chosen for a new run; a run that goes on has what was chosen when it began.
    ///   - reference: the app's own opaque name for the run, of at most 1,024 bytes; without one, a new run begins.
    public func begin(
        in orchestrator: Orchestrator, parameters: Followed.Parameters = .init(), reference: String? = nil
    ) async {
        if isBeginning || goesOn { return }
        isBeginning = true
        defer { isBeginning = false }
        let before = followedRuns
        do {
            let run = try await liveRun(in: orchestrator, parameters, reference)
            if followedRuns == before { follow(run) }
        } catch {
            if followedRuns == before { self.error = error }
        }
    }

    /// A run of this reference, else a new one; its first situation is durable when this returns.
    private func liveRun(
        in orchestrator: Orchestrator, _ parameters: Followed.Parameters, _ reference: String?
    ) async throws -> Run<Followed> {
        guard let reference else { return try await orchestrator.begin(Followed.self, parameters: parameters) }
        let run = try await orchestrator.findOrBegin(Followed.self, parameters: parameters, reference: reference)
        // Another caller may just have begun the run, so that nothing of it is durable yet. The wait for the first situation has a task of
        // its own: in the view's task the wait would end without a situation when that task is cancelled.
        if run.present == nil { try await Task { for try await _ in run.situations { break } }.value }
        return run
    }

    /// Shows a run that the app has, in place of the one that was shown before.
    ///
    /// - Parameter run: the run to show; it goes on when another run takes its place in the model.
    public func follow(_ run: Run<Followed>) {
        following?.cancel()
        followedRuns += 1
        sendsAndFollows += 1
        (self.run, situation, ending, error, refusal) = (run, run.present, nil, nil, nil)
        let situations = run.situations
        // The task holds the model only while it shows a situation: the model can be released while the run goes on.
        following = Task { [weak self] in
            do {
                for try await situation in situations {
                    guard let self, !Task.isCancelled else { return }
                    self.show(situation)
                }
                if !Task.isCancelled { self?.end() }
            } catch {
                if !Task.isCancelled { self?.error = error }
            }
        }
    }

    /// Whether the run that is shown goes on. The run itself is asked: its end is decided before the situation with the final is shown, and
    /// `ending` is set later still.
    private var goesOn: Bool { shown.error == nil && shown.run?.goesOn == true }

    private func show(_ situation: Run<Followed>.Situation) {
        // The first situation of the stream is the present one, which `follow` has shown already.
        if situation != shown.situation { self.situation = situation }
    }

    private func end() { ending = shown.situation?.state }

    // MARK: - What a person asks

    /// Sends a command to the run. When this returns, at once, the run has decided the command; what follows from the
    /// command, even a refusal by the run, is shown once the log keeps it durably.
    ///
    /// - Parameter command: a command of the flow; where it is refused, `refusal` says why.
    public func send(_ command: Followed.Command) {
        sendShowingRefusal { $0.send(command, then: $1) }
    }

    /// Sends a command to a sub-flow: to its leg that began last. A leg that has ended refuses the command.
    ///
    /// - Parameters:
    ///   - command: a command of the sub-flow; where it is refused, `refusal` says why.
    ///   - leg: the sub-flow, such as `.smart`.
    public func send<Child: Flow>(_ command: Child.Command, to leg: SubFlow<Followed, Child>) {
        sendShowingRefusal { $0.send(command, to: leg, then: $1) }
    }

    /// Lets the closure send a command, and shows the answer where it is a refusal, unless another command or run came in the meantime.
    private func sendShowingRefusal(
        _ send: (Run<Followed>, @escaping @Sendable (Result<CommandAnswer, RunError>) -> Void) -> Void
    ) {
        sendsAndFollows += 1
        if shown.refusal != nil { refusal = nil }
        guard let run = shown.run else {
            refusal = .noRun
            return
        }
        send(run) { [weak self, sendsAndFollows] answer in
            guard let refusal = CommandRefusal(answer) else { return }
            Task { @MainActor in
                guard let self, self.sendsAndFollows == sendsAndFollows else { return }
                self.refusal = refusal
            }
        }
    }
}

// MARK: - Observation

extension RunModel {
    /// Tells observation that the property is read, and returns its value.
    private func seen<Member>(_ property: KeyPath<RunModel, Member>, _ value: Member) -> Member {
        if #available(macOS 14, iOS 17, tvOS 17, watchOS 10, *) { box.registrar.access(self, keyPath: property) }
        return value
    }

    /// Makes a change of the property, and tells those who observe it.
    private func change<Member>(_ property: KeyPath<RunModel, Member>, _ make: () -> Void) {
        #if canImport(Combine)
            changes += 1
        #endif
        if #available(macOS 14, iOS 17, tvOS 17, watchOS 10, *) {
            box.registrar.withMutation(of: self, keyPath: property, make)
        } else {
            make()
        }
    }
}

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
extension RunModel: Observable {}

#if canImport(Combine)
    extension RunModel: ObservableObject {}
#endif
