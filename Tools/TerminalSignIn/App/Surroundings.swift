import KeywayOrchestrator

/// What the handlers of a sign-in reach: the person's phone, our backend, and the file in which beginnings are noted.
protocol Surroundings: Sendable {
    var backend: Backend { get }
    var beginnings: Beginnings { get }
    var pace: Pace { get }
    var teller: Teller { get }

    /// Calls an SDK in the person's phone.
    ///
    /// - Parameter block: the way back for what the SDK says to this call alone; nil where it speaks to the whole app.
    func call(_ call: SDKCall, _ route: CallbackRoute, answering block: CallbackRoute?)

    /// How long an SDK's call takes, in milliseconds.
    func pause() -> Int

    /// A one-time code that the phone makes.
    func nextCode() -> String
}

extension Surroundings {
    /// A call of an SDK takes its time before it returns, whatever the SDK says meanwhile.
    func returnFromCall() async throws {
        try await pace.sleep(for: pause())
    }
}
