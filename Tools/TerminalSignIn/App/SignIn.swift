import KeywayCore
import KeywayOrchestrator
import KeywayRuns
import ProviderFlows

/// The part of a sign-in that an app's screen has: it shows the states of the run, and sends the run what the person types.
///
/// It does not use the SDKs and stores nothing: all that it shows is durable in the log, so the next process goes on with the same run.
actor SignIn {
    /// How following a run ended.
    enum Ending: Sendable {
        /// The run has ended in this final.
        case ended(PhoneLogin.State)
        /// The person left, or types nothing more though the run waits for the person; the run goes on in the next process.
        case left
    }

    private enum Happening: Sendable {
        case root(Run<PhoneLogin>.Situation)
        case silent(Run<OTPlessSNA>.Situation)
        case smart(Run<OTPlessSmartAuth>.Situation)
        case truecaller(Run<TruecallerOTP>.Situation)
        case offline(Run<OfflineOTP>.Situation)
        case failure(EffectFailure)
        case line(PersonLine)
        /// The person types nothing more.
        case noMoreLines
        /// A moment has gone by since `changes` had this value: if it still has, nothing has changed meanwhile.
        case nothingChanged(since: Int)
        /// The run has ended; with an error, it has stopped because of the error.
        case over((any Error)?)
    }

    private let run: Run<PhoneLogin>
    private let person: any Person
    private let messages: Messages
    private let teller: Teller
    /// The mistake that is made on purpose; nil for none.
    private let plant: Plant?
    /// Where the run and its ways are, as far as they were shown.
    private var place = Place()
    /// The question that the person was asked last; nil to ask the present one again.
    private var asked: Question?
    /// Whether nobody types anything more.
    private var isAlone = false
    /// How many situations were shown so far.
    private var changes = 0

    init(_ run: Run<PhoneLogin>, person: any Person, messages: Messages, teller: Teller, plant: Plant?) {
        self.run = run
        self.person = person
        self.messages = messages
        self.teller = teller
        self.plant = plant
    }

    /// Follows the run to its end, or until the person leaves.
    func follow() async throws -> Ending {
        let (happenings, happened) = AsyncStream<Happening>.makeStream()
        let tasks = observe(happened)
        defer { for task in tasks { task.cancel() } }
        for await happening in happenings {
            switch happening {
            // The run's situation also comes when only a way has changed. The way's own situation shows that, so nothing is shown here.
            case .root(let situation) where situation.state == place.root?.state: place.root = situation
            case .root(let situation): see(nil, "\(situation.state)") { $0.root = situation }
            case .silent(let situation): see("silent", "\(situation.state)") { $0.silent = situation }
            case .smart(let situation): see("smart", "\(situation.state)") { $0.smart = situation }
            case .truecaller(let situation): see("truecaller", "\(situation.state)") { $0.truecaller = situation }
            case .offline(let situation): see("offline", "\(situation.state)") { $0.offline = situation }
            case .failure(let failure):
                let leg = failure.leg.map { "\($0)." } ?? ""
                teller.tell(.failed(leg + failure.effect, reason: "\(failure.reason)"))
            case .line(let line): if try await take(line) { return .left }
            case .noMoreLines: isAlone = true
            case .nothingChanged(let since): if since == changes { return .left }
            case .over(let error):
                if let error { throw error }
                guard let state = place.root?.state else { return .left }
                teller.tell(.ended(run.id, state: "\(state)"))
                return .ended(state)
            }
            ask()
            if isAlone, place.question?.waitsForPerson == true { leaveSoon(happened) }
        }
        return .left
    }

    // MARK: - What is seen

    /// Begins the tasks that forward the run's situations and failures, and the lines that are typed.
    private func observe(_ happened: AsyncStream<Happening>.Continuation) -> [Task<Void, Never>] {
        let (run, person) = (run, person)
        return [
            Task {
                do {
                    for try await situation in run.situations { happened.yield(.root(situation)) }
                    happened.yield(.over(nil))
                } catch {
                    happened.yield(.over(error))
                }
            },
            forward(run.situations(of: .silent)) { happened.yield(.silent($0)) },
            forward(run.situations(of: .smart)) { happened.yield(.smart($0)) },
            forward(run.situations(of: .truecaller)) { happened.yield(.truecaller($0)) },
            forward(run.situations(of: .offline)) { happened.yield(.offline($0)) },
            Task { for await failure in run.failures { happened.yield(.failure(failure)) } },
            Task {
                for await line in person.lines { happened.yield(.line(line)) }
                happened.yield(.noMoreLines)
            },
        ]
    }

    private func forward<Followed: Flow>(
        _ situations: AsyncThrowingStream<Run<Followed>.Situation, any Error>,
        _ tell: @escaping @Sendable (Run<Followed>.Situation) -> Void
    ) -> Task<Void, Never> {
        // An error that stops the run also ends the run's own situations, which report it, so it is ignored here.
        Task { do { for try await situation in situations { tell(situation) } } catch {} }
    }

    /// Stores and shows a new situation of the run (`leg` is nil) or of a way.
    private func see(_ leg: String?, _ state: String, _ change: (inout Place) -> Void) {
        change(&place)
        changes += 1
        teller.tell(.shown(run.id, leg: leg, state: state))
    }

    /// Leaves a run that waits for a person who types nothing more, unless an earlier line still changes its state within 0.3 seconds.
    private func leaveSoon(_ happened: AsyncStream<Happening>.Continuation) {
        Task { [changes] in
            try await Task.sleep(for: .milliseconds(300))
            happened.yield(.nothingChanged(since: changes))
        }
    }

    /// Asks the person what the run waits for, where that is another question than before.
    private func ask() {
        guard let question = place.question, question != asked else { return }
        asked = question
        if place.root?.state.isFinal == false { teller.tell(.place(question)) }
        person.see(question)
    }

    // MARK: - What is typed

    /// Does what a line says; returns whether the person leaves.
    private func take(_ line: PersonLine) async throws -> Bool {
        let command: PersonCommand
        do throws(Misunderstanding) {
            guard let read = try PersonCommand(line.text) else { return false }
            command = read
        } catch {
            teller.tell(.misunderstood(error.sentence))
            return false
        }
        switch command {
        case .help: teller.tell(.help(PersonCommand.page))
        case .status: asked = nil
        case .quit: return true
        default: try await send(command, id: line.id)
        }
        return false
    }

    /// Sends the command to the run, and writes the answer.
    private func send(_ command: PersonCommand, id: String) async throws {
        let name = command.name.rawValue
        if plant == .tellsTooEarly {
            teller.tell(.answered(run.id, command: name, id: id, .accepted))
            // About as long as a slow disk takes to make a record durable.
            try await Task.sleep(for: .milliseconds(20))
        }
        do {
            guard let answer = try await ask(command, id: id) else {
                let possible = asked?.commands.map(\.rawValue).joined(separator: ", ") ?? ""
                teller.tell(
                    .misunderstood(
                        "'\(name)' means nothing now"
                            + (possible.isEmpty ? "; wait, or type 'cancel'" : "; you can type: \(possible)")))
                return
            }
            if plant != .tellsTooEarly { teller.tell(.answered(run.id, command: name, id: id, answer)) }
            // After a refusal the question is asked again, with what is possible.
            if answer == .rejected(.notNow) { asked = nil }
        } catch RunError.invalidInput(let what) {
            teller.tell(.misunderstood("\(what)"))
        }
    }

    /// Sends the command to the run, or to the way that is being tried; nil where that way has no such command.
    private func ask(_ command: PersonCommand, id: String) async throws -> CommandAnswer? {
        switch command.event(in: place.root?.state, messages) {
        case .login(let event)?: try await run.send(event, id: id)
        case .silent(let event)?: try await run.send(event, to: .silent, id: id)
        case .smart(let event)?: try await run.send(event, to: .smart, id: id)
        case .truecaller(let event)?: try await run.send(event, to: .truecaller, id: id)
        case .offline(let event)?: try await run.send(event, to: .offline, id: id)
        case nil: nil
        }
    }
}
