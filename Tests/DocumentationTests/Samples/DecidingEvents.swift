import Keyway
import ProviderFlows

func statesPassed(by events: [OTPlessSNA.Event]) -> [OTPlessSNA.State?] {
    var (run, _) = OTPlessSNA.begin(at: Instant(milliseconds: 0))
    var states = [OTPlessSNA.state(of: run)]
    for (place, event) in events.enumerated() {
        let now = Instant(milliseconds: Int64(place))
        _ = OTPlessSNA.reduce(&run, event, at: now, sequence: UInt64(place + 1))
        states.append(OTPlessSNA.state(of: run))
    }
    return states
}
