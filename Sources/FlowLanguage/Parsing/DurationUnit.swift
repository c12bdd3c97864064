/// The unit of a duration, as in `30s`.
enum DurationUnit: String {
    case milliseconds = "ms"
    case seconds = "s"
    case minutes = "m"
    case hours = "h"

    /// The unit with this spelling; nil for other letters.
    init?(_ letters: ArraySlice<UInt8>) {
        guard letters.count <= 2 else { return nil }
        self.init(rawValue: String(decoding: letters, as: UTF8.self))
    }

    var inMilliseconds: Int {
        switch self {
        case .milliseconds: 1
        case .seconds: 1000
        case .minutes: 60_000
        case .hours: 3_600_000
        }
    }
}
