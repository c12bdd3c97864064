import FlowFixtures
import FlowLanguage
import FlowMutation
import Testing

@Suite("A survivor that is waived")
struct WaiverTests {
    /// The report of the gate's flow in which a row is replaced by `comment`, a text of the row and a waiver.
    private func report(
        of row: String, with comment: String, _ operators: [MutationOperator] = [.value, .assignment]
    ) throws -> MutationReport {
        let text = GateFlow.text.changing(row, to: comment)
        #expect(text != GateFlow.text)
        let subject = try GateFlow.subject([GateFlow.opening], text: text)
        return MutationReport(
            flow: "Gate", source: subject.source, operators: operators,
            fates: try GateFlow.fates(of: subject, operators))
    }

    private static let row = "on jammed -> failed { why = jammed }"

    @Test(
        "A comment beside its row, or alone above it, waives the survivors of its operator there, and no others",
        arguments: [
            "\(row)  // FACTS 4; survives row.value: the app shows one text for all",
            "// survives row.value: the app shows one text for all\n    \(row)",
        ])
    func waived(comment: String) throws {
        let report = try report(of: Self.row, with: comment)
        #expect(report.problems.isEmpty)
        #expect(report.waived.map(\.mutant.what) == ["'jammed' becomes 'silent'", "'jammed' becomes 'denied'"])
        #expect(report.waived.allSatisfy { $0.waiver?.reason == "the app shows one text for all" })
        #expect(report.survivors.contains { $0.mutant.what == "drop 'why = jammed'" })
        #expect(report.tally(of: .value).waived == 2)
        #expect(!report.isClean)
    }

    @Test("One reason may stand for several operators")
    func several() throws {
        let report = try report(
            of: Self.row, with: "\(Self.row)  // survives row.value, row.assignment: one text for all")
        #expect(report.problems.isEmpty)
        #expect(report.waived.map(\.mutant.kind) == [.assignment, .value, .value])
        let unread = try self.report(of: Self.row, with: "\(Self.row)  // survives row.value, row.vaule: why not")
        #expect(unread.problems.map(\.sentence) == ["there is no operator 'row.vaule'"])
        #expect(unread.waived.count == 2)
    }

    @Test("A waiver of what is noticed is an error at its line")
    func idle() throws {
        let row = "on again when tries < 2 -> turning { keep phone; tries += 1 }"
        let report = try report(of: row, with: "\(row)  // survives row.assignment: nobody counts")
        #expect(
            report.problems.map { "\($0.line): \($0.sentence)" } == [
                "33: 'survives row.assignment' waives nothing: every such edit is noticed"
            ])
        #expect(report.waived.isEmpty)
        // A waiver of an operator that the report does not cover is no problem.
        let other = try self.report(of: row, with: "\(row)  // survives row.assignment: nobody counts", [.swap])
        #expect(other.problems.isEmpty)
        #expect(other.isClean)
    }

    @Test(
        "A waiver that cannot be understood says why",
        arguments: [
            ("survives row.vaule: no", "there is no operator 'row.vaule'"),
            ("survives row.value", "'survives row.value' gives no reason: write it behind ':'"),
            ("survives row.value:  ", "'survives row.value' gives no reason: write it behind ':'"),
        ])
    func unread(comment: String, sentence: String) throws {
        let report = try report(of: Self.row, with: "\(Self.row)  // \(comment)")
        #expect(report.problems.map { "\($0.line): \($0.sentence)" } == ["32: \(sentence)"])
        #expect(report.waived.isEmpty)
    }

    @Test("The tally of all operators is the sum of theirs")
    func tallies() throws {
        let subject = try GateFlow.subject([GateFlow.opening])
        let fates = try GateFlow.fates(of: subject)
        let report = MutationReport(
            flow: "Gate", source: subject.source, operators: MutationOperator.allCases, fates: fates)
        let total = report.total
        #expect(total.mutants == fates.count)
        #expect(
            total.mutants == total.equivalent + total.killedByAny + total.survived + total.waived + total.undecided)
        #expect(total.survived == report.survivors.count)
        #expect(total.killed[.check, default: 0] > 0)
        #expect(total.killed[.transcript, default: 0] > 0)
    }
}
