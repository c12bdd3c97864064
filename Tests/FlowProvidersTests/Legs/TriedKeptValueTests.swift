import FlowLanguage
import FlowProviders
import Testing

/// A value that a leg's final keeps counts like a value of a callback: a proof says nothing of one that never came.
@Suite("Which values that a leg's final keeps were tried")
struct TriedKeptValueTests {
    /// What a parent does with the end of its first leg, whose lock never jams so that it says so.
    private func explored(_ failed: String) throws -> (exploration: FlowExploration, rows: TriedRows) {
        let text = KeptValueTests.house(failed)
        let machine = try House.machine(text, legs: KeptValueTests.door)
        let exploration = try explore(machine, against: [model(House.lock)])
        let source = SourceText(path: "House.flow", bytes: Array(text.utf8))
        return (exploration, TriedRows(of: machine, in: source, reachedBy: [exploration]))
    }

    @Test(
        "A parent that names a value which its leg never keeps is told so, and its twin is proved and tried",
        arguments: ["why in { closed, VALUE }", "why == closed or why == VALUE"])
    func named(condition: String) throws {
        func rows(_ value: String) -> String {
            "on first.failed when \(condition.replacing("VALUE", with: value)) -> back\n  on first.failed otherwise -> failed"
        }
        let unsafe = try explored(rows("jammed"))
        #expect(unsafe.exploration.isProved)
        #expect(unsafe.rows.untried.flatMap(\.parts) == ["first.failed with why = jammed"])
        let safe = try explored(rows("denied"))
        #expect(safe.exploration.isProved && safe.rows.holds, "\(safe.rows.untried)")
    }

    @Test("Alone, any sub-flow may end with each value, so that each counts as tried")
    func alone() throws {
        let text = KeptValueTests.house(
            "on first.failed when why in { closed, jammed } -> back\n  on first.failed otherwise -> failed")
        let machine = try House.machine(text, legs: KeptValueTests.door)
        let source = SourceText(path: "House.flow", bytes: Array(text.utf8))
        let rows = TriedRows(of: machine, in: source, reachedBy: [try explore(machine, against: [])])
        #expect(rows.untried.isEmpty, "\(rows.untried)")
    }
}
