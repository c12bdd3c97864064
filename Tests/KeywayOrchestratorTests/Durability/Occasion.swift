/// An input of a run, one of each kind; each leads the run to its final `reached` and orders `seen` on the way.
enum Occasion: String, CaseIterable, Sendable {
    case command, callback, reply, failedHandler, refusedCall, timer, limit, laneGrant, retainedCallback

    static let text = """
        flow Every version 1
        command go, question, rest, stand, dial
        callback said, kept
        effect seen
        effect call calls SDK.call
        effect ask calls SDK.ask replies yes, no otherwise no within 60s
        source sdk = "SDK" by kind singleton {
          retained KEPT => kept
          SAID => said
        }
        final reached
        final failed
        within 20m -> failed
        ignore unrecognised
        reject other
        late other
        state idle waits for user {
          on go, said -> reached { do seen }
          on question -> asking { do ask }
          on rest -> resting
          on stand -> standing
          on dial -> calling { do call }
          ignore kept
        }
        state asking { on yes, no -> reached { do seen } ignore said, kept }
        state resting { after 10s -> reached { do seen } ignore said, kept }
        state standing {
          lane queue of Mail
          enter { take queue }
          on queue -> reached { do seen }
          after 5m -> failed
          ignore said, kept
        }
        state calling waits for user { on kept -> reached { do seen } ignore said }
        """

    /// The command that leads the run to the state in which the occasion can come; nil where it can come to a run that has just begun.
    var preparation: String? {
        switch self {
        case .command, .callback: nil
        case .reply, .failedHandler, .refusedCall, .limit: "question"
        case .timer: "rest"
        case .laneGrant: "stand"
        case .retainedCallback: "dial"
        }
    }

    /// The state of the run before the occasion.
    var before: String {
        switch self {
        case .command, .callback: "idle"
        case .reply, .failedHandler, .refusedCall, .limit: "asking"
        case .timer: "resting"
        case .laneGrant: "standing"
        case .retainedCallback: "calling"
        }
    }

    /// Whether the occasion comes by itself as soon as the preparation is durable.
    var followsAtOnce: Bool {
        switch self {
        case .refusedCall, .laneGrant, .retainedCallback: true
        case .command, .callback, .reply, .failedHandler, .timer, .limit: false
        }
    }

    /// The effects that the preparation orders, as far as they are performed before the occasion is durable.
    var performedBefore: [String] {
        switch self {
        case .reply, .failedHandler, .limit: ["ask"]
        case .command, .callback, .refusedCall, .timer, .laneGrant, .retainedCallback: []
        }
    }

    /// The effects that are performed where the occasion does not become durable.
    var performedWithout: [String] {
        // The order of the call is durable, and so the call is made.
        self == .retainedCallback ? ["call"] : performedBefore
    }

    /// The effects that are performed in the end.
    var performedAfter: [String] { performedWithout + ["seen"] }
}
