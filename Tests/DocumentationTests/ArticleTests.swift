import FlowLanguage
import Foundation
import Testing

@Suite("What the documentation shows")
struct ArticleTests {
    static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()
    static let articles: [URL] =
        files(under: root.appending(path: "Sources"), ending: ".md")
        + files(under: root.appending(path: "Specs"), ending: ".md")
    private static let readme = root.appending(path: "README.md")
    /// The texts of all compiled Swift files from which articles may quote.
    static let compiled: [String] =
        (files(under: root.appending(path: "Tests/DocumentationTests/Samples"), ending: ".swift")
        + files(under: root.appending(path: "Tools/SignInExample"), ending: ".swift")
        + files(under: root.appending(path: "Tools/AdapterChecks/Tests"), ending: ".swift"))
        .filter { !$0.path.contains("/.build/") }
        .compactMap { try? String(contentsOf: $0, encoding: .utf8) }

    @Test("There are articles, and code beside them")
    func somethingIsShown() {
        #expect(Self.articles.count > 10)
        #expect(Self.compiled.count > 5)
    }

    @Test("Every piece of Swift is compiled", arguments: articles)
    func codeIsCompiled(in article: URL) throws {
        let text = try String(contentsOf: article, encoding: .utf8)
        for piece in text.fencedPieces(of: "swift") {
            #expect(
                Self.compiled.contains { $0.contains(piece) },
                "\(article.lastPathComponent) shows code that no sample has:\n\(piece)")
        }
    }

    @Test("A page shows every import that its Swift is compiled with", arguments: articles + [readme])
    func importsAreShown(on page: URL) throws {
        #expect(try String(contentsOf: page, encoding: .utf8).hiddenImports(in: Self.compiled) == [])
    }

    @Test("An import that the sample has and its page does not is found")
    func hiddenImport() {
        let sample = "import Keyway\nimport KeywayLog\n\nfunc first() {}\n\nfunc second() {}\n"
        let page = "# A page\n\n```swift\nimport Keyway\n```\n\n`import KeywayLog`\n\n```swift\nfunc second() {}\n```\n"
        #expect(page.hiddenImports(in: [sample]) == ["KeywayLog"])
        let whole = page.split(separator: "\n", omittingEmptySubsequences: false)
            .map { $0 == "import Keyway" ? "import Keyway\nimport KeywayLog" : $0 }.joined(separator: "\n")
        #expect(whole.hiddenImports(in: [sample]) == [])
        #expect(page.hiddenImports(in: ["import Foundation\n"]) == [])
    }

    @Test("A piece of a sample's manifest uses no name that is declared in that manifest alone", arguments: articles)
    func manifestPiecesStandAlone(in article: URL) throws {
        #expect(try String(contentsOf: article, encoding: .utf8).hiddenDeclarations(in: Self.compiled) == [])
    }

    @Test("A name that a page's piece of a manifest uses and the page does not declare is found")
    func hiddenDeclaration() {
        let manifest = """
            import PackageDescription

            let strict: [SwiftSetting] = []

            let package = Package(name: "App", targets: [
                .target(name: "App", dependencies: [.product(name: "Keyway", package: "keyway")], swiftSettings: strict)
            ])

            """
        let page = """
            ```swift
                .target(name: "App", dependencies: [.product(name: "Keyway", package: "keyway")], swiftSettings: strict)
            ```

            """
        #expect(page.hiddenDeclarations(in: [manifest]) == ["strict"])
        let whole = page + "```swift\nlet strict: [SwiftSetting] = []\n```\n"
        #expect(whole.hiddenDeclarations(in: [manifest]) == [])
    }

    @Test("An article has a piece of a sample's manifest")
    func manifestIsShown() throws {
        let manifests = Self.compiled.filter(\.isManifest)
        let pieces = try Self.articles.flatMap { try String(contentsOf: $0, encoding: .utf8).fencedPieces(of: "swift") }
        #expect(pieces.contains { piece in manifests.contains { $0.contains(piece) } })
    }

    @Test("The article 'Diagnostics' has the page of every code, and is up to date")
    func diagnosticsArticle() throws {
        let place = Self.root.appending(path: "Sources/FlowLanguage/FlowLanguage.docc/Diagnostics.md")
        let expected = DiagnosticCode.article
        if ProcessInfo.processInfo.environment["RECORD_SNAPSHOTS"] != nil {
            try expected.write(to: place, atomically: true, encoding: .utf8)
        }
        #expect(
            try String(contentsOf: place, encoding: .utf8) == expected,
            "`RECORD_SNAPSHOTS=1 swift test --filter ArticleTests` writes the article anew")
    }

    private static func files(under folder: URL, ending: String) -> [URL] {
        let found = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
        let files = (found?.allObjects ?? []).compactMap { $0 as? URL }
        return files.filter { $0.path.hasSuffix(ending) }.sorted { $0.path < $1.path }
    }
}

extension String {
    /// The texts between ``` of this kind, without their last line break.
    fileprivate func fencedPieces(of kind: String) -> [String] {
        components(separatedBy: "```\(kind)\n").dropFirst().compactMap { $0.components(separatedBy: "\n```").first }
    }

    /// The modules that a sample with Swift of this page imports, and that no piece of Swift on the page imports.
    fileprivate func hiddenImports(in samples: [String]) -> [String] {
        let pieces = fencedPieces(of: "swift")
        // An article shows a manifest in parts, without its import.
        let used = samples.filter { sample in
            !sample.isManifest && pieces.contains { sample.contains($0) }
        }
        let imported = used.reduce(into: Set<String>()) { $0.formUnion($1.importedModules) }
        // That an app imports Keyway goes without saying.
        return imported.subtracting(pieces.flatMap(\.importedModules)).subtracting(["Keyway"]).sorted()
    }

    /// The names that a sample's manifest declares, that a piece of this manifest on the page uses, and that no piece on the page declares.
    fileprivate func hiddenDeclarations(in samples: [String]) -> [String] {
        let pieces = fencedPieces(of: "swift")
        let hidden = samples.filter(\.isManifest).flatMap { manifest in
            let used = pieces.filter { manifest.contains($0) }.flatMap(\.usedNames)
            return Set(manifest.declaredNames).intersection(used)
        }
        return Set(hidden).subtracting(pieces.flatMap(\.declaredNames)).sorted()
    }

    fileprivate var isManifest: Bool { contains("import PackageDescription") }

    private var declaredNames: [String] {
        let declaration = /^let (\w+)/.anchorsMatchLineEndings()
        return matches(of: declaration).map { String($0.output.1) }
    }

    /// The words of the text that are no member behind a dot, and no argument's label before a colon.
    private var usedNames: [String] {
        matches(of: /(\.?)(\w+)(:?)/).filter { $0.output.1.isEmpty && $0.output.3.isEmpty }.map { String($0.output.2) }
    }

    private var importedModules: [String] {
        let module = /^\s*import (\w+)/.anchorsMatchLineEndings()
        return matches(of: module).map { String($0.output.1) }
    }
}

extension DiagnosticCode {
    /// The article `Diagnostics.md`: the pages of all codes, one after the other.
    fileprivate static var article: String {
        let beginning = """
            # Diagnostics

            Every code: what it means, a text that gives it, and the same text mended where it is a whole spec.

            ## Overview

            `keyway help FL020` prints one of these pages. A test checks that each example that is a whole spec
            gives its code, and that the mended one does not.

            """
        return beginning + pages.map(\.section).joined()
    }
}

extension DiagnosticPage {
    fileprivate var section: String {
        var parts = ["## \(code.name): \(title)", cause, fenced(example), advice]
        if let mended { parts.append(fenced(mended)) }
        return "\n" + parts.joined(separator: "\n\n") + "\n"
    }

    private func fenced(_ text: String) -> String {
        "```\n" + text.trimmingCharacters(in: .newlines) + "\n```"
    }
}
