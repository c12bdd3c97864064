import KeywayOrchestrator

/// What the handlers of a sign-in use: the person's phone, the app's backend, and the file in which begun effects are noted.
protocol Surroundings: Sendable {
    var backend: Backend { get }
    var beginnings: Beginnings { get }
    var pace: Pace { get }
    var teller: Teller { get }

    /// Calls an SDK in the person's phone.
    ///
    /// - Parameters:
    ///   - route: the route to the run that ordered the call, with the key of the order.
    ///   - block: the same route where the SDK answers this call by a completion block; nil where the SDK speaks to the whole app.
    func call(_ call: SDKCall, _ route: CallbackRoute, answering block: CallbackRoute?)

    /// How long the next call of an SDK takes to return, in milliseconds; drawn at random.
    func pause() -> Int

    /// A one-time code that the phone makes.
    func nextCode() -> String
}

extension Surroundings {
    /// Waits as long as a call of an SDK takes to return; the SDK may say something meanwhile.
    func returnFromCall() async throws {
        try await pace.sleep(for: pause())
    }
}
