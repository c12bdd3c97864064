import KeywayCore
import ProviderFlows
import Testing

@testable import TerminalSignIn

@Suite("What a person is told to be possible")
struct QuestionTests {
    /// How a flow decides a command in a state, over all values that its guards read.
    private enum Decision { case always, sometimes, never }

    private func decision(_ command: String, in state: Int, of table: Table) throws -> Decision {
        let event = try #require(table.event(named: command))
        guard let first = table.cells[state * table.events.count + event] else { return .never }
        var verdicts: Set<Bool> = []
        var open = [first]
        while let next = open.popLast() {
            switch next {
            case .question(let place): open += [table.questions[place].ifTrue, table.questions[place].ifFalse]
            case .row(let row): verdicts.insert(table.rows[row].verdict != .reject)
            }
        }
        return verdicts == [true] ? .always : verdicts == [false] ? .never : .sometimes
    }

    /// Compares what is asked in each state, in each of the contexts, with what the flow allows.
    private func compare<State: FlowState, Context>(
        _ table: Table, _ contexts: [Context], _ commands: [PersonCommand.Name: String],
        _ question: (State, Context) -> Question
    ) throws {
        for (place, state) in State.allCases.enumerated() where !state.isFinal {
            for (name, command) in commands {
                let listed = contexts.filter { question(state, $0).commands.contains(name) }.count
                switch try decision(command, in: place, of: table) {
                case .always:
                    #expect(
                        listed == contexts.count,
                        "\(table.name), \(state): \(command) is always taken, and not always listed")
                case .never: #expect(listed == 0, "\(table.name), \(state): \(command) is never taken, and listed")
                case .sometimes:
                    #expect(listed > 0, "\(table.name), \(state): \(command) may be taken, and is never listed")
                }
            }
        }
        // No command is missing that a person should know.
        let known = Set(commands.values)
        let unasked: Set = [
            "start", "startRequest", "startEmail", "startAccount", "choose", "initialise", "opened", "cancel",
        ]
        let declared = table.events.filter { $0.origin == .command }.map(\.name)
        #expect(Set(declared).subtracting(unasked).isSubset(of: known), "\(table.name)")
    }

    @Test("It is what each way allows")
    func ways() throws {
        var contexts: [OTPlessSmartAuth.Context] = []
        for leg in OTPlessSmartAuth.Leg.allCases {
            for request in [nil, "r"] {
                var context = OTPlessSmartAuth.Context()
                (context.leg, context.requestId) = (leg, request)
                contexts.append(context)
            }
        }
        try compare(
            OTPlessSmartAuth.table, contexts,
            [.code: "submitCode", .resend: "resend", .number: "changeNumber"]
        ) { (state: OTPlessSmartAuth.State, context) in Question.of(state, context) }

        var truecaller = [TruecallerOTP.Context(), TruecallerOTP.Context()]
        truecaller[1].sent = .over
        try compare(
            TruecallerOTP.table, truecaller, [.code: "submitCode", .resend: "resend", .number: "changeNumber"]
        ) { (state: TruecallerOTP.State, context) in Question.of(state, context) }

        var offline = [OfflineOTP.Context(), OfflineOTP.Context()]
        offline[1].signing = true
        try compare(
            OfflineOTP.table, offline,
            [
                .choose: "chooseType", .pin: "enterPIN", .sign: "provideTransaction", .skip: "skipTransaction",
                .again: "regenerate", .done: "done",
            ]
        ) { (state: OfflineOTP.State, context) in Question.of(state, context) }
    }

    @Test("It is what the sign-in itself allows")
    func signIn() throws {
        try compare(
            PhoneLogin.table, [PhoneLogin.Context()], [.start: "start", .cancel: "cancel", .next: "giveUpRequest"]
        ) { (state: PhoneLogin.State, context) in Question.of(state, context) }
    }

    @Test("The way that is tried is given up by its own command, the silent one before it has begun by the sign-in's")
    func givingUp() {
        let running = Question.of(OTPlessSNA.State.running, OTPlessSNA.Context())
        let question = Question.of(PhoneLogin.State.bySilence, PhoneLogin.Context()).with(running)
        #expect(question?.commands == [.next, .cancel])
        guard case .silent(.cancel)? = PersonCommand.next.event(in: .bySilence, Messages()),
            case .smart(.cancel)? = PersonCommand.next.event(in: .bySmart, Messages()),
            case .truecaller(.cancel)? = PersonCommand.next.event(in: .byTruecaller, Messages()),
            case .offline(.cancel)? = PersonCommand.next.event(in: .byCode, Messages()),
            case .login(.giveUpRequest)? = PersonCommand.next.event(in: .preparing, Messages())
        else {
            Issue.record("another command gives the way up")
            return
        }
    }

    @Test("A state that waits for the person in the flow says so, and names a command")
    func waiting() {
        for state in PhoneLogin.State.allCases {
            let question = Question.of(state, PhoneLogin.Context())
            #expect(question.waitsForPerson == (state == .idle))
            #expect(question.commands.isEmpty == state.isFinal)
        }
        let waiting = OfflineOTP.State.allCases.filter { Question.of($0, OfflineOTP.Context()).waitsForPerson }
        #expect(!waiting.isEmpty)
        for state in waiting { #expect(!Question.of(state, OfflineOTP.Context()).commands.isEmpty, "\(state)") }
    }
}
