/// What the runs of one device share: the provider SDKs that it has once, and the providers' lanes.
///
/// An app is one device. A server that plays many devices has one value for each.
public struct Device: Sendable {
    /// The device that all runs of an app share, unless they are given another.
    public static let shared = Device(sources: .shared, lanes: .shared)

    /// Which run holds each provider's SDK, and what the SDK said that later runs must hear.
    public let sources: Device.Sources
    /// Which run has its turn with each provider, and which runs wait for theirs.
    public let lanes: Device.Lanes

    /// A device of its own, unless it shares sources or lanes with another.
    ///
    /// - Parameters:
    ///   - sources: say which run holds each provider's SDK. Two devices that are given the same value share the SDKs.
    ///   - lanes: say which run has its turn with each provider. Two devices that are given the same value share the
    ///     turns.
    public init(sources: Device.Sources = Device.Sources(), lanes: Device.Lanes = Device.Lanes()) {
        self.sources = sources
        self.lanes = lanes
    }
}
