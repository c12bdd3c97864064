import KeywayCore
import KeywayOrchestrator
import ProviderFlows

/// Performs what a sign-in orders: the SDKs' part with the SDKs of this process, the rest with the backend.
struct SignInHandlers: PhoneLogin.Effects {
    private let world: World
    let silent: any OTPlessSNA.Effects
    let smart: any OTPlessSmartAuth.Effects
    let truecaller: any TruecallerOTP.Effects
    let offline: any OfflineOTP.Effects

    init(_ world: World) {
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

/// Where both ways of OTPless call its SDK: `stop` of the one reaches the SDK before `begin` of the next, as the log has them.
@globalActor
private actor OTPlessCalls {
    static let shared = OTPlessCalls()
}

/// The handlers of each SDK stand on one actor, so that what a run orders reaches the SDK in the order of the log.
@OTPlessCalls
private final class SilentHandlers: OTPlessSNA.Effects {
    private let world: World

    nonisolated init(world: World) { self.world = world }

    func begin(requestId: String) async throws {
        _ = try world.noteBeginning("silent.begin")
        world.otpless.call("begin", for: FakeSDK.Subject(request: requestId))
        try await world.returnFromCall()
    }

    func stop() async throws {
        _ = try world.noteBeginning("silent.stop")
        world.otpless.call("stop")
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

@OTPlessCalls
private final class SmartHandlers: OTPlessSmartAuth.Effects {
    private let world: World

    nonisolated init(world: World) { self.world = world }

    func begin(
        phone: String?, countryCode: String?, email: String?, account: OTPlessSmartAuth.Account?, requestId: String?,
        way: OTPlessSmartAuth.Way?, by channel: OTPlessSmartAuth.Channel?, digits: Int?, codeLife: Duration?
    ) async throws {
        _ = try world.noteBeginning("smart.begin")
        world.otpless.call("begin", for: FakeSDK.Subject(phone: phone, request: requestId))
        try await world.returnFromCall()
    }

    func verify(code: String) async throws {
        _ = try world.noteBeginning("smart.verify")
        world.otpless.call("verify", code: code)
        try await world.returnFromCall()
    }

    func stop() async throws {
        _ = try world.noteBeginning("smart.stop")
        world.otpless.call("stop")
    }

    func initialise() async throws {
        _ = try world.noteBeginning("smart.initialise")
        world.otpless.call("initialise")
    }

    func open(url: String) async throws {
        _ = try world.noteBeginning("smart.open")
        world.otpless.call("open")
    }

    func checkToken(
        token: String, phone: String?, countryCode: String?, email: String?
    ) async throws -> OTPlessSmartAuth.CheckTokenReply {
        let route = try world.noteBeginning("smart.checkToken")
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

private actor TruecallerHandlers: TruecallerOTP.Effects {
    private let world: World

    init(world: World) { self.world = world }

    func request(phone: String, countryCode: String) async throws {
        _ = try world.noteBeginning("truecaller.request")
        world.truecaller.call("request", for: FakeSDK.Subject(phone: phone))
        try await world.returnFromCall()
    }

    func verify(code: String, firstName: String, lastName: String) async throws {
        _ = try world.noteBeginning("truecaller.verify")
        world.truecaller.call("verify", code: code)
        try await world.returnFromCall()
    }

    func checkToken(
        token: String, phone: String, countryCode: String
    ) async throws -> TruecallerOTP.CheckTokenReply {
        let route = try world.noteBeginning("truecaller.checkToken")
        return try await world.backend.isGenuine(token, of: phone, for: route.run) ? .confirmed : .denied
    }
}

private actor OfflineHandlers: OfflineOTP.Effects {
    private let world: World

    init(world: World) { self.world = world }

    func readTypes(account: String) async throws -> OfflineOTP.ReadTypesReply {
        _ = try world.noteBeginning("offline.readTypes")
        try await world.returnFromCall()
        return .typesRead(biometry: true)
    }

    func generate(account: String, data: String?) async throws {
        let route = try world.noteBeginning("offline.generate")
        world.prompts.open(route)
        world.ca.call("generate")
    }

    func generateWithPIN(account: String, pin: String, data: String?) async throws -> OfflineOTP.GenerateWithPINReply {
        _ = try world.noteBeginning("offline.generateWithPIN")
        world.ca.call("generateWithPIN")
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

    /// Thrown where no live run ordered the call: nobody would hear what the SDK says of it.
    struct NoRun: Error {}

    /// Notes that an effect begins; every handler but that of a `volatile` effect calls this first.
    fileprivate func noteBeginning(_ effect: String) throws -> CallbackRoute {
        guard let route = CallbackRoute.current else { throw NoRun() }
        try beginnings.note(Beginnings.Line(key: "\(route.key)", effect: effect))
        teller.tell(.begun(effect))
        return route
    }

    /// The mistake of beginning again what happens once.
    func beginLastAgain(noted lines: [Beginnings.Line]) throws {
        guard let last = lines.last(where: { EffectName($0.effect).isOnce }) else { return }
        try beginnings.note(last)
    }

    /// A call of an SDK takes its time before it returns, whatever the SDK says meanwhile.
    fileprivate func returnFromCall() async throws {
        try await pace.sleep(for: pause())
    }
}
