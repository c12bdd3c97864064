import Foundation
import KeywayCore
import KeywayDebugger
import KeywayTesting
import ProviderFiles
import SystemTrials
import Testing

@Suite("What a shadow's log says was lost")
struct ShadowLawTests {
    /// A handler as one writes it from the provider's page, the shipped flow beside it, and the SDK's model.
    struct Product: CustomTestStringConvertible, Sendable {
        var flow: String
        var file: String
        var model: String

        var testDescription: String { "\(flow) beside \(model)" }

        static let all = [
            Product(flow: "OTPlessSNA", file: "SNA.flow", model: "SDK-2.3.2.provider"),
            Product(flow: "TruecallerOTP", file: "OTP.flow", model: "SDK-0.2.provider"),
        ]

        func trial() throws -> ShadowTrial {
            let handler = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Handlers/\(flow).flow")
            let model = try self.text(of: ShippedFile.models, named: model)
            var app = SystemText(flow: try String(contentsOf: handler, encoding: .utf8), models: [model])
            app.liberties = [.afterEnd]
            return try ShadowTrial(
                LoadedSystem(app),
                shadowedBy: LoadedSystem(SystemText(flow: self.text(of: ShippedFile.flows, named: file))),
                foreign: ShadowLawTests.foreign)
        }

        private func text(of files: [ShippedFile], named name: String) throws -> String {
            let file = try #require(files.first { $0.name.hasSuffix(name) }, "\(files.map(\.name))")
            return String(decoding: file.bytes, as: UTF8.self)
        }
    }

    /// Ten callbacks that no row reads and no model says.
    static let foreign: [RawValue] = (0..<10).map { number in
        let name = RawValue.text("NEWS_\(number)")
        return .object(["responseType": name, "delegate": name, "statusCode": .integer(400 + Int64(number))])
    }

    @Test("Every success that a naive handler loses is found, and none is invented", arguments: Product.all)
    func losses(product: Product) throws {
        var tally = ShadowTally()
        var generator = SeededGenerator(seed: 20_261_126)
        try tally.add(4_000, of: product.trial(), generator: &generator)
        #expect(tally.mistakes.prefix(5).joined(separator: "\n") == "")
        #expect(tally.lost > 20)
        let notJudged = tally.notJudged.values.reduce(0, +)
        #expect(tally.found + notJudged == tally.lost)
        #expect(tally.found * 2 > tally.lost, "\(tally.notJudged)")
        #expect(tally.conditional * 4 < tally.count)
        let unread = tally.survey.unread.keys.sorted()
        #expect(unread.count { $0.hasPrefix("NEWS_") } == 10)
        #expect(tally.survey.unmodelled.counts.isEmpty, "\(tally.survey.unmodelled.sorted)")
    }
}
