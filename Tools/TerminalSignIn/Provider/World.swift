import FlowLanguage
import FlowMachine
import FlowProviders
import KeywayCore
import KeywayLog
import KeywayOrchestrator
import KeywayTesting
import ProviderFiles
import ProviderFlows

/// Everything outside the app: the SDKs, which die with the process, and the servers, which do not.
final class World: Sendable {
    /// How the world behaves.
    struct Temper: Sendable {
        var seed: UInt64 = 1
        /// Of an answer on average, in milliseconds.
        var latency = 800
        var tendency = ModelWalk.Tendency()
        var faults: Set<ChannelFault> = []
        /// The version of the OTPless SDK.
        var otplessVersion = "2.3.2"
        /// A mistake that is made on purpose.
        var plant: Plant?
    }

    struct NoModel: Error, CustomStringConvertible {
        var provider: String
        var version: String?
        var known: [String]
        var description: String {
            "there is no model of \(provider)\(version.map { " \($0)" } ?? ""), only of \(known.joined(separator: ", "))"
        }
    }

    let otpless: FakeSDK
    let truecaller: FakeSDK
    let ca: FakeSDK
    let backend: Backend
    let beginnings: Beginnings
    let pace: Pace
    let teller: Teller
    let messages = Messages()
    /// The blocks that the app gave to the calls of CA.
    let prompts = Prompts()
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
        let models = Self.shippedModels()
        let (messages, prompts) = (messages, prompts)
        func sdk(
            _ provider: String, _ version: String? = nil, of flow: (some Flow).Type,
            _ deliver: @escaping @Sendable (RawValue, _ isOld: Bool) -> Void
        ) throws -> FakeSDK {
            let named = models.filter { $0.name.text == provider }
            guard let model = named.first(where: { version == nil || $0.version.content == version }) else {
                throw NoModel(provider: provider, version: version, known: named.map(\.version.content))
            }
            let seed = seeds.next()
            return FakeSDK(
                ModelWalk(model, called: AppCalls(of: provider, by: [flow.table]), temper.tendency),
                by: flow.table.sources.first { $0.name == model.source?.text }?.by ?? "event", pace: pace,
                channel: WordChannel(faults: temper.faults), seed: seed,
                outside: FakeSDK.Outside(
                    verified: { subject in
                        let token = try? await memory.with { facts in
                            if let request = subject.request { facts.verified.insert(request) }
                            guard let phone = subject.phone else { return "token-of-a-request" }
                            let token = "token-\(facts.tokens.count + 1)"
                            facts.tokens[token] = phone
                            return token
                        }
                        // What the server could not keep it does not vouch for.
                        return token ?? "token-of-nobody"
                    },
                    failed: { subject in
                        try? await memory.with { facts in
                            guard let request = subject.request, !facts.verified.contains(request) else { return }
                            facts.failed.insert(request)
                        }
                    },
                    sent: { code in
                        messages.receive(code)
                        teller.tell(.message(provider, code: code))
                    },
                    spoken: { word, raw, isOld in
                        teller.tell(.spoken(provider, word: word))
                        deliver(raw, isOld)
                    }))
        }
        // It throws only for a flow that reads no such SDK.
        let shared: @Sendable (RawValue, Bool) -> Void = { raw, _ in
            try? Device.Sources.ofThisProcess.deliver(raw, as: PhoneLogin.self)
        }
        otpless = try sdk("OTPless", temper.otplessVersion, of: OTPlessSmartAuth.self, shared)
        truecaller = try sdk("Truecaller", of: TruecallerOTP.self, shared)
        ca = try sdk("CAStrongAuthentication", of: OfflineOTP.self) { prompts.deliver($0, isOld: $1) }
    }

    /// How long an SDK's call takes.
    func pause() -> Int { chance.withLock { pace.pause(by: &$0) } }

    /// A one-time code that the phone makes.
    func nextCode() -> String { chance.withLock { String(Int.random(in: 100_000...999_999, using: &$0)) } }

    /// The app has begun: SDKs that say something of themselves do.
    func load() {
        otpless.load()
        truecaller.load()
    }

    static func shippedModels() -> [ProviderModel] {
        ShippedFile.models.compactMap { file in
            let source = SourceText(path: file.name, bytes: file.bytes)
            return parse(source).spec.flatMap { resolveModel($0, in: source).model }
        }
    }
}
