import FlowFixtures
import FlowLanguage
import FlowMachine
import Foundation
import TestThreads
import Testing

@testable import FlowRules

/// A flow under `Specs/`, by its path there.
struct ShippedSpec: CustomStringConvertible {
    let name: String
    let text: String
    let lines: [String]
    /// The lines of each row, decoder row and requirement; each begins on a line of its own, before the first scenario.
    let rows: [Range<Int>]

    init(name: String, text: String) {
        (self.name, self.text) = (name, text)
        lines = text.components(separatedBy: "\n")
        rows = Self.rows(in: lines)
    }

    var description: String { name }
}

/// The shipped flows, in the order of their paths.
func shippedSpecs() throws -> [ShippedSpec] { try specsAsRead.get() }

/// The texts of the shipped flows, by the names by which other flows have them as sub-flows.
func shippedFlows() throws -> [String: String] { try textsByName.get() }

/// Read once, for hundreds of tests.
private let specsAsRead = Result {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appendingPathComponent("Specs").resolvingSymlinksInPath()
    let paths = try FileManager.default.subpathsOfDirectory(atPath: root.path).filter { $0.hasSuffix(".flow") }.sorted()
    return try paths.map { path in
        ShippedSpec(name: path, text: try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8))
    }
}

private let textsByName = specsAsRead.map { specs in
    let named = specs.map { spec in
        (parse(SourceText(path: spec.name, bytes: Array(spec.text.utf8))).spec?.name.text ?? spec.name, spec.text)
    }
    return Dictionary(named) { first, _ in first }
}

/// Surroundings of a spec in which it finds every shipped flow by its name.
func shippedSurroundings() throws -> SpecSurroundings {
    let flows = try shippedFlows()
    return SpecSurroundings(
        flows: FlowDirectory { name in
            flows[name].map { .text(SourceText(path: name, bytes: Array($0.utf8))) } ?? .nothing
        })
}

@Suite("The shipped flows", .longComputation)
struct ShippedSpecTests {
    @Test("There are at least two shipped flows")
    func some() throws {
        #expect(try shippedSpecs().count >= 2)
    }

    @Test("The shipped flows have no error, and their sizes are known", arguments: try shippedSpecs())
    func sizes(spec: ShippedSpec) throws {
        let source = SourceText(path: spec.name, bytes: Array(spec.text.utf8))
        let flow = check(source, beside: try shippedSurroundings())
        let problems = try found(in: spec.text, among: shippedFlows())
        #expect(!flow.hasErrors, "\(problems)")
        #expect(flow.mayRun)
        let known = [
            "CAStrongAuthentication/AccountDeletion.flow": (22, 81),
            "CAStrongAuthentication/OfflineOTP.flow": (3530, 39_620),
            "OTPless/SNA.flow": (37, 403),
            "OTPless/SmartAuth.flow": (14_980, 339_034),
            "PhoneLogin.flow": (25_140, 337_332),
            "PowerAuth/Activation.flow": (597, 2494),
            "PowerAuth/Biometry.flow": (382, 1_291),
            "PowerAuth/Offline.flow": (155, 553),
            "PowerAuth/Request.flow": (1298, 3988),
            "PowerAuth/TokenRemoval.flow": (64, 196),
            "Truecaller/OTP.flow": (15_024, 134_014),
            "Truecaller/OneTap.flow": (177, 991),
        ]
        let entry = "\"\(spec.name)\": (\(flow.configurations ?? 0), \(flow.steps ?? 0)),"
        let (configurations, steps) = try #require(known[spec.name], "add to 'known': \(entry)")
        #expect(flow.configurations == configurations)
        #expect(flow.steps == steps)
    }

    @Test("Each beginning in `rowsOverOthers` is that of exactly one row", arguments: try shippedSpecs())
    func rowsOverOthers(spec: ShippedSpec) {
        for words in spec.rowsOverOthers {
            #expect(spec.rows.count { spec.lines[$0.lowerBound].hasPrefix(words) } == 1, "\(words)")
        }
    }

    @Test("Doubling any row is an error", arguments: try shippedSpecs())
    func doubledRows(spec: ShippedSpec) throws {
        let flows = try shippedFlows()
        #expect(spec.rows.count > 10)
        let unnoticed = spec.rows.drawn(60).filter { !found(in: spec.doubling($0), among: flows, limit: 1).hasErrors }
        for row in unnoticed {
            let isNoticed = found(in: spec.doubling(row), among: flows).hasErrors
            #expect(isNoticed, "doubled and not noticed: \(spec.words(of: row))")
        }
    }

    @Test(
        "Deleting a row is an error or shows in what 'other' decides, commands included", arguments: try shippedSpecs())
    func deletedRows(spec: ShippedSpec) throws {
        let flows = try shippedFlows()
        let decided = decidedByOther(in: spec.text)
        let rows = spec.rows.filter { !spec.isLeftToTranscripts($0) }
        #expect(rows.count > 5)
        let unnoticed = rows.drawn(60).filter { row in
            !found(in: spec.deleting(row), among: flows, limit: 1).hasErrors
                && decidedByOther(in: spec.deleting(row)) == decided
        }
        for row in unnoticed {
            let isNoticed = found(in: spec.deleting(row), among: flows).hasErrors
            #expect(isNoticed, "deleted and not noticed: \(spec.words(of: row))")
        }
    }
}

/// The cells that `other` rows decide, by state and event.
private func decidedByOther(in text: String) -> [String] {
    guard let machine = check(SourceText(path: "test.flow", bytes: Array(text.utf8)), limit: 1).machine else {
        return []
    }
    return machine.liveStates.flatMap { state in
        machine.events.indices.compactMap { event in
            guard case .other = machine.decider(of: event, in: state) else { return nil }
            return "\(machine.states[state].name.text) \(machine.events[event].name)"
        }
    }
}

extension [Found] {
    fileprivate var hasErrors: Bool { contains { $0.severity == .error } }
}

extension ShippedSpec {
    func doubling(_ row: Range<Int>) -> String {
        var lines = lines
        lines.insert(contentsOf: lines[row], at: row.lowerBound)
        return lines.joined(separator: "\n")
    }

    func deleting(_ row: Range<Int>) -> String {
        var lines = lines
        lines.removeSubrange(row)
        return lines.joined(separator: "\n")
    }

    /// Finds `rows`.
    fileprivate static func rows(in lines: [String]) -> [Range<Int>] {
        let firstScenario = lines.firstIndex { $0.hasPrefix("scenario ") } ?? lines.endIndex
        let words = [
            "on ", "ignore ", "reject ", "late ", "after ", "within ", "hold ", "require ", "when ", "otherwise ",
        ]
        return lines[..<firstScenario].indices.compactMap { index in
            let line = lines[index].trimmingCharacters(in: .whitespaces)
            guard !line.hasPrefix("//") else { return nil }
            guard words.contains(where: { line.hasPrefix($0) }) || line.contains(" => ") else { return nil }
            // A body may go on over several lines.
            var end = index
            var depth = 0
            repeat {
                let code = lines[end].components(separatedBy: "//")[0]
                depth += code.count { $0 == "{" } - code.count { $0 == "}" }
                end += 1
            } while depth > 0 && end < lines.count
            return index..<end
        }
    }

    /// Whether only a transcript or the explorer notices that the row is deleted.
    ///
    /// It is so for decoder rows, requirements, rows for `restored`, and the rows of `rowsOverOthers`.
    func isLeftToTranscripts(_ row: Range<Int>) -> Bool {
        let line = lines[row.lowerBound].trimmingCharacters(in: .whitespaces)
        return line.hasPrefix("require ") || line.contains(" => ") || line.contains(" restored")
            || rowsOverOthers.contains { lines[row.lowerBound].hasPrefix($0) }
    }

    /// The beginnings, with their indentation, of rows whose cells another row decides where they are deleted.
    ///
    /// The comment above each names the transcripts that show its loss, or says that there is none and why.
    var rowsOverOthers: [String] {
        switch name {
        case "PhoneLogin.flow":
            [
                // phone-budget-before-silent
                "  on budget -> failed { why = budget }",
                // phone-request-hangs
                "  after 1m -> next { noRequest = unreachable }",
                // phone-truecaller
                "  when begun < 3 and third in methods",
                // phone-one-tap-refused
                "  when truecaller in methods and phone present and countryCode present -> byTruecaller",
                // phone-changed-number-fails, phone-changed-number-no-one-tap
                "    on smart.failed, smart.cancelled when phone present and countryCode present and changed",
                // phone-changed-number-in-truecaller, phone-changed-number-in-truecaller-no-offline-code
                "    on truecaller.failed, truecaller.cancelled when phone present and countryCode present and changed",
                // None: what these keep is the number that the flow has already.
                "    on smart.failed, smart.cancelled when phone present and countryCode present and not changed",
                "    on truecaller.failed, truecaller.cancelled when phone present and countryCode present and not changed",
            ]
        case "OTPless/SmartAuth.flow":
            [
                // smartauth-judged-by-nobody-behind-a-doubt
                "        on codeRefused when leg == otp and refusal == passing and judging -> entering",
                // smartauth-given-up-in-doubt
                "        on cancel -> cancelled { do stop }",
            ]
        case "PowerAuth/Offline.flow":
            [
                // qr-done-while-signing
                "    reject done"
            ]
        case "Truecaller/OTP.flow":
            [
                // truecaller-late-update-failed-lapsed, truecaller-old-success-while-verifying
                "    on failed when mine and token present -> inTurn"
            ]
        default: []
        }
    }

    func words(of row: Range<Int>) -> String {
        "\(row.lowerBound + 1): "
            + lines[row.lowerBound].components(separatedBy: "  //")[0].trimmingCharacters(in: .whitespaces)
    }
}
