import TestThreads
import Testing

@Suite("Which module imports which", .longComputation)
struct ArrowTests {
    /// What the files of a module import that its line in `Arrows` does not allow, and what its line allows in vain.
    private func mistakes(of module: String, in files: [SwiftText]) -> [String] {
        guard let arrows = Arrows.all[module] else { return ["\(module) has no line"] }
        let imported = files.reduce(into: Set<String>()) { $0.formUnion($1.imports) }
        let system = Arrows.toTheSystem[module] ?? []
        return imported.subtracting(arrows.union(system)).sorted().map { "\(module) imports \($0)" }
            + arrows.union(system).subtracting(imported).sorted().map { "\(module) does not import \($0)" }
    }

    @Test("Each module of Sources imports what its line says, all of it and nothing else")
    func imports() throws {
        let modules = try Repository.folders(in: "Sources")
        #expect(Set(Arrows.all.keys) == Set(modules))
        for module in modules {
            let mistakes = mistakes(of: module, in: try Repository.files(in: "Sources/\(module)"))
            #expect(mistakes == [])
        }
    }

    @Test("An arrow that no line allows is found, and one that nobody uses")
    func planted() {
        let core = SwiftText(path: "Core.swift", text: "// import Foundation\npublic import Foundation\n")
        #expect(mistakes(of: "KeywayCore", in: [core]) == ["KeywayCore imports Foundation"])
        let log = SwiftText(
            path: "Log.swift", text: "#if canImport(Glibc)\nimport Glibc\n#endif\nimport Darwin\nimport Musl")
        #expect(mistakes(of: "KeywayLog", in: [log]) == ["KeywayLog does not import KeywayCore"])
        let exported = SwiftText(
            path: "Suites.swift", text: "@_exported public import KeywayCore\n@testable import FlowRules")
        #expect(mistakes(of: "KeywaySuites", in: [exported]) == ["KeywaySuites imports FlowRules"])
        #expect(mistakes(of: "Elsewhere", in: []) == ["Elsewhere has no line"])
    }

    @Test("No arrow leads from what runs in an app to what works on declarations, and none leads in a circle")
    func direction() {
        var below: [String: Set<String>] = [:]
        func modules(below module: String, through way: [String]) -> Set<String> {
            #expect(!way.contains(module), "\(way) leads back to \(module)")
            guard !way.contains(module) else { return [] }
            if let known = below[module] { return known }
            let next = Arrows.all[module] ?? []
            let all = next.reduce(into: next) { $0.formUnion(modules(below: $1, through: way + [module])) }
            below[module] = all
            return all
        }
        for module in Arrows.all.keys {
            let known = modules(below: module, through: [])
            guard Arrows.isOfApps(module) else { continue }
            #expect(known.allSatisfy { !$0.hasPrefix("Flow") }, "\(module)")
        }
    }

    @Test("A library of the system is linked with its trait only", arguments: ["LibCrypto", "LibPQ", "CSQLite"])
    func traits(library: String) throws {
        let manifest = try Repository.text(of: "Package.swift")
        let uses = manifest.matches(of: try Regex("\"\(library)\"[^\n]*")).map { String(manifest[$0.range]) }
        let linked = uses.filter { $0.contains("condition: .when(") && $0.contains("traits: [") }
        // LibPQ has two uses: the log, and the benchmark that measures it against C.
        #expect(linked.count == (library == "LibPQ" ? 2 : 1))
        // The other place is its own declaration.
        #expect(uses.count == linked.count + 1)
    }

    @Test("The manifest gives each module what its line says")
    func manifest() throws {
        // A library of the system stands with its trait, which is no module.
        let manifest = try Repository.text(of: "Package.swift")
            .replacing(/, condition: \.when\((?:platforms: \[\.\w+\], )?traits: \["\w+"\]\)/, with: "")
        let declaration =
            /(?:module\(\s*|\.target\(\s*name: |\.systemLibrary\(name: )"(\w+)"(?:,\s*(?:uses|dependencies): \[([^\]]*)\])?/
        var given: [String: Set<String>] = [:]
        for match in manifest.matches(of: declaration) {
            let names = (match.output.2 ?? "").matches(of: /"(\w+)"/).map { String($0.output.1) }
            given[String(match.output.1)] = Set(names)
        }
        for (module, arrows) in Arrows.all {
            #expect(given[module] == arrows, "\(module)")
        }
    }

    @Test("No library, adapter or shipped flow says a name that is newer than the platforms that we support")
    func newerNames() throws {
        for file in try Repository.files(in: "Sources") + Repository.files(in: "Specs") {
            #expect(file.newerNames == [])
            #expect(!file.imports.contains("Synchronization"), "\(file.path)")
        }
        let planted = SwiftText(path: "A.swift", text: "let lock = Mutex(1)  // why\n// Mutex\nlet a = 1  // a Span\n")
        #expect(planted.newerNames == ["A.swift: Mutex"])
    }
}
