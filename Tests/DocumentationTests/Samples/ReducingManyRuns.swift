import Keyway
import KeywayPacked
import ProviderFlows

/// One event of one of many sign-ins, as a recording has it.
struct Heard {
    var signIn: Int
    var event: OTPlessSNA.Event
    /// The order that a reply answers.
    var answers: EffectOrder.ID?
    var time: Instant
}

func endings(of recording: [Heard], in count: Int, from start: Instant) -> [OTPlessSNA.State: Int]? {
    guard let flow = PackedFlow<OTPlessSNA>() else { return nil }
    var runs = PackedRuns(of: flow.table, from: start)
    guard runs.append(OTPlessSNA.begin(at: start).run, count: count) else { return nil }
    var isLeft = false
    flow.reduce(recording, into: &runs) { heard in
        heard.event.packed.map { PackedArrival($0.answering(heard.answers), to: heard.signIn, at: heard.time) }
    } tell: { _, step in
        if step == nil { isLeft = true }
    }
    if isLeft { return nil }
    let states = (0..<count).compactMap { runs.state(of: $0) }.compactMap(OTPlessSNA.state(of:))
    return Dictionary(grouping: states.filter(\.isFinal)) { $0 }.mapValues(\.count)
}
