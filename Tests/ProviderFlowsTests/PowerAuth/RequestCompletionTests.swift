import KeywayCore
import ProviderFlows
import Testing

/// Transcripts expect few of the reasons with which a request is completed, so the reasons are compared here.
@Suite("What a request of PowerAuth completes with")
struct RequestCompletionTests {
    private typealias Request = PowerAuthRequest

    /// How a request goes on after its post, and with which reason it is completed in either version of the SDK; nil is a success.
    struct Ending: CustomTestStringConvertible, Sendable {
        /// The entry of PowerAuth's `FACTS.md` that says so.
        var facts: String
        var kind = PowerAuthRequest.Kind.basic
        var strategy = PowerAuthRequest.Strategy.concurrentAll
        var encrypted = false
        var events: [PowerAuthRequest.Event]
        var v1: PowerAuthRequest.Reason?
        var v2: PowerAuthRequest.Reason?
        var refusal: PowerAuthRequest.Refusal?

        var testDescription: String { "FACTS \(facts): \(events.map { "\($0)" }.joined(separator: ", "))" }
    }

    private static func answered(
        _ answer: PowerAuthRequest.Answer, _ refusal: PowerAuthRequest.Refusal? = nil, encrypted: Bool = false
    ) -> Ending {
        Ending(
            facts: "16", encrypted: encrypted, events: [.synced, .answered(answer: answer, refusal: refusal)],
            refusal: refusal)
    }

    private static func both(_ ending: Ending, _ reason: PowerAuthRequest.Reason?) -> Ending {
        var ending = ending
        (ending.v1, ending.v2) = (reason, reason)
        return ending
    }

    private static func versions(
        _ ending: Ending, v1: PowerAuthRequest.Reason, v2: PowerAuthRequest.Reason
    ) -> Ending {
        var ending = ending
        (ending.v1, ending.v2) = (v1, v2)
        return ending
    }

    private static func atItsTurn(_ kind: PowerAuthRequest.Kind, _ end: PowerAuthRequest.Event) -> Ending {
        Ending(facts: "22", kind: kind, events: [.synced, kind == .token ? .cached : .signed, end])
    }

    private static func dropped(_ drop: PowerAuthRequest.Drop, _ reason: PowerAuthRequest.Reason) -> Ending {
        both(Ending(facts: "16", events: [.synced, .dropped(drop: drop)]), reason)
    }

    private static func token(_ events: PowerAuthRequest.Event...) -> Ending {
        Ending(facts: "15", kind: .token, events: [.synced, .uncached] + events)
    }

    static let endings = [
        both(answered(.ok), nil),
        both(answered(.ok, encrypted: true), nil),
        both(answered(.apiError), .apiError),
        // FACTS 23: the server's code says why it refused.
        both(answered(.apiError, .authentication), .apiError),
        both(answered(.apiError, .operationExpired), .apiError),
        both(answered(.badStatus), .errorStatusCode),
        both(answered(.undecodable), .invalidResponse),
        Ending(
            facts: "16", encrypted: true, events: [.synced, .answered(answer: .undecodable, refusal: nil)],
            v1: .invalidResponse, v2: .e2eeError),
        dropped(.timeOut, .timeOut),
        dropped(.noInternet, .noInternet),
        dropped(.badResponse, .badServerResponse),
        dropped(.ssl, .sslError),
        dropped(.other, .generic),
        Ending(
            facts: "13", kind: .signed, strategy: .serialSigned, events: [.missing], v1: .signError,
            v2: .missingActivation),
        both(
            Ending(facts: "11", kind: .signed, strategy: .serialSigned, events: [.active, .queuedAfterQueueing]),
            .timeOut),
        // What is not answered in time says nothing of the activation, the factors or the token.
        both(Ending(facts: "13", kind: .signed, strategy: .serialSigned, events: [.unanswered]), .timeOut),
        both(Ending(facts: "14", events: [.unanswered]), .timeOut),
        both(Ending(facts: "8", kind: .signed, events: [.synced, .unanswered]), .timeOut),
        both(Ending(facts: "12", kind: .token, events: [.synced, .unanswered]), .timeOut),
        both(token(.unanswered), .timeOut),
        both(Ending(facts: "19", events: [.synced, .sendingAfterPatience]), .timeOut),
        both(Ending(facts: "14", events: [.syncFailed]), .generic),
        both(Ending(facts: "14", events: [.synced, .bodyMissing]), .invalidRequest),
        both(Ending(facts: "14", kind: .signed, events: [.synced, .bodyMissing]), .invalidRequest),
        both(Ending(facts: "14", kind: .signed, events: [.synced, .signFailed]), .signError),
        Ending(facts: "15", kind: .token, events: [.synced, .uncached, .tokenFailed], v1: .generic, v2: .tokenError),
        Ending(
            facts: "15", kind: .token, events: [.synced, .uncached, .tokenUseless], v1: .signError, v2: .tokenError),
        both(token(.tokenNone), .unknown),
        // FACTS 22: the SDK signs and sends in one call, and these failures may come only then.
        both(atItsTurn(.signed, .signFailed), .signError),
        both(atItsTurn(.signed, .bodyMissing), .invalidRequest),
        versions(atItsTurn(.signed, .missing), v1: .signError, v2: .missingActivation),
        versions(atItsTurn(.token, .tokenFailed), v1: .generic, v2: .tokenError),
        both(atItsTurn(.token, .tokenNone), .unknown),
        both(token(.tokenReady, .answered(answer: .ok, refusal: nil)), nil),
    ]

    @Test(
        "The completion is told the version's own reason, once, and the run succeeds only without a reason",
        arguments: endings)
    func reasons(ending: Ending) throws {
        for (sdk, reason) in [(Request.SDK.v1, ending.v1), (.v2, ending.v2)] {
            var played = try Played(ending, by: sdk)
            #expect(played.completions == [reason], "\(sdk)")
            #expect(played.refusals == [ending.refusal], "\(sdk)")
            #expect(played.state == .completing)
            try played.take(.completed)
            #expect(played.state == (reason == nil ? .succeeded : .failed), "\(sdk)")
            #expect(played.completions.count == 1)
        }
    }

    @Test("FACTS 17: 1.3 never completes a cancelled request, 2 does at once, wherever it is cancelled")
    func cancelled() throws {
        for ending in Self.endings {
            for count in 0..<ending.events.count {
                var cut = ending
                cut.events = Array(ending.events.prefix(count)) + [.cancel]
                #expect(try Played(cut, by: .v1).completions == [])
                #expect(try Played(cut, by: .v2).completions == [.canceled])
            }
        }
    }

    @Test("FACTS 20: Only what is signed and on its way keeps the line's place after a cancel, until it is answered")
    func withdrawn() throws {
        let way: [Request.Event] = [.active, .queue, .synced, .signed]
        for (sdk, completions) in [(Request.SDK.v1, []), (.v2, [Request.Reason.canceled])] {
            for count in 0..<way.count {
                let events = Array(way.prefix(count)) + [.cancel]
                let cut = Ending(facts: "17", kind: .signed, strategy: .serialSigned, events: events)
                #expect(try Played(cut, by: sdk).state == .cancelled)
            }
            let whole = Ending(facts: "20", kind: .signed, strategy: .serialSigned, events: way + [.cancel])
            var played = try Played(whole, by: sdk)
            #expect(played.state == .withdrawn)
            #expect(played.run.running.count == 1)
            try played.take(.answered(answer: .ok, refusal: nil))
            #expect(played.state == .cancelled)
            #expect(played.run.running.isEmpty)
            #expect(played.completions == completions)
        }
    }

    @Test("FACTS 19, 20: The app is told when its patience ends, and what is signed keeps its place")
    func patience() throws {
        let way: [Request.Event] = [.active, .queue, .synced, .signed, .sendingAfterPatience]
        for sdk in [Request.SDK.v1, .v2] {
            var played = try Played(
                Ending(facts: "20", kind: .signed, strategy: .serialSigned, events: way), by: sdk)
            #expect(played.completions == [.timeOut])
            #expect(played.state == .withdrawn)
            #expect(played.run.running.count == 1)
            try played.take(.answered(answer: .ok, refusal: nil))
            #expect(played.state == .failed)
            #expect(played.completions == [.timeOut])
        }
    }
}

/// The run of one request, to which events are given one after the other.
private struct Played {
    var run: RunState
    /// What the completion was told, each time that it was called.
    private(set) var completions: [PowerAuthRequest.Reason?] = []
    private(set) var refusals: [PowerAuthRequest.Refusal?] = []
    private var sequence: UInt64 = 0

    init(_ ending: RequestCompletionTests.Ending, by sdk: PowerAuthRequest.SDK) throws {
        run = PowerAuthRequest.begin(at: Instant(milliseconds: 0)).run
        try take(
            .post(
                kind: ending.kind, strategy: ending.strategy, sdk: sdk, encrypted: ending.encrypted, timeKnown: false))
        for event in ending.events { try take(event) }
    }

    var state: PowerAuthRequest.State? { PowerAuthRequest.state(of: run) }

    /// Takes an event that must move the run; a reply answers the open effect that may say it.
    mutating func take(_ event: PowerAuthRequest.Event) throws {
        sequence += 1
        let open = run.openEffects.first { open in
            PowerAuthRequest.table.effects[open.effect].replies?.events.contains(event.position) == true
        }
        let step = PowerAuthRequest.reduce(
            &run, event, answering: open?.order, at: Instant(milliseconds: 0), sequence: sequence)
        #expect(step.disposition == .taken, "\(event)")
        for order in step.orders {
            let effect = try PowerAuthRequest.Effect(position: order.effect, values: order.arguments)
            if case .complete(let reason, let refusal) = effect {
                completions.append(reason)
                refusals.append(refusal)
            }
        }
    }
}
