import Foundation
import KeywayDebugger
import Testing

@testable import FlowReports

@Suite("What the page lets a browser do")
struct PolicyTests {
    /// The SHA-256 of a text in Base64, by a program of the system; nil where there is none.
    private func hash(of text: String) throws -> String? {
        let programs = ["/usr/bin/sha256sum": [], "/usr/bin/shasum": ["-a", "256"]]
        guard let program = programs.keys.sorted().first(where: FileManager.default.isExecutableFile(atPath:)) else {
            return nil
        }
        let file = FileManager.default.temporaryDirectory.appending(path: "keyway-policy-\(UUID().uuidString)")
        try Data(text.utf8).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let process = Process()
        process.executableURL = URL(filePath: program)
        process.arguments = (programs[program] ?? []) + [file.path]
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let digits = Array(output.fileHandleForReading.readDataToEndOfFile().prefix(64))
        process.waitUntilExit()
        let bytes = stride(from: 0, to: digits.count, by: 2).compactMap {
            UInt8(String(decoding: digits[$0..<min($0 + 2, digits.count)], as: UTF8.self), radix: 16)
        }
        return "sha256-\(Data(bytes).base64EncodedString())"
    }

    @Test("The policy's hashes are those of the page's script and style")
    func hashes() throws {
        guard let script = try hash(of: PageSources.script), let style = try hash(of: PageSources.style) else {
            print("skipped: no program of this system makes a SHA-256")
            return
        }
        #expect(PagePolicy.scriptHash == script, "write '\(script)' into PagePolicy.swift")
        #expect(PagePolicy.styleHash == style, "write '\(style)' into PagePolicy.swift")
    }

    @Test("The page has a heading of its own for every table of counts")
    func headings() throws {
        var statistics = Statistics()
        statistics.add(try RunHistory(of: PlayedRuns.all[0]))
        let tables = try #require(statistics.flows.first).counts.tables
        #expect(tables.count > 8)
        for table in tables {
            #expect(PageSources.script.contains(" \(table.key): '"), "chartNames has no '\(table.key)'")
        }
    }

    @Test("The policy stands in the page, allows nothing from outside, and the page asks for nothing")
    func policy() throws {
        let page = String(decoding: try LogReport(Array(PlayedRuns.all.prefix(2))).page, as: UTF8.self)
        #expect(
            page.contains("http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; script-src 'sha256-"))
        #expect(!PagePolicy.text.contains("unsafe") && !PagePolicy.text.contains("http"))
        for part in ["src=", "url(", "@import", "<link", "<iframe", " style=\"", " onclick", "javascript:"] {
            #expect(!page.contains(part), "\(part)")
        }
    }

    @Test("The script reads no text as markup or code, and nothing in it ends its element")
    func script() {
        for part in ["innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval(", "Function(", "fetch("] {
            #expect(!PageSources.script.contains(part), "\(part)")
        }
        for part in ["</", "<!--"] {
            #expect(!PageSources.script.contains(part) && !PageSources.style.contains(part), "\(part)")
        }
    }
}
