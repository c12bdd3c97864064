import KeywayReplay

extension Replay.Timeline.Field {
    /// The field with its value as the page shows it; where the log does not keep the value, with the remark "withheld".
    var textInReport: String { value == .present ? "\(self) (withheld)" : description }
}
