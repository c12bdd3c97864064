import KeywayCore
import KeywayLog
import KeywayNodes
import KeywayOrchestrator
import KeywayRuns
import KeywayTesting
import ProviderFlows

/// How one sign-in by a code goes, as far as chance decides it: who does what after which pause, and how long handlers take.
///
/// Times are in milliseconds.
struct SignInStory {
    /// What the person or the person's device does.
    enum Act: CaseIterable {
        /// The person begins the sign-in.
        case starts
        /// The SDK on the device says that the code is on its way.
        case hearsOfCode
        /// The person types the code.
        case types
        /// The SDK says that the code was right.
        case hearsOfSuccess
    }

    /// What goes wrong at the node that performs an order or that waits for a deadline of the run.
    enum Mishap {
        /// The node dies while its handler asks the app's backend.
        case diesPerforming
        /// The node dies while the run waits for the person.
        case diesWaiting
        /// The app's backend takes longer to answer than a lease lasts.
        case takesLong
    }

    /// The acts in order, each with the time from the act before.
    var acts: [(act: Act, pause: Int64)]
    /// How long a call of the SDK takes.
    var callTakes: Int64
    /// How long the app's backend takes to check the token.
    var checkTakes: Int64
    var mishap: Mishap?

    static let device = DeviceID("phone")
    static let (version, flow) = FlowVersion.shared(for: TruecallerOTP.self)
    /// How many of ten people never type a code. An assumption: no service publishes this number.
    static let abandoningOfTen = 3

    /// - Parameter abandons: whether the person goes away when the code is on its way.
    init(abandons: Bool, mishap: Mishap? = nil, terms: NodeTerms, using chance: inout SeededGenerator) {
        acts = [
            (.starts, 0), (.hearsOfCode, .random(in: 500...3_000, using: &chance)),
            (.types, .random(in: 5_000...45_000, using: &chance)),
            (.hearsOfSuccess, .random(in: 800...3_000, using: &chance)),
        ]
        if abandons { acts.removeLast(2) }
        callTakes = .random(in: 5...100, using: &chance)
        checkTakes = .random(in: 50...3_000, using: &chance)
        if mishap == .takesLong { checkTakes = terms.lease * 5 / 4 }
        self.mishap = mishap
    }

    /// What a node gets for the act.
    static func input(of act: Act, run: RunID, asker: Asker) -> NodeInput {
        switch act {
        case .starts:
            let start = command("start", [.text("9876543210"), .text("IN")])
            return .begin(
                NewRun(
                    run: run, flow: flow, version: version, on: device, command: start, request: "start", salt: 1),
                asker: asker)
        case .hearsOfCode: return word(0, ["tokenTtl": .integer(60)], asker)
        case .types:
            let code = command("submitCode", [.text("482913"), .text("Asha"), .text("Rao")], id: "code")
            return .receive(.command(code), of: run, following: flow, asker: asker)
        case .hearsOfSuccess: return word(2, ["accessToken": .text("token")], asker)
        }
    }

    /// How long the order's handler takes.
    func duration(of order: LegOrder) -> Int64 { order.expectsReply ? checkTakes : callTakes }

    /// The reply of the order's handler: the app's backend confirms the token, and a call of the SDK has none.
    static func reply(to order: LegOrder) -> NodeInput.Reply? {
        order.effect.replies?.events.first { flow.table.events[$0].name == "confirmed" }
            .map { NodeInput.Reply(event: $0) }
    }

    private static func command(_ name: String, _ fields: [Value?], id: String? = nil) -> Command {
        guard let position = flow.table.events.firstIndex(where: { $0.name == name }) else {
            preconditionFailure("the shipped flow has the command '\(name)'")
        }
        return Command(position, fields: fields, id: id)
    }

    /// What the SDK says when its verification has reached this state: 0 is the code on its way, 2 the success.
    private static func word(_ state: Int64, _ more: [String: RawValue], _ asker: Asker) -> NodeInput {
        var fields = more
        fields["delegate"] = .text("verificationStatusChanged")
        fields["verificationState"] = .integer(state)
        let callback = RawValue.object(fields)
        let word = DeviceWord(callback, readBy: flow, of: flow.table.singletons(saying: callback))
        return .hearDevice(word, device, asker: asker)
    }
}
