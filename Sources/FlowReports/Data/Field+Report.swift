import KeywayReplay

extension Replay.Timeline.Field {
    /// The field with its value as the page shows it; of a classified one that the log withholds what it was.
    var inReport: String { value == .present ? "\(self) (withheld)" : description }
}
