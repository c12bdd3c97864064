import KeywayLog
import KeywayTesting

/// Somebody who signs in with a phone, again and again, through any of the processes that serve.
///
/// Where a process dies, the phone sends the same request, with the same identity, to another one. Words of the SDKs of OTPless and
/// Truecaller go to any process; words of CA's SDK go to the process that made the latest call of this SDK.
final class PhoneOwner: Sendable {
    private let device: String
    private let servers: Servers
    private let pace: Pace
    private let phone: Phone
    private let chance: Lock<SeededGenerator>
    private let calls = Lock(LatestCalls())
    /// The process that made the latest call of CA's SDK, and that has the completion block of the call.
    private let promptCaller = Lock<ServerProcess?>(nil)

    init(
        _ device: String, _ temper: World.Temper, memory: ServerMemory, pace: Pace, asking servers: Servers
    ) throws {
        self.device = device
        self.servers = servers
        self.pace = pace
        var seeds = SeededGenerator(seed: temper.seed)
        chance = Lock(SeededGenerator(seed: seeds.next()))
        let words = Lock<(@Sendable (Phone.Word) -> Void)?>(nil)
        phone = try Phone(
            temper, servers: memory, pace: pace, seeds: &seeds, teller: Teller(form: .lines) { _ in },
            hear: { word in words.withLock { $0 }?(word) })
        words.withLock { $0 = { [weak self] word in self?.forward(word) } }
        servers.connect(device) { [weak self] in self?.take($0, orderedAt: $1, by: $2) }
    }

    // MARK: - The SDKs

    /// A handler of a process calls an SDK. The phone makes the call unless a later call has overtaken it on the way.
    private func take(_ call: SDKCall, orderedAt place: CallPlace, by server: ServerProcess) {
        guard calls.withLock({ $0.take(call.sdk, at: place) }) else { return }
        if call.sdk == .ca { promptCaller.withLock { $0 = server } }
        phone.call(call)
    }

    /// Sends a word of an SDK to a process.
    private func forward(_ word: Phone.Word) {
        Task {
            switch word.sdk {
            case .otpless, .truecaller:
                // A word has no identity by which a repetition is recognised. So it is sent again only where the process has certainly not
                // taken it; where the outcome is unknown, the word may be lost.
                for _ in 0..<20 {
                    let answer = await servers.any()?.ask(.word(word.callback, device: device), waitingFor: .seconds(4))
                    guard case .notNow? = answer else { return }
                    try? await Task.sleep(for: .milliseconds(100))
                }
            case .ca:
                // A word about an older call also goes to the process of the latest call, and is lost where that process has died.
                promptCaller.withLock { $0 }?.tell(.prompted(word.callback, device: device, isOld: word.isOld))
            }
        }
    }

    // MARK: - The person

    /// Signs in once, and returns when the sign-in has ended or could not begin.
    ///
    /// - Parameters:
    ///   - number: counts the sign-ins of this phone.
    ///   - budget: the range of seconds from which the sign-in's budget is drawn: for how long it may begin further ways.
    ///   - patience: after how long the person cancels. Otherwise a sign-in could wait for many minutes, until a code lapses.
    func signIn(_ number: Int, within budget: ClosedRange<Int>, patience: Duration) async {
        let name = "\(device).\(number)"
        let (line, seed) = chance.withLock { chance in
            (ChancePerson.start(by: &chance, budget: budget), chance.next())
        }
        let begun = await servers.ask(.start(line: line, device: device, id: name))
        guard case .decided(let run, _, _, _)? = begun else { return }
        let person = ChancePerson(seed: seed, pace: pace, process: name)
        let state = Lock<(state: String, isOver: Bool)>(("", false))
        let typing = [
            Task { for await line in person.lines { await self.type(line, to: run, state) } },
            Task {
                try await Task.sleep(for: patience)
                await self.type(PersonLine(text: "cancel", id: "\(name).away"), to: run, state)
            },
        ]
        var asked: Question?
        for await sight in servers.sights(of: run) {
            state.withLock { $0 = (sight.state, sight.isOver) }
            if let question = sight.question, question != asked {
                asked = question
                person.see(question)
            }
        }
        state.withLock { $0.isOver = true }
        for task in typing { task.cancel() }
    }

    /// Sends what the person typed, until a process has answered or the sign-in is over.
    private func type(
        _ line: PersonLine, to run: String, _ state: Lock<(state: String, isOver: Bool)>
    ) async {
        // 'code phone' is replaced by the code itself, which only the phone knows.
        let isOnPhone = (try? PersonCommand(line.text)) == .code(.onPhone)
        let text = isOnPhone ? "code \(PersonCommand.Code.onPhone.digits(phone.messages))" : line.text
        let seen = state.withLock { $0.state }
        _ = await servers.ask(.type(line: text, run: run, state: seen, id: line.id)) {
            state.withLock { !$0.isOver }
        }
    }
}
