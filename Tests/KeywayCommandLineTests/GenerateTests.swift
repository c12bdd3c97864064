import FlowFixtures
import Foundation
import Testing

@testable import KeywayCommandLine

@Suite("keyway generate")
struct GenerateTests {
    @Test("A flow becomes a file, and the same again writes nothing")
    func generates() throws {
        let folder = try Door.folder()
        let out = folder.path(of: "Generated")
        let call = keyway("generate", "Door", "--out", out, in: folder.path)
        #expect(call.code == .fine)
        #expect(call.lines == [out + "/Door.swift"])
        let text = try String(decoding: #require(folder.contents(of: "Generated")["Door.swift"]), as: UTF8.self)
        #expect(text.contains("public enum Door: Flow {"))
        #expect(text.contains("case knock(guest: String)"))
        #expect(!text.contains(folder.path), "no path is in it")
        for word in ["fatalError", "precondition", "try!", "as!", "!."] { #expect(!text.contains(word)) }
        let again = keyway("generate", "Door", "--out", out, in: folder.path)
        #expect(again.code == .fine)
        #expect(again.output.isEmpty)
    }

    @Test("A spec with as long a name as a file can have is generated a second time")
    func longName() throws {
        let folder = try TemporaryFolder()
        let spec = try folder.write(Door.flow, to: "Specs/\(String(repeating: "a", count: 250)).flow")
        let out = folder.path(of: "Generated")
        keyway("generate", spec, "--out", out, in: folder.path).expectFine()
        keyway("generate", spec, "--out", out, in: folder.path).expectFine()
    }

    @Test("The folder is for whoever the process lets in, as folders that people make are")
    func folderMode() throws {
        let folder = try Door.folder()
        keyway("generate", "Door", "--out", folder.path(of: "a/Generated"), in: folder.path).expectFine()
        let made = try ["a", "a/Generated"].map { name in
            let attributes = try FileManager.default.attributesOfItem(atPath: folder.path(of: name))
            return try #require(attributes[.posixPermissions] as? Int)
        }
        let plain = folder.path(of: "plain")
        try FileManager.default.createDirectory(atPath: plain, withIntermediateDirectories: false)
        let mode = try FileManager.default.attributesOfItem(atPath: plain)[.posixPermissions] as? Int
        #expect(made == [mode, mode])
    }

    @Test("A call without a flow names what is missing, and the usage says that one is needed")
    func needsFlow() {
        let call = keyway("generate", "--out", "Generated")
        #expect(call.code == .usage)
        #expect(call.errors.first?.hasPrefix("'keyway generate' needs FLOW") == true, "\(call.errors)")
        #expect(keyway("help", "generate").output.contains("keyway generate FLOW... --out DIR"))
    }

    @Test("--check passes a fresh file, and names the command for one that is missing, changed or of another spec")
    func checks() throws {
        let folder = try Door.folder()
        let out = folder.path(of: "Generated")
        let command = "run: keyway generate Door --out \(out)"
        let missing = keyway("generate", "Door", "--out", out, "--check", in: folder.path)
        #expect(missing.code == .problem)
        #expect(missing.errors == ["\(out): not as the spec says: Door.swift", command])
        #expect(!folder.exists("Generated"))

        keyway("generate", "Door", "--out", out, in: folder.path).expectFine()
        keyway("generate", "Door", "--out", out, "--check", in: folder.path).expectFine()

        let good = try folder.contents(of: "Generated")
        try folder.replace("Generated/Door.swift", with: #require(good["Door.swift"]) + Array("// mine\n".utf8))
        let changed = keyway("generate", "Door", "--out", out, "--check", in: folder.path)
        #expect(changed.code == .problem)
        #expect(changed.errors.last == command)

        keyway("generate", "Door", "--out", out, in: folder.path).expectFine()
        #expect(try folder.contents(of: "Generated") == good)
        try folder.write(Door.flow.changing("within 5m", to: "within 6m"), to: "Specs/Door.flow")
        let other = keyway("generate", "Door", "--out", out, "--check", in: folder.path)
        #expect(other.code == .problem)
        #expect(try folder.contents(of: "Generated") == good)
    }

    @Test("A file of a flow that was renamed is told, by --check as well, and one of another spec or kind is not")
    func leftovers() throws {
        let folder = try Door.folder()
        let out = folder.path(of: "Generated")
        let spec = try folder.write(Door.flow, to: "App/Entry.flow")
        let other = try folder.write(Door.flow.changing("flow Door", to: "flow Hatch"), to: "App/Hatch.flow")
        #expect(keyway("generate", spec, "--out", out, in: folder.path).errors == [])
        #expect(keyway("generate", other, "--out", out, in: folder.path).errors == [])
        #expect(keyway("generate", spec, "--tests", "--out", out, in: folder.path).errors == [])
        try folder.write(Door.flow.changing("flow Door", to: "flow Gate"), to: "App/Entry.flow")
        let remark =
            "Door.swift was made of Entry.flow too, which declares Gate: where no other Entry.flow has its flow, remove it"
        let renamed = keyway("generate", spec, "--out", out, in: folder.path)
        #expect(renamed.code == .fine && renamed.errors == [remark])
        let check = keyway("generate", spec, "--out", out, "--check", in: folder.path)
        #expect(check.code == .fine && check.errors == [remark])
    }

    @Test("A spec with errors generates nothing, and what was generated stays")
    func brokenSpec() throws {
        let folder = try Door.folder()
        let out = folder.path(of: "Generated")
        keyway("generate", "Door", "--out", out, in: folder.path).expectFine()
        let before = try folder.contents(of: "Generated")
        try folder.write(Door.flow.changing("-> inside", to: "-> insid"), to: "Specs/Door.flow")
        let call = keyway("generate", "Door", "--out", out, in: folder.path)
        #expect(call.code == .problem)
        #expect(call.errors.first?.contains("Door.flow:31:17: error: ") == true)
        #expect(try folder.contents(of: "Generated") == before)
    }

    @Test("A sub-flow is the one of the given files, and not another version of it in Specs")
    func givenSubFlow() throws {
        let folder = try TemporaryFolder()
        let old = """
            flow Porch version 1
            command ring, cancel
            final left
            final entered
            within 5m -> left
            reject other
            state outside waits for user { on ring -> entered on cancel -> left }

            """
        let house = """
            flow House version 1
            command start, cancel
            final outside
            final inside
            within 15m -> outside
            reject other
            state idle waits for user { on start -> atPorch on cancel -> outside }
            state atPorch {
              child porch = Porch
              enter { run porch.ring }
              on porch.welcomed -> inside
              on porch.left -> outside
              on cancel -> outside
            }

            """
        try folder.write(old, to: "Specs/Porch.flow")
        // House names a final that only the given version has.
        let given = old.changing("final entered", to: "final welcomed").changing("-> entered", to: "-> welcomed")
        let files = [try folder.write(given, to: "new/Porch.flow"), try folder.write(house, to: "new/House.flow")]
        for command in ["generate", "conformance"] {
            keyway([command] + files + ["--out", folder.path(of: command)], in: folder.path).expectFine()
        }
    }

    @Test("A folder that is a file, one with foreign files, and two flows of one name are refused")
    func refusals() throws {
        let folder = try Door.folder()
        let file = try folder.write("mine", to: "taken")
        let taken = keyway("generate", "Door", "--out", file, in: folder.path)
        #expect(taken.errors == ["\(file): this is a file, not a folder for generated files"])

        let foreign = try folder.write("let mine = 1\n", to: "Sources/Mine.swift")
        let out = folder.path(of: "Sources")
        let mixed = keyway("generate", "Door", "--out", out, in: folder.path)
        #expect(mixed.code == .problem)
        #expect(mixed.errors == ["\(foreign): this file was not generated, so nothing is written into \(out)"])
        #expect(try folder.contents(of: "Sources") == ["Mine.swift": Array("let mine = 1\n".utf8)])

        let twin = try folder.write(Door.flow, to: "Other/Twin.flow")
        let twice = keyway("generate", "Door", twin, "--out", folder.path(of: "Generated"), in: folder.path)
        #expect(twice.code == .problem)
        #expect(twice.errors.first?.hasPrefix("flow 'Door' is asked for twice: in ") == true)
        #expect(!folder.exists("Generated"))
    }

    @Test("--tests makes a suite and a readable switch of a flow, which say how they were made and whom they test")
    func testsOfAFlow() throws {
        let folder = try Door.folder()
        let out = folder.path(of: "Tests")
        let call = keyway("generate", "--tests", "Door", "--module", "Doors", "--out", out, in: folder.path)
        #expect(call.code == .fine)
        #expect(call.lines == [out + "/DoorTests.swift", out + "/DoorSwitch.swift"])
        let files = try folder.contents(of: "Tests").mapValues { String(decoding: $0, as: UTF8.self) }
        #expect(files.keys.sorted() == ["DoorSwitch.swift", "DoorTests.swift"])
        for text in files.values {
            #expect(
                text.hasPrefix(
                    "// Made from Door.flow by 'keyway generate --tests --module Doors Door --out DIR'. "
                        + "Change the spec, not this file."))
            #expect(text.contains("\nimport Doors\n"))
            #expect(!text.contains(folder.path), "no path is in it")
        }
        let suite = try #require(files["DoorTests.swift"])
        #expect(suite.contains("struct DoorTests {"))
        // Every cell of every state, by the names of the spec.
        for state in ["street", "asking", "inside", "outside"] {
            #expect(suite.contains("FlowSuite.State(\"\(state)\""))
        }
        for event in ["knock", "leave", "bell", "welcome", "refused", "within 5m"] { #expect(suite.contains(event)) }
        let readable = try #require(files["DoorSwitch.swift"])
        #expect(readable.contains("struct DoorSwitch: KeywayTesting.ReadableSwitch {"))
        #expect(readable.contains("case .welcome:"))
        #expect(!readable.contains("default:"))
        let beside = keyway("generate", "--tests", "Door", "--out", folder.path(of: "Beside"), in: folder.path)
        #expect(beside.code == .fine)
        for text in try folder.contents(of: "Beside").values {
            #expect(!String(decoding: text, as: UTF8.self).contains("import Door"), "the flow stands beside its tests")
        }
    }

    @Test(
        "The command that --check names is the call without it, wherever the specs lie and whatever the folders are called"
    )
    func commandAsPrinted() throws {
        let folder = try Door.folder()
        let (specs, out) = (folder.path, folder.path(of: "My Code"))
        let stale = keyway("generate", "Door", "--specs", specs, "--out", out, "--check", in: "/")
        #expect(stale.errors.last == "run: keyway generate Door --specs \(specs) --out '\(out)'")
        keyway("generate", "Door", "--specs", specs, "--out", out, in: "/").expectFine()
    }

    @Test("A sub-flow is the one in the folder that --specs names, whatever lies around the parent")
    func subFlowsOfTheFolder() throws {
        let folder = try TemporaryFolder()
        let parent = """
            flow Outer version 1
            command go
            final done
            within 1h -> done
            state idle waits for user { on go -> trying }
            state trying { child leg = Inner enter { run leg.start } on leg.FINAL -> done }
            reject other
            ignore unrecognised

            """
        func inner(_ final: String) -> String {
            """
            flow Inner version 1
            command start, cancel
            final \(final)
            within 1m -> \(final)
            state idle waits for user { on start, cancel -> \(final) }
            ignore unrecognised

            """
        }
        try folder.write(inner("nearby"), to: "App/Specs/Inner.flow")
        try folder.write(inner("named"), to: "Shared/Inner.flow")
        for (final, specs) in [("nearby", []), ("named", ["--specs", folder.path(of: "Shared")])] {
            let other = final == "named" ? "nearby" : "named"
            let out = folder.path(of: "Generated-\(final)")
            let wrong = try folder.write(parent.changing("FINAL", to: other), to: "App/Specs/Outer.flow")
            #expect(keyway(["generate", wrong, "--out", out] + specs, in: folder.path).code == .problem)
            let right = try folder.write(parent.changing("FINAL", to: final), to: "App/Specs/Outer.flow")
            let alone = keyway(["generate", right, "--out", out] + specs, in: folder.path)
            alone.expectFine()
            #expect(alone.errors == ["Outer compiles in a module with its sub-flows: Inner"])
            let child = specs.isEmpty ? "App/Specs/Inner.flow" : "Shared/Inner.flow"
            let both = keyway(
                ["generate", right, folder.path(of: child), "--out", out] + specs, in: folder.path)
            #expect(both.lines == [out + "/Inner.swift"] && both.errors == [])
        }
    }

    @Test("A sub-flow's flow in another module is imported, and the header and --check name the module")
    func importedSubFlow() throws {
        let folder = try TemporaryFolder()
        let parent = try folder.write(
            """
            flow Outer version 1
            command go
            final done
            within 1h -> done
            state idle waits for user { on go -> trying }
            state trying { child leg = Inner enter { run leg.start } on leg.over -> done }
            reject other

            """, to: "App/Specs/Outer.flow")
        try folder.write(
            """
            flow Inner version 1
            command start, cancel
            final over
            within 1m -> over
            state idle waits for user { on start, cancel -> over }

            """, to: "App/Specs/Inner.flow")
        let out = folder.path(of: "Generated")
        let words = ["generate", parent, "--import", "Inners.Inner", "--out", out]
        let call = keyway(words, in: folder.path)
        #expect(call.errors == [], "it needs no file of the sub-flow")
        let text = try String(decoding: #require(folder.contents(of: "Generated")["Outer.swift"]), as: UTF8.self)
        #expect(
            text.hasPrefix("// Made from Outer.flow by 'keyway generate Outer --import Inners.Inner --out DIR'. "))
        #expect(text.contains("\npublic import KeywayCore\n\npublic import enum Inners.Inner\n"))
        keyway(words + ["--check"], in: folder.path).expectFine()
        let other = ["generate", parent, "--import", "Others.Inner", "--out", out, "--check"]
        #expect(
            keyway(other, in: folder.path).errors.last
                == "run: keyway generate \(parent) --import Others.Inner --out \(out)")
        func importing(_ places: String...) -> CapturedCall {
            keyway(["generate", parent, "--out", out, "--import"] + places, in: folder.path)
        }
        let needless = importing("Inners.Inner", "Inners.Iner")
        #expect(needless.code == .fine)
        #expect(
            needless.errors == ["--import Inners.Iner changes nothing: no flow here has a sub-flow of 'Iner'"])
        importing("Inners.Inner", "Inners.Inner").expectFine()
        #expect(importing("Inners.Inner", "Others.Inner").code == .usage)
        for wrong in ["Inners", "Inners.", ".Inner", "Inners.Inner.Way", "My Inners.Inner"] {
            #expect(keyway("generate", parent, "--import", wrong, "--out", out).code == .usage)
        }
    }

    @Test("A module that cannot be imported, or without a test of it, is wrong usage")
    func wrongModules() throws {
        let folder = try Door.folder()
        let out = folder.path(of: "Tests")
        let spaced = keyway("generate", "Door", "--tests", "--module", "My Module", "--out", out, in: folder.path)
        #expect(spaced.code == .usage)
        let alone = keyway("generate", "Door", "--module", "Doors", "--out", out, in: folder.path)
        #expect(alone.code == .usage)
        #expect(!folder.exists("Tests"))
    }

    @Test("--tests --check names what is missing, changed or of another spec, and the command for it")
    func checksTests() throws {
        let folder = try Door.folder()
        let out = folder.path(of: "Tests")
        let words = ["generate", "Door", "--tests", "--module", "Doors", "--out", out]
        let command = "run: keyway generate --tests --module Doors Door --out \(out)"
        func stale() -> [String] { keyway(words + ["--check"], in: folder.path).errors }

        #expect(stale() == ["\(out): not as the spec says: DoorTests.swift, DoorSwitch.swift", command])
        #expect(!folder.exists("Tests"))
        keyway(words, in: folder.path).expectFine()
        keyway(words + ["--check"], in: folder.path).expectFine()
        let good = try folder.contents(of: "Tests")

        try folder.replace("Tests/DoorSwitch.swift", with: #require(good["DoorSwitch.swift"]) + Array("// mine\n".utf8))
        #expect(stale() == ["\(out): not as the spec says: DoorSwitch.swift", command])
        #expect(keyway(words, in: folder.path).lines == [out + "/DoorSwitch.swift"], "the other is as it must be")
        #expect(try folder.contents(of: "Tests") == good)

        // A longer deadline changes a line in the data of the suite, and nothing in the switch.
        try folder.write(Door.flow.changing("within 5m", to: "within 6m"), to: "Specs/Door.flow")
        #expect(stale().first?.contains("DoorTests.swift") == true)
        #expect(try folder.contents(of: "Tests") == good)
        try folder.write(Door.flow, to: "Specs/Door.flow")
        let elsewhere = keyway(
            "generate", "Door", "--tests", "--module", "Gates", "--out", out, "--check", in: folder.path)
        #expect(elsewhere.code == .problem, "these test another module")
    }

    @Test("A spec with errors makes no tests, and at most three lines say why")
    func testsOfABrokenSpec() throws {
        let folder = try Door.folder()
        try folder.write(
            Door.flow.changing(
                "state asking {", to: "state asking { \(String(repeating: "on gong -> x\n", count: 500))"),
            to: "Specs/Door.flow")
        for words in [["--tests"], []] {
            let call = keyway(["generate", "Door", "--out", folder.path(of: "Tests")] + words, in: folder.path)
            #expect(call.code == .problem)
            #expect(call.output.isEmpty)
            #expect(call.errors.count == 3)
            #expect(call.errors.last?.hasPrefix("and ") == true)
            #expect(!folder.exists("Tests"))
        }
    }

    @Test("Without a flow or a folder the call is wrong")
    func wrongUsage() throws {
        #expect(keyway("generate", "--out", "x").code == .usage)
        #expect(keyway("generate", "Door").code == .usage)
    }
}
