import FlowTranscripts
import KeywayCore
import KeywayFileLog
import KeywayLog
import KeywayOrchestrator
import KeywayRuns
import ProviderFlows

/// Writes what a shadow, a flow that only watches, sees of an app's own sign-in code.
///
/// The app's code gives up too early, and does not ask its backend where the SDK has told it nothing.
struct DemoShadow {
    private static let oneTap = callback("ONETAP", ["response": .object(["token": .text("t")])])

    /// The sign-ins, each with the app's name for it and with what is told after its start.
    ///
    /// `after` counts the milliseconds since what was told before.
    private static let signIns: [(reference: String, happenings: [(after: Int64, ShadowRun.Told)])] = [
        (
            "in-time",
            [
                (300, .heard(callback("SDK_READY"))), (4_100, .heard(oneTap)), (250, answered(.confirmed)),
                (0, .ended(.succeeded)),
            ]
        ),
        (
            "too-late",
            [
                (300, .heard(callback("SDK_READY"))), (9_700, .ended(.failed("timeout"))), (2_400, .heard(oneTap)),
                (250, answered(.confirmed)),
            ]
        ),
        (
            "unknown",
            [
                (300, .heard(callback("SDK_READY"))),
                (800, .heard(callback("SESSION_EXPIRED", ["statusCode": .integer(403)]))),
                (0, .ended(.failed("sdk"))), (900, answered(.denied)),
            ]
        ),
        ("silent", [(20_000, .ended(.failed("timeout"))), (60_000, .heard(callback("SDK_READY")))]),
    ]

    /// Writes what the shadow sees into the log.
    static func write(into log: any EventLog) {
        var identities = RunIdentities(seed: 11)
        let (version, flow) = FlowVersion.shared(for: OTPlessSNA.self)
        var shadow = ShadowRun(of: flow, version: version, choosing: [], in: log)
        var now = Instant(milliseconds: 0)
        for (reference, happenings) in signIns {
            shadow.nextID = RunID.random(using: &identities)
            let start = OTPlessSNA.Command.start(requestId: reference)
            shadow.take(.asked(KeywayRuns.Command(start.position, fields: start.values), reference: reference), at: now)
            for (pause, happening) in happenings {
                now = now.advanced(byMilliseconds: pause)
                shadow.take(happening, at: now)
            }
            now = now.advanced(byMilliseconds: 1_000)
        }
    }

    private static func callback(_ type: String, _ members: [String: RawValue] = [:]) -> RawValue {
        .object(members.merging(["responseType": .text(type)]) { own, _ in own })
    }

    private static func answered(_ reply: OTPlessSNA.CheckStatusReply) -> ShadowRun.Told {
        .answered(effect: reply.effect, event: reply.event.position, fields: reply.event.values)
    }
}
