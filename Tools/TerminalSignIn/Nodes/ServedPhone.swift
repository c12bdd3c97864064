import KeywayCore
import KeywayLog
import KeywayOrchestrator
import KeywayTesting

/// What the handlers of all sign-ins share in a process that serves them.
final class ServerWorld: Sendable {
    let backend: Backend
    let beginnings: Beginnings
    let pace: Pace
    /// Writes a report to whoever asks the process.
    let report: @Sendable (ServerReport) -> Void
    private let chance: Lock<SeededGenerator>
    /// For each device the routes by which answers of the SDK of CA Strong Authentication come back: of the two latest calls that this
    /// process made. An answer removes none, because the SDK may answer an older call once more.
    private let prompts = Lock<[String: Prompts]>([:])

    init(
        _ temper: World.Temper, in folder: SignInFolder, time: any Orchestrator.TimeSource,
        report: @escaping @Sendable (ServerReport) -> Void
    ) throws {
        var seeds = SeededGenerator(seed: temper.seed)
        pace = Pace(time: time, latency: temper.latency)
        backend = Backend(
            try ServerMemory(folder.servers), pace: pace, silence: temper.tendency.silence, seed: seeds.next(),
            trustsAnything: temper.plant == .confirmsAnything)
        beginnings = try Beginnings(folder.beginnings)
        chance = Lock(seeds)
        self.report = report
    }

    func prompts(of device: String) -> Prompts {
        prompts.withLock { prompts in
            let known = prompts[device] ?? Prompts()
            prompts[device] = known
            return known
        }
    }

    func draw<Value>(_ body: (inout SeededGenerator) -> Value) -> Value { chance.withLock { body(&$0) } }
}

/// One person's phone, as the handlers of a process that serves many phones reach it.
struct ServedPhone: Surroundings {
    let world: ServerWorld
    /// The app's name for the phone.
    let device: String

    var backend: Backend { world.backend }
    var beginnings: Beginnings { world.beginnings }
    var pace: Pace { world.pace }
    /// Writes nothing: the judge reads from the file of beginnings what handlers do.
    var teller: Teller { Teller(form: .lines) { _ in } }

    func call(_ call: SDKCall, _ route: CallbackRoute, answering block: CallbackRoute?) {
        // The phone is in another process: the call goes there as a report.
        if let block { world.prompts(of: device).open(block) }
        let order = route.key.order
        let place = CallPlace(run: "\(route.run)", sequence: order.sequence, index: UInt64(order.index))
        world.report(.calls(call, device: device, place: place))
    }

    func pause() -> Int { world.draw { pace.pause(by: &$0) } }

    func nextCode() -> String { world.draw { String(Int.random(in: 100_000...999_999, using: &$0)) } }
}
