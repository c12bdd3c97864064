import KeywayLog
import KeywayTesting

/// Somebody who signs in with a phone, again and again, whichever process answers.
///
/// The phone does not die with a process: it asks again, under the same identity. What OTPless and Truecaller say it tells any process, and
/// what CA says the process that made CA's latest call.
final class PhoneOwner: Sendable {
    private let device: String
    private let servers: Servers
    private let pace: Pace
    private let phone: Phone
    private let chance: Lock<SeededGenerator>
    private let calls = Lock(LatestCalls())
    /// The process that made the latest call of CA: what CA says to the call's block goes there.
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

    /// A handler calls an SDK.
    private func take(_ call: SDKCall, orderedAt place: CallPlace, by server: ServerProcess) {
        guard calls.withLock({ $0.take(call.sdk, at: place) }) else { return }
        if call.sdk == .ca { promptCaller.withLock { $0 = server } }
        phone.call(call)
    }

    private func forward(_ word: Phone.Word) {
        Task {
            switch word.sdk {
            case .otpless, .truecaller:
                // A word has no identity. One of which nobody knows whether it came is not sent again, and may be lost.
                for _ in 0..<20 {
                    let answer = await servers.any()?.ask(.word(word.callback, device: device), waitingFor: .seconds(4))
                    guard case .notNow? = answer else { return }
                    try? await Task.sleep(for: .milliseconds(100))
                }
            case .ca:
                // What CA says, also of an older call, goes to the process that made the latest one, and is lost with it.
                promptCaller.withLock { $0 }?.tell(.prompted(word.callback, device: device, isOld: word.isOld))
            }
        }
    }

    // MARK: - The person

    /// Signs in once, to whatever end.
    ///
    /// - Parameters:
    ///   - number: counts the sign-ins of this phone.
    ///   - budget: from it the seconds are drawn in which the sign-in may go on to another way.
    ///   - patience: after so long the person goes away. A link or a code in hand is good for many minutes.
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

    private func type(
        _ line: PersonLine, to run: String, _ state: Lock<(state: String, isOver: Bool)>
    ) async {
        // Only the phone knows the code that it shows.
        let isOnPhone = (try? PersonCommand(line.text)) == .code(.onPhone)
        let text = isOnPhone ? "code \(PersonCommand.Code.onPhone.digits(phone.messages))" : line.text
        let seen = state.withLock { $0.state }
        _ = await servers.ask(.type(line: text, run: run, state: seen, id: line.id)) {
            state.withLock { !$0.isOver }
        }
    }
}
