import FlowFixtures
import FlowTranscripts
import KeywayCore
import Testing

/// A form of PhoneLogin that every rule lets pass, and in which the person loses something.
struct UnkindLogin: CustomTestStringConvertible, Sendable {
    /// The text that is replaced; the flow has it once.
    var row: String
    /// What it is replaced with.
    var unkind: String
    /// What goes wrong for the person, as the test's name.
    var loss: String
    /// The shipped transcripts that refute the form, by their file names.
    var stories: [String]

    var testDescription: String { loss }

    /// What the flow forgets and tells after SmartAuth and after Truecaller where the person asked for another number there.
    private static let changedInSmart = """
              account = nil
              nonce = nil
              whySmart = why
              obstacleSmart = obstacle
              refusalSmart = refusal

        """
    private static let changedInTruecaller = """
              account = nil
              whyTruecaller = why
              causeTruecaller = cause

        """

    static let all = [
        UnkindLogin(
            row: changedInSmart + "      keep phone, countryCode\n", unkind: changedInSmart,
            loss: "who asked SmartAuth for another number is signed in as the first by the next way",
            stories: ["phone-changed-number-given-up", "phone-changed-number-fails"]),
        UnkindLogin(
            row: changedInTruecaller + "      keep phone, countryCode\n", unkind: changedInTruecaller,
            loss: "who asked Truecaller for another number is signed in as the first by the next way",
            stories: ["phone-changed-number-in-truecaller", "phone-changed-number-then-silent"]),
        UnkindLogin(
            row: "account = nil\n      nonce = nil", unkind: "nonce = nil",
            loss: "who asked SmartAuth for another number is signed in by the code of the first one's account",
            stories: ["phone-changed-number-no-offline-code"]),
        UnkindLogin(
            row: "account = nil\n      nonce = nil", unkind: "account = nil",
            loss: "who asked SmartAuth for another number is signed in as whoever Truecaller's app names",
            stories: ["phone-changed-number-no-one-tap"]),
        UnkindLogin(
            row: "account = nil\n      whyTruecaller", unkind: "whyTruecaller",
            loss: "who asked Truecaller for another number is signed in by the code of the first one's account",
            stories: ["phone-changed-number-in-truecaller-no-offline-code"]),
        UnkindLogin(
            row: "enter { run smart.start(phone, countryCode) }",
            unkind: "enter { run smart.start(phone, countryCode) }\n    on giveUpRequest -> calling",
            loss: "a double tap gives up a way that nobody has seen",
            stories: ["phone-request-given-up-twice"]),
        UnkindLogin(
            row: "unreachable otherwise unreachable within 30s", unkind: "unreachable otherwise unreachable within 10s",
            loss: "a backend that takes eleven seconds is never heard", stories: ["phone-request-slow"]),
        UnkindLogin(
            row: "on unreachable stay { set retry 3s }",
            unkind: "on unreachable -> next { noRequest = unreachable }",
            loss: "a lost answer ends the silent way", stories: ["phone-request-lost"]),
        UnkindLogin(
            row: "within 7h -> failed", unkind: "within 2h -> failed",
            loss: "the sign-in ends under a code that is on the screen", stories: ["phone-offline-codes-used-slowly"]),
        UnkindLogin(
            row: "on notCreated -> next { noRequest = refused }", unkind: "on notCreated -> next",
            loss: "nobody learns why the silent way was not tried", stories: ["phone-request-refused"]),
        UnkindLogin(
            row: "on silent.failed, silent.cancelled -> next {",
            unkind: "on silent.cancelled -> next\n  on silent.failed -> next {",
            loss: "a way that was given up looks like one that was not tried", stories: ["phone-all-given-up"]),
        UnkindLogin(
            row: "calling { whyOneTap = why; causeOneTap = cause }", unkind: "calling { causeOneTap = cause }",
            loss: "one tap that was given up looks like one that was not tried", stories: ["phone-budget-one-tap"]),
        UnkindLogin(
            row: "authenticated { token = profile }", unkind: "authenticated",
            loss: "the app does not learn whom Truecaller's app named", stories: ["phone-one-tap"]),
        UnkindLogin(
            row: "on restored when not withValues stay { phone = nil; countryCode = nil; account = nil }",
            unkind: "on restored when not withValues -> idle",
            loss: "whoever agrees in Truecaller's app while ours dies gives the number again",
            stories: ["phone-one-tap-restart"]),
        UnkindLogin(
            row: "when truecaller in methods and (phone absent or countryCode absent)  -> idle",
            unkind: "when truecaller in methods and (phone absent or countryCode absent)  -> failed",
            loss: "whoever gives one tap up after a restart is told that no way is left",
            stories: ["phone-one-tap-restart-given-up"]),
        UnkindLogin(
            row: "when truecaller in methods and (phone absent or countryCode absent)  -> idle\n  otherwise -> next",
            unkind: "when phone absent or countryCode absent -> idle\n"
                + "  when phone present and countryCode present and not (truecaller in methods) -> next",
            loss: "a number is asked for again though the budget is used up and no way is left",
            stories: ["phone-one-tap-restart-budget"]),
    ]
}

extension UnkindLogin {
    /// The reasons that `failed` keeps, by the story in which a try tells them and the person begins anew after a restart.
    static let reasons = [
        "phone-begun-anew-after-the-silent-way": ["noRequest", "whySilent", "failureSilent"],
        "phone-begun-anew-tells-its-own-reasons": [
            "whySmart", "obstacleSmart", "refusalSmart", "whyOneTap", "causeOneTap", "whyTruecaller",
            "causeTruecaller", "whyOffline", "troubleOffline", "statusOffline",
        ],
    ]

    /// A form for each reason that is not forgotten where the person begins anew.
    static let remembering = reasons.flatMap { story, names in
        names.map { name in
            UnkindLogin(
                row: "    \(name) = nil\n", unkind: "", loss: "who begins anew is told '\(name)' of the try before",
                stories: [story])
        }
    }
}

@Suite("What a person holds counts in PhoneLogin")
struct UnkindLoginTests {
    @Test("A way that takes another number says at each end without a success which one it has now")
    func numbers() throws {
        var names: [String] = []
        for flow in try ShippedFlows.all() {
            let takesAnother = flow.table.events.contains { event in
                event.origin == .command && event.name != "start" && event.fields.contains { $0.name == "phone" }
            }
            guard takesAnother else { continue }
            names.append(flow.table.name)
            let annotations = flow.annotations
            for end in flow.table.states where end.isFinal && !annotations.successes.contains(end.name) {
                let kept = Set(annotations.keeps[end.name] ?? [])
                #expect(kept.isSuperset(of: ["phone", "countryCode"]), "\(flow.table.name) in \(end.name)")
            }
        }
        #expect(names == ["OTPlessSmartAuth", "TruecallerOTP"])
    }

    private func problems(of text: String, in story: String) throws -> [String] {
        let flow = try LoadedFlow(text, path: "PhoneLogin.flow", among: ShippedFlows.directory())
        let path = "Transcripts/\(story).jsonl"
        let transcript = Transcript.read(try ShippedFlows.bytes(at: path), path: path)
        var player = try Player(
            transcript.bind(to: flow.table), as: RunID(high: 0, low: 1), of: flow.table, annotations: flow.annotations,
            log: nil)
        try player.play { _ in }
        return player.problems.map(\.description)
    }

    @Test("Every reason that a sign-in ends with is told of the try that has come to nothing, and of none before")
    func reasons() throws {
        let kept = try ShippedFlows.named("PhoneLogin").annotations.keeps["failed"] ?? []
        #expect(Set(kept) == Set(UnkindLogin.reasons.values.joined()).union(["why"]))
    }

    @Test(
        "Each unkind form of PhoneLogin is refuted by shipped transcripts",
        arguments: UnkindLogin.all + UnkindLogin.remembering)
    func refuted(form: UnkindLogin) throws {
        let text = String(decoding: try ShippedFlows.bytes(at: "PhoneLogin.flow"), as: UTF8.self)
        try #require(text.split(separator: form.row, omittingEmptySubsequences: false).count == 2, "\(form.row)")
        for story in form.stories {
            #expect(try problems(of: text, in: story).isEmpty, "\(story)")
            #expect(try !problems(of: text.changing(form.row, to: form.unkind), in: story).isEmpty, "\(story)")
        }
    }
}
