import KeywayCore
import KeywayLog
import KeywayOrchestrator
import KeywayTesting
import ProviderFlows

/// Everything outside the app: the phone, whose SDKs die with the process, and the servers, which do not.
final class World: Surroundings {
    /// How the SDKs, the backend and the channel from the SDKs to the app behave.
    struct Temper: Sendable {
        /// The seed of all that chance decides outside the app.
        var seed: UInt64 = 1
        /// How many milliseconds an answer takes on average.
        var latency = 800
        /// How often an SDK or the backend does something unwanted.
        var tendency = RandomModelWalk.Tendency()
        /// What may happen to the SDKs' words on their way to the app.
        var faults: Set<ChannelFault> = []
        /// The version of the OTPless SDK.
        var otplessVersion = "2.3.2"
        /// A mistake that is made on purpose.
        var plant: Plant?
    }

    let phone: Phone
    let backend: Backend
    /// Where handlers note each effect that they begin.
    let beginnings: Beginnings
    let pace: Pace
    let teller: Teller
    /// The completion blocks of the calls of CA's SDK.
    private let prompts = Prompts()
    private let chance: Lock<SeededGenerator>

    init(_ temper: Temper, in folder: SignInFolder, time: any Orchestrator.TimeSource, teller: Teller) throws {
        let pace = Pace(time: time, latency: temper.latency)
        let memory = try ServerMemory(folder.servers)
        var seeds = SeededGenerator(seed: temper.seed)
        chance = Lock(SeededGenerator(seed: seeds.next()))
        self.pace = pace
        self.teller = teller
        backend = Backend(
            memory, pace: pace, silence: temper.tendency.silence, seed: seeds.next(),
            trustsAnything: temper.plant == .confirmsAnything)
        beginnings = try Beginnings(folder.beginnings)
        let prompts = prompts
        phone = try Phone(temper, servers: memory, pace: pace, seeds: &seeds, teller: teller) { word in
            switch word.sdk {
            // `deliver` throws only for a flow that reads no shared SDK, and PhoneLogin reads them.
            case .otpless, .truecaller: try? Device.Sources.shared.deliver(word.callback, as: PhoneLogin.self)
            case .ca: prompts.deliver(word.callback, isOld: word.isOld)
            }
        }
    }

    func call(_ call: SDKCall, _ route: CallbackRoute, answering block: CallbackRoute?) {
        if let block { prompts.open(block) }
        phone.call(call)
    }

    func pause() -> Int { chance.withLock { pace.pause(by: &$0) } }

    func nextCode() -> String { chance.withLock { String(Int.random(in: 100_000...999_999, using: &$0)) } }
}
