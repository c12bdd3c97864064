import Keyway

/// A fake SDK, with the backend that goes with it: the SDK reports a success as soon as it is started.
actor SilentAuthentication {
    private var tell: @Sendable (RawValue) -> Void = { _ in }
    private var statuses: [String]

    /// - Parameter statuses: the backend's answers to one question after the other; the last one answers all further questions.
    init(statuses: [String]) {
        self.statuses = statuses
    }

    func report(to tell: @escaping @Sendable (RawValue) -> Void) {
        self.tell = tell
        tell(.object(["responseType": .text("SDK_READY"), "statusCode": .integer(200)]))
    }

    func start(_ requestId: String) {
        tell(.object(["responseType": .text("ONETAP"), "statusCode": .integer(200)]))
    }

    func cancel() {}

    func status(of requestId: String) -> String {
        if statuses.count > 1 { return statuses.removeFirst() }
        return statuses.first ?? "FAILED"
    }
}
