import FlowLanguage
import FlowMachine
import FlowProviders
import KeywayCore
import KeywayTesting
import ProviderFiles
import ProviderFlows

/// The person's phone: the simulated SDKs in it, and the messages that it gets.
final class Phone: Sendable {
    struct NoModel: Error, CustomStringConvertible {
        var provider: String
        var version: String?
        var known: [String]
        var description: String {
            "there is no model of \(provider)\(version.map { " \($0)" } ?? ""), only of \(known.joined(separator: ", "))"
        }
    }

    /// Something that an SDK says to the app.
    struct Word: Sendable {
        var sdk: SDKName
        var callback: RawValue
        /// Whether the SDK speaks of an older attempt.
        var isOld: Bool
    }

    let messages = Messages()
    private let sdks: [SDKName: FakeSDK]

    /// - Parameters:
    ///   - servers: the memory of the providers' servers and of the app's backend.
    ///   - seeds: draws a seed for each SDK.
    ///   - hear: called with each word of an SDK, on any thread.
    init(
        _ temper: World.Temper, servers: ServerMemory, pace: Pace, seeds: inout SeededGenerator, teller: Teller,
        hear: @escaping @Sendable (Word) -> Void
    ) throws(NoModel) {
        var sdks: [SDKName: FakeSDK] = [:]
        for (name, provider, version, table) in [
            (SDKName.otpless, "OTPless", temper.otplessVersion, OTPlessSmartAuth.table),
            (.truecaller, "Truecaller", nil, TruecallerOTP.table),
            (.ca, "CAStrongAuthentication", nil, OfflineOTP.table),
        ] {
            let named = Self.shippedModels.filter { $0.name.text == provider }
            guard let model = named.first(where: { version == nil || $0.version.content == version }) else {
                throw NoModel(provider: provider, version: version, known: named.map(\.version.content))
            }
            sdks[name] = FakeSDK(
                RandomModelWalk(model, called: AppCalls(of: provider, by: [table]), temper.tendency),
                by: table.sources.first { $0.name == model.source?.text }?.by ?? "event", pace: pace,
                channel: WordChannel(faults: temper.faults), seed: seeds.next(),
                outside: Self.outside(of: name, by: provider, servers, messages, teller, hear))
        }
        self.sdks = sdks
    }

    private static func outside(
        of sdk: SDKName, by provider: String, _ servers: ServerMemory, _ messages: Messages, _ teller: Teller,
        _ hear: @escaping @Sendable (Word) -> Void
    ) -> FakeSDK.Outside {
        FakeSDK.Outside(
            verified: { subject in
                let token = try? await servers.with { facts in
                    if let request = subject.request { facts.verified.insert(request) }
                    guard let phone = subject.phone else { return "token-of-a-request" }
                    let token = "token-\(facts.tokens.count + 1)"
                    facts.tokens[token] = phone
                    return token
                }
                // The server does not know a token that it could not store, so nobody is signed in with that token.
                return token ?? "token-of-nobody"
            },
            failed: { subject in
                try? await servers.with { facts in
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
                hear(Word(sdk: sdk, callback: raw, isOld: isOld))
            })
    }

    /// The app calls an SDK.
    func call(_ call: SDKCall) {
        if let code = call.code {
            sdks[call.sdk]?.call(call.name, code: code)
        } else {
            sdks[call.sdk]?.call(call.name, for: call.subject)
        }
    }

    /// The app has begun: from now on the SDKs of OTPless and Truecaller may speak without being called; CA's never does.
    func load() {
        sdks[.otpless]?.load()
        sdks[.truecaller]?.load()
    }

    /// The providers' models that are compiled into the program.
    static let shippedModels: [ProviderModel] = ShippedFile.models.compactMap { file in
        let source = SourceText(path: file.name, bytes: file.bytes)
        return parse(source).spec.flatMap { resolveModel($0, in: source).model }
    }
}
