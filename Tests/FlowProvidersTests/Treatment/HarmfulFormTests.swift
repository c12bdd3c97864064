import FlowFixtures
import FlowLanguage
import FlowMachine
import FlowProviders
import FlowRules
import Testing

/// A flow must not take from a person what the person has, such as a code or the tries that are left. Each form that does is refuted.
@Suite("A shipped flow that treats a person badly")
struct HarmfulFormTests {
    private func text(of form: HarmfulForm) throws -> String {
        try form.changes.reduce(Fixtures.shipped(form.flow)) { text, change in
            try #require(
                text.split(separator: change.row, omittingEmptySubsequences: false).count == 2, "\(change.row)")
            return text.changing(change.row, to: change.harmful)
        }
    }

    /// What `check` says of the scenarios that fail in the text, each with its title.
    private func brokenScenarios(in text: String) -> [String] {
        check(SourceText(path: "test.flow", bytes: Array(text.utf8))).diagnostics
            .filter { $0.code == .scenarioFails }.map(\.message)
    }

    @Test(
        "A harmful form is refuted by a scenario of the flow, or by a requirement of the flow or its model",
        arguments: HarmfulForm.all)
    func refuted(form: HarmfulForm) throws {
        let text = try text(of: form)
        switch form.refutation {
        case .scenario(let title):
            let broken = brokenScenarios(in: text)
            #expect(broken.contains { $0.contains("scenario '\(title)'") }, "\(broken)")
        case .requirement(let name):
            let accounts = try model(Fixtures.shipped("CAStrongAuthentication/Models/Accounts-2.2.provider"))
            #expect(try explore(machine(text), against: accounts).verdict(on: name) == .broken)
        }
    }

    @Test("The flows as they are shipped are not refuted", arguments: Set(HarmfulForm.all.map(\.flow)).sorted())
    func shipped(flow: String) throws {
        #expect(try brokenScenarios(in: Fixtures.shipped(flow)).isEmpty)
    }

    @Test(
        "The deletion is proved, also where the app dies and comes back",
        arguments: [(false, 51, 187), (true, 164, 887)])
    func deletion(crashing: Bool, configurations: Int, steps: Int) throws {
        let exploration = try explore(
            machine(Fixtures.shipped("CAStrongAuthentication/AccountDeletion.flow")),
            against: model(Fixtures.shipped("CAStrongAuthentication/Models/Accounts-2.2.provider")), crashing: crashing)
        #expect(exploration.isProved, "\(exploration.judgements.filter { $0.verdict != .proved })")
        #expect(exploration.configurations == configurations)
        #expect(exploration.steps == steps)
    }
}
