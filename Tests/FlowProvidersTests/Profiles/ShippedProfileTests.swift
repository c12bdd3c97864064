import FlowFixtures
import FlowLanguage
import FlowMachine
import FlowProviders
import FlowRules
import TestThreads
import Testing

/// The profiles of `Specs/Profiles`, and which of their clauses shipped flows keep or break.
@Suite("The shipped profiles", .longComputation)
struct ShippedProfileTests {
    private static let names = ["ASVS-5", "EU-2018-389", "NIST-63B"]

    private static func source(_ name: String) throws -> SourceText {
        SourceText(path: "\(name).profile", bytes: Array(try Fixtures.shipped("Profiles/\(name).profile").utf8))
    }

    private static func profile(_ name: String) throws -> ProfileSpec {
        try #require(parseProfile(try source(name)).profile)
    }

    @Test("The profiles have no error beside the shipped flows, and are formatted", arguments: names)
    func sound(name: String) throws {
        let roles = try Set(ShippedFlows.all().flatMap { $0.machine.roles.map(\.name.text) })
        var surroundings = SpecSurroundings()
        surroundings.roles = { roles }
        let source = try Self.source(name)
        #expect(check(source, beside: surroundings).diagnostics.isEmpty)
        #expect(format(source).text.map { Array($0.utf8) } == source.bytes, "run 'keyway fmt Specs'")
    }

    @Test("Each clause says what it asks, and what is left to a server; together there are at least sixteen")
    func clauses() throws {
        let clauses = try Self.names.flatMap { try Self.profile($0).clauses }
        #expect(clauses.count { !$0.requirements.isEmpty } >= 16)
        for clause in clauses {
            #expect(!clause.documentation.isEmpty && clause.server != nil, "\(clause.number.content)")
        }
    }

    /// The flows whose search without models is small. The others are judged by `keyway explore --profile NAME --all`.
    private static let small = [
        "OTPlessSNA", "TruecallerOneTap", "AccountDeletion", "PowerAuthRequest", "PowerAuthBiometry",
        "PowerAuthTokenRemoval", "PowerAuthOffline", "PowerAuthActivation",
    ]

    /// The clauses that these flows break. The server blocks whoever types wrong passwords, and the phone may go on asking for them
    /// (PowerAuth, FACTS 6).
    private static let broken = [
        "EU-2018-389 4(3)(b): PowerAuthActivation", "NIST-63B 3.2.2: PowerAuthActivation",
    ]

    @Test("Small flows explored without models keep each clause that is about them, but for two known ones")
    func verdicts() throws {
        var (broken, kept): ([String], Int) = ([], 0)
        for name in Self.names {
            let (profile, source) = (try Self.profile(name), try Self.source(name))
            for flow in Self.small {
                let judgement = try judge(
                    try ShippedFlows.named(flow).machine, by: profile, in: source, against: [])
                for (clause, verdict) in zip(profile.clauses, judgement.verdicts) {
                    let words = "\(name) \(clause.number.content): \(flow)"
                    switch verdict {
                    case .proved: kept += 1
                    case .refuted: broken.append(words)
                    case .untried, .open, .unsearchable: Issue.record("\(words) is not known")
                    case .notAbout, .server: break
                    }
                }
            }
        }
        #expect(broken.sorted() == Self.broken)
        #expect(kept >= 40, "\(kept)")
    }

    private static func verdict(
        on clause: String, of name: String, in text: String
    ) throws -> ProfileJudgement.Verdict {
        var profile = try profile(name)
        // `judge` would search for each of the other clauses as well.
        profile.clauses.removeAll { $0.number.content != clause }
        let judgement = try judge(try LoadedFlow(text).machine, by: profile, in: try source(name), against: [])
        return try #require(judgement.verdicts.first)
    }

    /// Another code set the count of wrong ones back in the first versions of the flows that hand codes on; those of SNA and OfflineOTP
    /// break no clause.
    struct EarlierVersion: CustomTestStringConvertible, Sendable {
        var file: String
        /// How the word begins by which the flow hears of a code.
        var codeBegins: String
        /// What is taken out of the flow, so that the search is small, and what stands there then.
        var edits: [(text: String, other: String)] = []

        var testDescription: String { file }
    }

    @Test(
        "First versions of flows that hand codes on are refuted: another code set the count of wrong ones back",
        arguments: [
            EarlierVersion(file: "TruecallerOTP-1.flow", codeBegins: "otpInitiated"),
            EarlierVersion(
                file: "OTPlessSmartAuth-1.flow", codeBegins: "initiated(leg: otp",
                edits: [
                    (
                        "  on startRequest when sends < 4 -> first { keep requestId; do checkStatus(requestId) }\n", ""
                    ), ("on start, startRequest when", "on start when"),
                ]),
        ])
    func earlierVersion(version: EarlierVersion) throws {
        let text = version.edits.reduce(try Fixtures.earlier(version.file)) { $0.changing($1.text, to: $1.other) }
        let verdict = try Self.verdict(on: "3.1.3.2 count", of: "NIST-63B", in: text)
        guard case .refuted(let refutation) = verdict else {
            Issue.record("\(verdict)")
            return
        }
        // Five wrong ones of each code count, so three codes are needed for the eleventh.
        let lines = RunWords(refutation.exploration).lines(of: refutation.violation.run)
        #expect(lines.count { $0.happening.hasPrefix(version.codeBegins) } == 3, "\(lines.map(\.happening))")
    }

    @Test(
        "A flow that trusts its SDK, or a backend that did not answer, is refuted",
        arguments: [
            (
                "on oneTap -> confirming { keep token, idToken }\n    on initFailed", "6.3.4",
                "on oneTap -> authenticated { keep token, idToken }\n    on initFailed"
            ),
            (
                "on pending, unreachable -> failed { do stop }", "16.5.3",
                "on unreachable -> authenticated\n    on pending -> failed { do stop }"
            ),
        ])
    func trusting(row: String, clause: String, mistaken: String) throws {
        let text = try Fixtures.shipped("OTPless/SNA.flow")
        guard case .proved = try Self.verdict(on: clause, of: "ASVS-5", in: text),
            case .refuted = try Self.verdict(on: clause, of: "ASVS-5", in: text.changing(row, to: mistaken))
        else {
            Issue.record("\(clause)")
            return
        }
    }
}
