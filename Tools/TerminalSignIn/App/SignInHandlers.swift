import KeywayCore
import KeywayOrchestrator
import ProviderFlows

/// Performs the effects of a sign-in: calls of the SDKs in the person's phone, and questions to the app's backend.
///
/// A sign-in tries several ways one after the other; each way is a sub-flow with effects of its own.
struct SignInHandlers: PhoneLogin.Effects {
    private let world: any Surroundings
    let oneTap: any TruecallerOneTap.Effects = NoTruecallerApp()
    let silent: any OTPlessSNA.Effects
    let smart: any OTPlessSmartAuth.Effects
    let truecaller: any TruecallerOTP.Effects
    let offline: any OfflineOTP.Effects

    init(_ world: any Surroundings) {
        self.world = world
        silent = SilentHandlers(world: world)
        smart = SmartHandlers(world: world)
        truecaller = TruecallerHandlers(world: world)
        offline = OfflineHandlers(world: world)
    }

    func createRequest(phone: String, countryCode: String) async throws -> PhoneLogin.CreateRequestReply {
        let route = try world.noteBeginning("createRequest")
        return .created(requestId: try await world.backend.createRequest(route.key))
    }
}

/// The actor on which both ways of OTPless call the SDK, so that the calls reach the SDK in the order of the log: `stop` of one way before
/// `begin` of the next.
@globalActor
private actor OTPlessCalls {
    static let shared = OTPlessCalls()
}

/// The handlers of the silent way, in which OTPless asks the phone's network who the person is.
@OTPlessCalls
private final class SilentHandlers: OTPlessSNA.Effects {
    private let world: any Surroundings

    nonisolated init(world: any Surroundings) { self.world = world }

    func begin(requestId: String) async throws {
        let route = try world.noteBeginning("silent.begin")
        world.call(SDKCall(sdk: .otpless, name: "begin", subject: FakeSDK.Subject(request: requestId)), route)
        try await world.returnFromCall()
    }

    func stop() async throws {
        let route = try world.noteBeginning("silent.stop")
        world.call(SDKCall(sdk: .otpless, name: "stop"), route)
    }

    func checkStatus(requestId: String) async throws -> OTPlessSNA.CheckStatusReply {
        let route = try world.noteBeginning("silent.checkStatus")
        switch try await world.backend.status(of: requestId, for: route.run) {
        case .confirmed: return .confirmed
        case .pending: return .pending
        case .denied: return .denied
        }
    }
}

/// The handlers of the way in which OTPless sends a code or a link.
@OTPlessCalls
private final class SmartHandlers: OTPlessSmartAuth.Effects {
    private let world: any Surroundings

    nonisolated init(world: any Surroundings) { self.world = world }

    func begin(
        phone: String?, countryCode: String?, email: String?, account: OTPlessSmartAuth.Account?, requestId: String?,
        way: OTPlessSmartAuth.Way?, by channel: OTPlessSmartAuth.Channel?, digits: Int?, codeLife: Duration?
    ) async throws {
        let route = try world.noteBeginning("smart.begin")
        let subject = FakeSDK.Subject(phone: phone, request: requestId)
        world.call(SDKCall(sdk: .otpless, name: "begin", subject: subject), route)
        try await world.returnFromCall()
    }

    func verify(code: String) async throws {
        let route = try world.noteBeginning("smart.verify")
        world.call(SDKCall(sdk: .otpless, name: "verify", code: code), route)
        try await world.returnFromCall()
    }

    func stop() async throws {
        let route = try world.noteBeginning("smart.stop")
        world.call(SDKCall(sdk: .otpless, name: "stop"), route)
    }

    func initialise() async throws {
        let route = try world.noteBeginning("smart.initialise")
        world.call(SDKCall(sdk: .otpless, name: "initialise"), route)
    }

    func open(url: String) async throws {
        let route = try world.noteBeginning("smart.open")
        world.call(SDKCall(sdk: .otpless, name: "open"), route)
    }

    func checkToken(
        token: String, phone: String?, countryCode: String?, email: String?, account: OTPlessSmartAuth.Account?
    ) async throws -> OTPlessSmartAuth.CheckTokenReply {
        let route = try world.noteBeginning("smart.checkToken")
        // The simulated server verifies numbers alone, so no token of it is of an address or of an account.
        guard let phone else { return .denied }
        return try await world.backend.isGenuine(token, of: phone, for: route.run) ? .confirmed : .denied
    }

    func checkStatus(requestId: String) async throws -> OTPlessSmartAuth.CheckStatusReply {
        let route = try world.noteBeginning("smart.checkStatus")
        switch try await world.backend.status(of: requestId, for: route.run) {
        case .confirmed: return .confirmed
        case .pending: return .pending
        case .denied: return .denied
        }
    }
}

/// The handlers of the way in which Truecaller sends a code. They are an actor, so that the SDK is called in the order of the log.
private actor TruecallerHandlers: TruecallerOTP.Effects {
    private let world: any Surroundings

    init(world: any Surroundings) { self.world = world }

    func request(phone: String, countryCode: String) async throws {
        let route = try world.noteBeginning("truecaller.request")
        world.call(SDKCall(sdk: .truecaller, name: "request", subject: FakeSDK.Subject(phone: phone)), route)
        try await world.returnFromCall()
    }

    func verify(code: String, firstName: String, lastName: String) async throws {
        let route = try world.noteBeginning("truecaller.verify")
        world.call(SDKCall(sdk: .truecaller, name: "verify", code: code), route)
        try await world.returnFromCall()
    }

    func checkToken(
        token: String, phone: String, countryCode: String
    ) async throws -> TruecallerOTP.CheckTokenReply {
        let route = try world.noteBeginning("truecaller.checkToken")
        return try await world.backend.isGenuine(token, of: phone, for: route.run) ? .confirmed : .denied
    }
}

/// The phone has no app of Truecaller's. No sign-in here begins one tap, because none has a nonce.
private struct NoTruecallerApp: TruecallerOneTap.Effects {
    func readSupport() async throws -> TruecallerOneTap.ReadSupportReply { .unsupported }
    func request(nonce: String) async throws { throw Missing() }
    func open(url: String) async throws { throw Missing() }
    func checkProfile(profile: String, nonce: String) async throws -> TruecallerOneTap.CheckProfileReply {
        throw Missing()
    }

    private struct Missing: Error {}
}

/// The handlers of the way in which the SDK of CA makes a code in the phone itself.
private actor OfflineHandlers: OfflineOTP.Effects {
    private let world: any Surroundings

    init(world: any Surroundings) { self.world = world }

    func readTypes(account: String) async throws -> OfflineOTP.ReadTypesReply {
        _ = try world.noteBeginning("offline.readTypes")
        try await world.returnFromCall()
        return .typesRead(biometry: true)
    }

    func generate(account: String, data: String?) async throws {
        let route = try world.noteBeginning("offline.generate")
        world.call(SDKCall(sdk: .ca, name: "generate"), route, answering: route)
    }

    func generateWithPIN(account: String, pin: String, data: String?) async throws -> OfflineOTP.GenerateWithPINReply {
        let route = try world.noteBeginning("offline.generateWithPIN")
        world.call(SDKCall(sdk: .ca, name: "generateWithPIN"), route)
        try await world.returnFromCall()
        return pin == World.pin ? .generated(otp: world.nextCode()) : .refused(status: "WRONG_PIN")
    }

    func show(otp: String) async throws {
        world.teller.tell(.code(otp))
    }
}

extension World {
    /// The PIN of the person's account.
    static let pin = "2468"
}

/// Thrown by a handler that was not called for a live run: no run would get the SDK's answer.
private struct NoRun: Error {}

extension Surroundings {
    /// Notes that an effect begins, and returns the route to the run that ordered it. Every handler calls this first, except those of
    /// `volatile` effects and of one tap, which is never begun.
    fileprivate func noteBeginning(_ effect: String) throws -> CallbackRoute {
        guard let route = CallbackRoute.current else { throw NoRun() }
        try beginnings.note(Beginnings.Line(key: "\(route.key)", effect: effect))
        teller.tell(.begun(effect))
        return route
    }

    fileprivate func call(_ call: SDKCall, _ route: CallbackRoute) {
        self.call(call, route, answering: nil)
    }
}
