import KeywayReplay

extension Replay.Timeline.Field {
    /// The field with its value as the page shows it; of a value that the log does not keep, that it is withheld.
    var inReport: String { value == .present ? "\(self) (withheld)" : description }
}
