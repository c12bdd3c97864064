import FlowFixtures
import KeywayCore
import KeywayDebugger
import KeywayLog
import Testing

@Suite("Callbacks that no row reads, in the survey of shadows")
struct ShadowSurveyTests {
    private static let child = """
        flow Way version 1
        command go, cancel
        callback done
        source box = "Box" by kind singleton { NEWS when code == 7 or status == 200 => done }
        final good success
        final bad
        require good only after done
        within 15m -> bad
        on cancel -> bad
        ignore unrecognised
        reject other
        state idle waits for user { on go -> running late done }
        state running { on done -> good after 10s -> bad }
        """

    private static let parent = """
        flow Ways version 1
        command start
        final good
        final bad
        within 15m -> bad
        ignore unrecognised
        reject other
        state idle waits for user { on start -> one }
        state one { child way = Way enter { run way.go } on way.good -> good on way.bad -> bad }
        """

    /// The callbacks that no row reads, of a shadow to which this one came.
    private func unread(
        _ callback: RawValue, isEarly: Bool, beside behavior: (any ProviderBehavior)? = nil
    ) throws -> [String: ShadowSurvey.UnreadCallback] {
        var run = try DrivenRun(LoadedFlow(Self.parent, among: ["Way": Self.child]), kind: .shadow)
        if isEarly { try run.deliver(callback) }
        try run.send("start")
        if !isEarly { try run.deliver(callback) }
        var survey = ShadowSurvey()
        survey.add(ShadowedRun(of: try RunHistory(of: run.records())), beside: behavior)
        return survey.unread
    }

    /// An SDK of which the model says this of every callback.
    private struct Box: ProviderBehavior {
        let callbacks: [RawValue] = []
        let meaning: CallbackMeaning?

        func meaning(of happening: ProviderHappening) -> CallbackMeaning? { meaning }
        mutating func firstImpossible(among happenings: [ProviderHappening]) -> Int? { nil }
    }

    @Test("A callback that no row reads is listed also where the SDK says it by its model, and the list says so")
    func modelled() throws {
        let news: RawValue = .object(["kind": .text("NEWS"), "status": .integer(403)])
        func isModelled(_ meaning: CallbackMeaning?) throws -> Bool? {
            let found = try unread(news, isEarly: false, beside: Box(meaning: meaning))
            return try #require(found["NEWS 403"]).isModelled
        }
        #expect(try isModelled(.known) == true && isModelled(.success) == true)
        #expect(try isModelled(.unknown) == false)
        #expect(try isModelled(nil) == nil)
        #expect(try #require(unread(news, isEarly: false)["NEWS 403"]).isModelled == nil)
    }

    @Test("No row is missing for a word that came before the sub-flow that has rows for it")
    func early() throws {
        for status: Int64 in [200, 403] {
            let news: RawValue = .object(["kind": .text("NEWS"), "status": .integer(status)])
            #expect(try unread(news, isEarly: true).isEmpty)
        }
        let other: RawValue = .object(["kind": .text("OTHER"), "status": .integer(403)])
        #expect(try unread(other, isEarly: true)["OTHER 403"]?.row == "OTHER when status == 403 => CALLBACK")
    }

    @Test("The missing row tests each field that may have had the number")
    func fields() throws {
        func row(_ code: RawValue?) throws -> String? {
            var members: [String: RawValue] = ["kind": .text("NEWS"), "status": .integer(403)]
            members["code"] = code
            return try unread(.object(members), isEarly: false)["NEWS 403"]?.row
        }
        #expect(try row(nil) == "NEWS when status == 403 => CALLBACK")
        #expect(try row(.bool(true)) == "NEWS when status == 403 => CALLBACK")
        // The log has the type of a text, and not whether it is a number: then it would be the one that is kept.
        #expect(try row(.text("EXPIRED")) == "NEWS when code == 403 or status == 403 => CALLBACK")
    }
}
