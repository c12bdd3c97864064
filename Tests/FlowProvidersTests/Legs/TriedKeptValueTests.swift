import FlowFixtures
import FlowLanguage
import FlowProviders
import Testing

/// A value that a parent's guard names in what a leg's final keeps must be tried, as a value of a callback must: a proof is no evidence
/// for a value that never came.
@Suite("Which values that a leg's final keeps were tried")
struct TriedKeptValueTests {
    /// Explores a parent with these rows for `first.failed`. The lock may jam, but the leg never ends with `why = jammed`.
    private func explored(_ failed: String) throws -> (exploration: FlowExploration, rows: TriedRows) {
        let text = KeptValueTests.house(failed)
        let machine = try House.machine(text, door: KeptValueTests.door)
        let exploration = try explore(machine, against: [model(House.lock)])
        let source = SourceText(path: "House.flow", bytes: Array(text.utf8))
        return (exploration, TriedRows(of: machine, in: source, reachedBy: [exploration]))
    }

    @Test(
        "A value that a guard names is untried where the leg never keeps it, and tried where it does; both flows are proved",
        arguments: ["why in { closed, VALUE }", "why == closed or why == VALUE"])
    func named(condition: String) throws {
        func rows(_ value: String) -> String {
            "on first.failed when \(condition.changing("VALUE", to: value)) -> back\n  on first.failed otherwise -> failed"
        }
        let neverKept = try explored(rows("jammed"))
        #expect(neverKept.exploration.isProved)
        #expect(neverKept.rows.untried.flatMap(\.parts) == ["first.failed with why = jammed"])
        let kept = try explored(rows("denied"))
        #expect(kept.exploration.isProved && kept.rows.holds, "\(kept.rows.untried)")
    }

    @Test("A parent explored without models meets sub-flows that end with any value, so that each is tried")
    func alone() throws {
        let text = KeptValueTests.house(
            "on first.failed when why in { closed, jammed } -> back\n  on first.failed otherwise -> failed")
        let machine = try House.machine(text, door: KeptValueTests.door)
        let source = SourceText(path: "House.flow", bytes: Array(text.utf8))
        let rows = TriedRows(of: machine, in: source, reachedBy: [try explore(machine, against: [])])
        #expect(rows.untried.isEmpty, "\(rows.untried)")
    }
}
